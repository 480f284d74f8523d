import type { Field } from '../../spec/generated/entity'
import type { Screen } from '../../spec/generated/screen'
import { builtInActions } from '../check/builtInActions'
import { builtInTypes, engineNames, namesShown, typesOfFields, typesOfRecord } from '../check/types'
import type { ProductSources, ResolvedEntity } from '../compile'
import { schemaTypeOf } from '../fields/schemas'
import { bold, builtIn, describe, distinct, engineName, fieldSays, type Name, prefixed } from './name'
import type { RowKind } from './places'
import { actionsOf, pagesOf, screenActionNames } from './screenNames'
import { fieldsOf, linesAsFields, type Table } from './tables'

/** Values that every expression may begin with, beside fields. */
const userName: Name = { name: 'user', says: 'Id of the account' }

/** Names of a kind that a table has. */
export function tableNames(kind: RowKind, table: Table, sources: ProductSources): Name[] {
  const { entity } = table
  const fields = fieldsOf(table)
  const own = Object.entries(fields).map(([name, field]) => ({ name, says: fieldSays(field, sources) }))
  const withBuiltIn = [...own, ...Object.keys(builtInTypes).map(engineName)]
  switch (kind) {
    case 'own':
      return own
    case 'field':
      return table.lines === undefined ? withBuiltIn : own
    case 'shown': {
      const names = table.lines === undefined ? namesShown(entity, sources) : Object.keys(typesOfFields(fields, sources))
      return describe(names, fields, sources)
    }
    case 'searched':
      return describe(
        [...Object.keys(entity.params ?? {}), ...Object.keys(fields), ...engineNames(entity)],
        { ...entity.params, ...fields },
        sources,
      )
    case 'charted':
      return [...own, ...['createdAt', 'updatedAt'].map(engineName)]
    case 'editable':
      return [...own, ...lineNames(entity)]
    case 'user': {
      const users = own.filter(({ name }) => fields[name]?.type === 'ref')
      return [...users, ...['createdById', 'updatedById'].map(engineName)]
    }
    case 'lines':
      return lineNames(entity)
    case 'state':
      return Object.entries(entity.states ?? {}).map(([name, { title }]) => ({ name, says: bold(title, 'state') }))
    case 'entityAction':
      return actionsOf(entity)
    case 'rowAction':
      return distinct([
        ...builtInActions.map(builtIn),
        ...screensOf(table, sources).flatMap((screen) => screenActionNames(screen, sources)),
      ])
    case 'rowPage':
      return distinct(screensOf(table, sources).flatMap(pagesOf))
    case 'path':
      return paths(table, sources)
    case 'around': {
      if (table.lines === undefined)
        return describe(Object.keys(typesOfRecord(entity, sources)), { ...linesAsFields(entity), ...fields }, sources)
      const around = { ...entity.fields, ...fields }
      return describe([...Object.keys(builtInTypes), ...Object.keys(typesOfFields(around, sources))], around, sources)
    }
    case 'keeper':
      return [...own, ...Object.values(entity.lines ?? {}).flatMap((line) => prefixed('it.', line.fields, sources))]
    case 'expression':
      return expressionStarts(table, sources)
  }
}

/** The codes that a field may have, with what users read; undefined where any value will do. */
export function codeNames(field: Field, entity: ResolvedEntity, sources: ProductSources): Name[] | undefined {
  const codes = schemaTypeOf(field).codes(field, entity, sources)
  if (!codes) return undefined
  const dictionary = field.type === 'select' ? sources.dictionaries[field.dictionary]?.items : undefined
  return codes.map((name) => {
    const item = dictionary?.[name]
    const state = field.type === 'status' ? entity.states?.[name]?.title : undefined
    return { name, says: state ?? (typeof item === 'object' ? item.title : item) ?? sources.entities[name]?.title ?? name }
  })
}

/** Screens that show the rows of an entity. */
function screensOf({ name }: Table, { screens }: ProductSources): Screen[] {
  return Object.values(screens).filter(({ entity }) => entity === name)
}

function lineNames(entity: ResolvedEntity): Name[] {
  return Object.entries(entity.lines ?? {}).map(([name, { title }]) => ({ name, says: bold(title ?? name, 'line table') }))
}

/** References of the record, and of the rows of its line tables, by which steps find other records. */
function paths({ entity }: Table, sources: ProductSources): Name[] {
  const references = (fields: Record<string, Field>) => Object.fromEntries(Object.entries(fields).filter(([, { type }]) => type === 'ref'))
  return distinct([
    engineName('id'),
    ...prefixed('', references(entity.fields), sources),
    ...Object.values(entity.lines ?? {}).flatMap(({ fields }) => prefixed('it.', references(fields), sources)),
  ])
}

/** What a whole expression may be, or begin with: every name that it may read, and each comparison of a field with one of its codes. */
function expressionStarts(table: Table, sources: ProductSources): Name[] {
  const { entity } = table
  const fields = { ...entity.fields, ...fieldsOf(table) }
  const names = Object.keys({ ...typesOfRecord(entity, sources), ...typesOfFields(fieldsOf(table), sources) })
  // Those of many entities would be some thousands.
  const comparisons = Object.entries(table.name === undefined ? {} : fields).flatMap(([name, field]) =>
    (codeNames(field, entity, sources) ?? []).map((code) => ({ name: `${name} == '${code.name}'`, says: bold(field.title, code.says) })),
  )
  return [...describe(names, { ...linesAsFields(entity), ...fields }, sources), userName, ...comparisons]
}
