import type { ProductSources } from '../../engine/core/compile'
import { schemaTypeOf } from '../../engine/core/fields/schemas'
import { typeOf } from '../../engine/core/check/types'
import type { Entity, Field } from '../../engine/spec/generated/entity'
import type { NotedFields } from './notation'

/** To whom rows belong: of each dimension the fields that carry the owner, or one word for all. */
export type Scope = Record<string, string[] | 'any' | 'none'> | 'global' | 'own'

export interface EntityWish {
  title: string
  noted: Pick<NotedFields, 'fields' | 'serialPrefix'>
  label: string
  include: string[]
  scope: Scope
  unique: string[]
}

/** What an entity file holds for these fields, in the order in which people write it. */
export function entityDraft(
  { title, noted, label, include, scope, unique }: EntityWish,
  { groups }: Pick<ProductSources, 'groups'>,
): object {
  const states = include.some((group) => groups[group]?.states !== undefined)
  const fields = noted.fields as unknown as Record<string, Field>
  return {
    $schema: '../../../dist/editor/entity.schema.json',
    language: 1,
    title,
    label,
    ...(include.length > 0 ? { include } : {}),
    ...(noted.serialPrefix === undefined ? {} : { serial: { prefix: noted.serialPrefix } }),
    scope,
    ...(states ? { summary: summaryOf(fields, label) } : {}),
    fields: noted.fields,
    ...(unique.length > 0 ? { unique: unique.map((name) => [name]) } : {}),
  }
}

/** What a record is about: a reference or another short text, at most two numbers, a day. */
function summaryOf(fields: Record<string, Field>, label: string): NonNullable<Entity['summary']> {
  const named = Object.entries(fields)
  const others = named.filter(([name]) => name !== label)
  const isShort = (field: Field): boolean => schemaTypeOf(field).key && typeOf(field) === 'text'
  const [about] = others.find(([, field]) => field.type === 'ref') ?? others.find(([, field]) => isShort(field)) ?? [label]
  const figures = named.filter(([, field]) => typeOf(field) === 'number').slice(0, 2)
  const [date] = named.find(([, field]) => typeOf(field) === 'date') ?? []
  return { about, ...(figures.length > 0 ? { figures: figures.map(([name]) => name) } : {}), ...(date === undefined ? {} : { date }) }
}

/** The field that names a row: a document number, else the first text that must be filled, else the first text. */
export function usualLabel({ fields }: Pick<NotedFields, 'fields'>): string | undefined {
  const names = Object.keys(fields)
  const isText = (name: string): boolean => fields[name]?.type === 'text'
  return (
    names.find((name) => fields[name]?.type === 'serial') ??
    names.find((name) => isText(name) && fields[name]?.['required'] === true) ??
    names.find(isText)
  )
}

/** A number or code that must be filled is one row's alone. */
export function usualUnique({ fields }: Pick<NotedFields, 'fields'>): string[] {
  return Object.keys(fields).filter(
    (name) => /(?:No|Code)$/.test(name) && fields[name]?.type === 'text' && fields[name]['required'] === true,
  )
}

/**
 * Of each dimension the references to its owners. Where there is none, our own people see every row; accounts from outside see none, because
 * nothing says that it is theirs.
 */
export function usualScope({ fields }: Pick<NotedFields, 'fields'>, { product, entities }: ProductSources): Scope {
  const { scopes, outside, userEntity } = product
  const partner = outside && entities[userEntity]?.fields[outside.by]
  const partners = partner?.type === 'ref' ? partner.to : undefined
  return Object.fromEntries(
    Object.entries(scopes).map(([dimension, owner]) => {
      const references = Object.keys(fields).filter(
        (name) => fields[name]?.['to'] === owner && !('by' in fields[name]) && fields[name]['multiple'] !== true,
      )
      const named = references.filter((name) => name === `${dimension}Id`)
      // Two dimensions may have owners of one kind: a reference belongs to the one that is called like it, else to the last of them.
      const isLast = Object.entries(scopes).findLast(([, other]) => other === owner)?.[0] === dimension
      const free = isLast ? references.filter((name) => !Object.keys(scopes).some((other) => name === `${other}Id`)) : []
      const owners = named.length > 0 ? named : free
      return [dimension, owners.length > 0 ? owners : owner === partners ? 'none' : 'any']
    }),
  )
}
