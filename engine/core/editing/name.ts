import type { Entity, Field } from '../../spec/generated/entity'
import type { CodeNames } from '../check/codeNames'
import { displayOf } from '../check/types'
import type { ProductSources } from '../compile'

/** A name and what an editor says of it, as markdown. */
export interface Name {
  name: string
  says: string
}

export interface EditorSources {
  sources: ProductSources
  code: CodeNames
  icons: readonly string[]
}

export function bold(title: string, more: string): string {
  return `**${title.replace(/[\\`*_[\]<>]/g, '\\$&')}** · ${more}`
}

export function titled(files: Readonly<Record<string, { title?: string } | Entity>>, what: string): Name[] {
  return Object.entries(files).map(([name, { title }]) => ({ name, says: bold(title ?? name, what) }))
}

export function distinct(names: readonly Name[]): Name[] {
  return [...new Map([...names].reverse().map((each) => [each.name, each])).values()].reverse()
}

/** Each name with what is known of it: a field, the display value of a reference, or one that the engine adds. */
export function describe(names: readonly string[], fields: Record<string, Field>, sources: ProductSources): Name[] {
  const displays = new Map(
    Object.entries(fields).map(([name, field]) => [displayOf(name, field, sources), bold(field.title, `name of ${name}`)]),
  )
  return [...new Set(names)].map((name) => {
    const field = fields[name]
    return field ? { name, says: fieldSays(field, sources) } : { name, says: displays.get(name) ?? 'of every record' }
  })
}

export function engineName(name: string): Name {
  return { name, says: 'of every record' }
}

export function builtIn(name: string): Name {
  return { name, says: 'built in' }
}

export function fieldSays(field: Field, sources: ProductSources): string {
  if (field.type === 'ref')
    return bold(
      field.title,
      `ref to ${[field.to]
        .flat()
        .map((to) => sources.entities[to]?.title ?? to)
        .join(', ')}`,
    )
  if (field.type === 'select') return bold(field.title, `select of ${field.dictionary}`)
  return bold(field.title, field.type)
}

export function prefixed(prefix: string, fields: Record<string, Field>, sources: ProductSources): Name[] {
  return Object.entries(fields).map(([name, field]) => ({ name: `${prefix}${name}`, says: fieldSays(field, sources) }))
}
