import { displaysOf } from '../../core/compile'
import { isAttached, isGiven, isMultiple, targetsOf } from '../../core/fields'
import type { AskedLinesPlan, EntityActionPlan, EntityPlan, FieldPlan, LinesPlan } from '../../core/plan'
import { isBuiltIn } from '../../core/record/difference'
import { neededBy } from '../../core/record/passedActions'
import type { NeverEmpty } from './neverEmpty'
import { comment, orNull, pascal, property, union } from '../typeSource'

/** What the types of one entity rest on. */
export interface Types {
  neverEmpty: NeverEmpty
  /** The same of records on which these actions of the entity have been carried out, or are about to be. */
  neverEmptyAfter: (entity: EntityPlan, actions: ReadonlySet<string>) => NeverEmpty
  valueType: (field: FieldPlan) => string
}

/** The source of one entity's types, ending with its `DocumentTypes`. */
export function entityTypes(types: Types, entity: EntityPlan): string {
  const { neverEmpty, valueType } = types
  const name = pascal(entity.name)
  const lines = Object.values(entity.lines)
  const known = Object.values(entity.fields).filter(isKnown)
  const row = rowFields(entity)
  const typeOf = (field: FieldPlan): string => (entity.states && field.type === 'status' ? `${name}State` : valueType(field))
  const read = (field: FieldPlan): string =>
    property(field.name, orNull(typeOf(field), neverEmpty.inRecord(entity, field.name)), titleOf(field))
  const displays = Object.entries(entity.displays).map(([display, reference]) =>
    displayProperty(display, entity.fields[reference], neverEmpty.inRecord(entity, display)),
  )
  const beyondRow = [
    ...known.filter((field) => !row.includes(field)).map(read),
    ...displays,
    ...lines.map((table) => property(table.name, `${lineName(entity, table)}[]`, table.title)),
  ]
  const writable = row.filter((field) => isWritable(field) && !isBuiltIn(field.name))
  const brought = filledFields(entity.fields, (reference) => neverEmpty.inRecord(entity, reference))
  const written = (field: FieldPlan): string =>
    writtenProperty(field, typeOf(field), neverEmpty.inRecord(entity, field.name), field.type === 'status' || brought.has(field.name))
  const states = Object.keys(entity.states ?? {})
  const needed = neededTypes(types, entity)
  const newName = `New${name}`
  const apart = union([...lines.map((table) => table.name), ...(entity.statusField === undefined ? [] : [entity.statusField])])

  return [
    states.length > 0 ? `export type ${name}State = ${union(states)}` : '',
    `${comment(`${entity.title}: what its row holds.`)}export interface ${name}Row { ${row.map(read).join('\n')} }`,
    `${comment(`${entity.title}, as it is read.`)}${extension(name, `${name}Row`, beyondRow)}`,
    ...lines.map((table) => lineTypes(types, entity, table)),
    `${comment(`What a rule may say of a new one.`)}export interface ${newName} { ${[
      ...writable.map(written),
      ...lines.map((table) =>
        property(`${table.name}${table.minRows > 0 && table.requiredFor.length === 0 ? '' : '?'}`, `New${lineName(entity, table)}[]`),
      ),
    ].join('\n')} }`,
    ...needed.declarations,
    `export interface ${name}Document {
      record: ${name}
      row: ${name}Row
      new: ${newName}
      change: Partial<${apart === 'never' ? newName : `Omit<${newName}, ${apart}>`}>
      given: ${union(entity.serial ? [entity.serial.field] : [])}
      state: ${states.length > 0 ? `${name}State` : 'never'}
      lines: { ${lines.map((table) => `${table.name}: { record: ${lineName(entity, table)}; change: Partial<New${lineName(entity, table)}> }`).join('\n')} }
      actions: { ${Object.values(entity.actions)
        .map(
          (action) =>
            `${action.name}: { form: ${formType(types, action)}; to: ${union(action.to)}; complete: ${needed.nameOf.get(action.name) ?? 'never'} }`,
        )
        .join('\n')} }
    }`,
  ].join('\n\n')
}

function lineTypes({ neverEmpty, valueType }: Types, entity: EntityPlan, table: LinesPlan): string {
  const name = lineName(entity, table)
  const fields = lineFields(table)
  const brought = filledFields(table.fields, (reference) => neverEmpty.inRow(entity, table, reference))
  const read = fields.map((field) =>
    property(field.name, orNull(valueType(field), neverEmpty.inRow(entity, table, field.name)), titleOf(field)),
  )
  const displays = Object.entries(displaysOf(table.fields)).map(([display, reference]) =>
    displayProperty(display, table.fields[reference], neverEmpty.inRow(entity, table, display)),
  )
  const written = fields
    .filter(isWritable)
    .map((field) => writtenProperty(field, valueType(field), neverEmpty.inRow(entity, table, field.name), brought.has(field.name)))
  return `export interface ${name} { ${[property('id', 'string'), ...read, ...displays].join('\n')} }

    export interface New${name} { ${written.join('\n')} }`
}

