import type { ProductSources } from '../../engine/core/compile'
import type { Entity, Field } from '../../engine/spec/generated/entity'
import type { Screen } from '../../engine/spec/generated/screen'
import type { Insertion } from './jsonText'
import type { NotedFields } from './notation'
import { columnOf } from './screenDraft'

/** What a file lacks, and in words what is added and what stays though it was asked for otherwise. */
export interface Additions {
  insertions: Insertion[]
  words: string[]
}

/** Fields that an entity does not have yet, each behind the one that it follows in the list; those that it has stay as they are. */
export function missingInEntity({ fields: present }: Pick<Entity, 'fields'>, { fields }: Pick<NotedFields, 'fields'>): Additions {
  const additions: Additions = { insertions: [], words: [] }
  let after: string | undefined
  for (const [name, field] of Object.entries(fields)) {
    const own = Object.hasOwn(present, name) ? (present[name] as Record<string, unknown> | undefined) : undefined
    if (own === undefined) {
      additions.insertions.push({ path: ['fields', name], value: field, ...(after === undefined ? {} : { after }) })
      additions.words.push(`字段：+ ${field.title}（${name}）${after === undefined ? '' : `，在 ${titleOf(after, present, fields)} 之后`}`)
    } else {
      additions.words.push(...differences(name, own, field))
    }
    after = name
  }
  return additions
}

function differences(name: string, own: Record<string, unknown>, asked: Record<string, unknown>): string[] {
  return Object.entries(asked)
    .filter(([keyword, value]) => JSON.stringify(own[keyword]) !== JSON.stringify(value))
    .map(
      ([keyword, value]) => `不改：${name} 的 ${keyword} 仍为 ${JSON.stringify(own[keyword] ?? null)}，这次写的是 ${JSON.stringify(value)}`,
    )
}

function titleOf(name: string, ...maps: Record<string, { title: string }>[]): string {
  return maps.find((fields) => Object.hasOwn(fields, name))?.[name]?.title ?? name
}

/**
 * Puts new fields of the entity into the list's columns and into the forms that a screen writes out, each behind the field that it follows in the
 * entity. A field that the entity has had before is not put back: somebody may have taken it off this screen.
 * @param added names of the new fields
 * @param fields all of the entity, the new ones among them, in its order
 */
export function missingInScreen(
  screen: Screen,
  added: readonly string[],
  fields: Record<string, Field>,
  sources: ProductSources,
): Additions {
  const additions: Additions = { insertions: [], words: [] }
  const order = Object.keys(fields)
  const nameOf = (item: unknown): string => (typeof item === 'string' ? item : String((item as { field?: unknown } | null)?.field))
  const wordOf = (item: string): string => {
    const [, field] = Object.entries(fields).find(([name, each]) => name === item || columnOf(name, each, sources) === item) ?? []
    return field?.title ?? item
  }

  function add(
    what: string,
    path: (string | number)[],
    items: unknown[],
    name: string,
    asItem: (other: string) => string | undefined,
  ): void {
    const item = asItem(name)
    const present = items.map(nameOf)
    if (item === undefined || present.includes(item)) return
    const before = order
      .slice(0, order.indexOf(name))
      .reverse()
      .map((other) => present.indexOf(asItem(other) ?? ''))
      .find((index) => index !== -1)
    const index = before === undefined ? items.length : before + 1
    additions.insertions.push({ path: [...path, index], value: item })
    additions.words.push(`${what}：+ ${wordOf(item)}${index === 0 ? '' : `，在 ${wordOf(present[index - 1] ?? '')} 之后`}`)
    items.splice(index, 0, item)
  }

  for (const [page, layout] of Object.entries(screen.pages)) {
    const columns = layout && 'columns' in layout && Array.isArray(layout.columns) ? [...layout.columns] : undefined
    const sections = layout && 'sections' in layout && layout.sections ? Object.entries(layout.sections) : []
    const lists = sections.map(([title, section]) => {
      const isPlain = Array.isArray(section)
      const items: unknown[] = [...(isPlain ? section : (section as { fields: unknown[] }).fields)]
      return { title, items, path: ['pages', page, 'sections', title, ...(isPlain ? [] : ['fields'])] }
    })
    for (const name of added) {
      const field = fields[name]
      if (!field) continue
      const columnOfName = (other: string): string | undefined => fields[other] && columnOf(other, fields[other], sources)
      if (columns) add(`${page} 的列`, ['pages', page, 'columns'], columns, name, columnOfName)
      if (lists.some(({ items }) => items.map(nameOf).includes(name))) continue
      // The section in which the field stands that it follows.
      const earlier = order.slice(0, order.indexOf(name)).reverse()
      const around = earlier.map((other) => lists.find(({ items }) => items.map(nameOf).includes(other))).find((list) => list !== undefined)
      const list = around ?? lists.at(-1)
      if (list) add(`${page} 的“${list.title}”`, list.path, list.items, name, (other) => other)
    }
  }
  return additions
}