/** Each set of fields that actions need is declared once, by the name of the first of these actions; most need the same. */
function neededTypes(types: Types, entity: EntityPlan): { declarations: string[]; nameOf: ReadonlyMap<string, string> } {
  const bySet = new Map<string, string>()
  const nameOf = new Map<string, string>()
  for (const action of Object.values(entity.actions)) {
    const fields = completeFor(types, entity, action)
    if (fields.length === 0) continue
    const set = union(fields)
    const name = bySet.get(set) ?? `${pascal(entity.name)}NeededTo${pascal(action.name)}`
    bySet.set(set, name)
    nameOf.set(action.name, name)
  }
  return { declarations: [...bySet].map(([set, name]) => `type ${name} = ${set}`), nameOf }
}

/** Fields and display values that a draft may lack, and no record that comes to this action; those of rows as `<lines>.<name>`. */
function completeFor({ neverEmpty, neverEmptyAfter }: Types, entity: EntityPlan, action: EntityActionPlan): string[] {
  const needed = neededBy(entity, action)
  const tables = Object.values(entity.lines)
  const all = [entity, ...tables].flatMap(({ fields }) => Object.values(fields))
  if (!all.some(({ requiredFor }) => requiredFor.some((name) => needed.has(name)))) return []
  const after = neverEmptyAfter(entity, needed)
  const known = Object.values(entity.fields).filter(isKnown)
  const names = [...known.map(({ name }) => name), ...Object.keys(entity.displays)]
  return [
    ...names.filter((name) => !neverEmpty.inRecord(entity, name) && after.inRecord(entity, name)),
    ...tables.flatMap((table) => {
      const cells = [...lineFields(table).map(({ name }) => name), ...Object.keys(displaysOf(table.fields))]
      const completed = cells.filter((name) => !neverEmpty.inRow(entity, table, name) && after.inRow(entity, table, name))
      return completed.map((name) => `${table.name}.${name}`)
    }),
  ]
}

/** What the dialog answers: what must be answered is there, what may be left open is absent or null. */
function formType(types: Types, { ask, askLines }: EntityActionPlan): string {
  const asked = ask.map((field) => optionalProperty(types, field))
  return `{ ${[...asked, ...(askLines ? [property(askLines.lines, rowsType(types, askLines))] : [])].join('\n')} }`
}

function rowsType(types: Types, { fill }: AskedLinesPlan): string {
  return `{ ${[property('id', 'string'), ...fill.map((field) => optionalProperty(types, field))].join('\n')} }[]`
}

function optionalProperty({ valueType }: Types, field: FieldPlan): string {
  return field.required === true
    ? property(field.name, valueType(field), titleOf(field))
    : property(`${field.name}?`, `${valueType(field)} | null`, titleOf(field))
}

/** Fields of `<Entity>Row`. */
export function rowFields({ fields }: EntityPlan): FieldPlan[] {
  return Object.values(fields).filter((field) => isKnown(field) && (field.stored || field.name === 'id'))
}

/** Fields of `<Entity><Lines>`, besides the id of the row. */
export function lineFields({ fields }: LinesPlan): FieldPlan[] {
  return Object.values(fields).filter((field) => isKnown(field) && !field.secret)
}

/** Rules see neither files, which are attached to a stored record, nor SQL values, each of which costs a query. */
function isKnown(field: FieldPlan): boolean {
  return !isAttached(field) && field.query === undefined
}

function isWritable(field: FieldPlan): boolean {
  return field.stored && field.value === undefined && !field.kept
}

/** Fields that references fill which are always there. */
function filledFields(fields: Record<string, FieldPlan>, isThere: (name: string) => boolean): ReadonlySet<string> {
  return new Set(
    Object.values(fields).flatMap((field) => (isThere(field.name) ? targetsOf(field).flatMap(({ fill }) => Object.keys(fill ?? {})) : [])),
  )
}

function writtenProperty(field: FieldPlan, type: string, isNeverEmpty: boolean, comesByItself: boolean): string {
  const mustBeSubmitted = isNeverEmpty && field.default === undefined && !comesByItself && !isGiven(field)
  return property(mustBeSubmitted ? field.name : `${field.name}?`, orNull(type, isNeverEmpty))
}

function displayProperty(name: string, reference: FieldPlan | undefined, isNeverEmpty: boolean): string {
  return property(name, orNull(reference && isMultiple(reference) ? 'string[]' : 'string', isNeverEmpty))
}

function extension(name: string, base: string, properties: string[]): string {
  return properties.length === 0 ? `export type ${name} = ${base}` : `export interface ${name} extends ${base} { ${properties.join('\n')} }`
}

function titleOf({ title, unit }: FieldPlan): string {
  return unit === undefined ? title : `${title}, ${unit}`
}

export function lineName(entity: EntityPlan, { name }: LinesPlan): string {
  return `${pascal(entity.name)}${pascal(name)}`
}
