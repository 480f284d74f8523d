/**
 * TypeScript types of a product's entities, written from its plan: what `engine/server/documents.ts` asks for each of them, and which rule
 * and handler is bound to what. Pure: plan in, sources out; `scripts/generate.ts` writes the files.
 */
import type { AskedLinesPlan, EntityActionPlan, EntityPlan, FieldPlan, FieldType, LinesPlan, ProductPlan } from '../../core/plan'
import { displaysOf } from '../../core/compile'
import { isAttached, isInteger, isMultiple } from '../../core/fields'
import { neverEmptyIn, type NeverEmpty } from './neverEmpty'

/** File name without ending → source, not yet formatted. */
export type TypeSources = Map<string, string>

/** Where the generated files import the engine from, relative to their folder, e.g. `../../../engine`. */
interface Imports {
  engine: string
}

/**
 * One file for each entity, and `index` with all of them. A json value has the type of its shape, which the caller writes to `shapes`
 * under the name that `shapeTypeName` says.
 */
export function documentTypes(plan: ProductPlan, { engine }: Imports): TypeSources {
  const neverEmpty = neverEmptyIn(plan)
  const files: TypeSources = new Map()
  for (const entity of Object.values(plan.entities)) files.set(entity.name, withImports(entityTypes(entity, neverEmpty), engine))
  files.set('index', withImports(productTypes(plan), engine))
  return files
}

export function shapeTypeName(shape: string): string {
  return pascal(shape)
}

const valueTypes: Record<FieldType, (field: FieldPlan) => string> = {
  text: () => 'string',
  textarea: () => 'string',
  digit: numberType,
  money: numberType,
  percent: numberType,
  date: () => 'string',
  dateTime: () => 'string',
  // Administrators add codes while the server runs.
  select: () => 'string',
  switch: () => 'boolean',
  ref: () => 'string',
  // Ids of files that are attached.
  files: () => 'string[]',
  serial: () => 'string',
  status: () => 'string',
  json: ({ shape = '' }) => `shapes.${shapeTypeName(shape)}`,
}

function numberType(field: FieldPlan): string {
  return isInteger(field) ? 'number' : 'Decimal'
}

function valueType(field: FieldPlan): string {
  return isMultiple(field) ? 'string[]' : valueTypes[field.type](field)
}

function entityTypes(entity: EntityPlan, neverEmpty: NeverEmpty): string {
  const name = pascal(entity.name)
  const lines = Object.values(entity.lines)
  const known = Object.values(entity.fields).filter(isKnown)
  const row = known.filter((field) => field.stored || field.name === 'id')
  const typeOf = (field: FieldPlan): string => (field.type === 'status' && entity.states ? `${name}State` : valueType(field))
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
  const newName = `New${name}`
  const apart = union([...lines.map((table) => table.name), ...(entity.statusField === undefined ? [] : [entity.statusField])])

  return [
    states.length > 0 ? `export type ${name}State = ${union(states)}` : '',
    `${comment(`${entity.title}: what its row holds.`)}export interface ${name}Row { ${row.map(read).join('\n')} }`,
    `${comment(`${entity.title}, as it is read.`)}${extension(name, `${name}Row`, beyondRow)}`,
    ...lines.map((table) => lineTypes(entity, table, neverEmpty)),
    `${comment(`What a rule may say of a new one.`)}export interface ${newName} { ${[
      ...writable.map(written),
      ...lines.map((table) =>
        property(`${table.name}${table.minRows > 0 && table.requiredFor.length === 0 ? '' : '?'}`, `New${lineName(entity, table)}[]`),
      ),
    ].join('\n')} }`,
    `export interface ${name}Document {
      record: ${name}
      row: ${name}Row
      new: ${newName}
      change: Partial<${apart === 'never' ? newName : `Omit<${newName}, ${apart}>`}>
      given: ${union(entity.serial ? [entity.serial.field] : [])}
      state: ${states.length > 0 ? `${name}State` : 'never'}
      amounts: ${union(writable.filter((field) => field.decimals !== undefined).map((field) => field.name))}
      lines: { ${lines.map((table) => `${table.name}: { record: ${lineName(entity, table)}; change: Partial<New${lineName(entity, table)}> }`).join('\n')} }
      actions: { ${Object.values(entity.actions)
        .map((action) => `${action.name}: { form: ${formType(action)}; to: ${union(action.to)} }`)
        .join('\n')} }
    }`,
  ].join('\n\n')
}

function lineTypes(entity: EntityPlan, table: LinesPlan, neverEmpty: NeverEmpty): string {
  const name = lineName(entity, table)
  const fields = Object.values(table.fields).filter((field) => isKnown(field) && !field.secret)
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

/** What the dialog answers: what must be answered is there, what may be left open is absent or null. */
function formType({ ask, askLines }: EntityActionPlan): string {
  const asked = ask.map((field) => askedProperty(field))
  return `{ ${[...asked, ...(askLines ? [property(askLines.lines, rowsType(askLines))] : [])].join('\n')} }`
}

function rowsType({ fill }: AskedLinesPlan): string {
  return `{ ${[property('id', 'string'), ...fill.map((field) => askedProperty(field))].join('\n')} }[]`
}

function askedProperty(field: FieldPlan): string {
  return field.required === true
    ? property(field.name, valueType(field), titleOf(field))
    : property(`${field.name}?`, `${valueType(field)} | null`, titleOf(field))
}

function productTypes(plan: ProductPlan): string {
  const entities = Object.values(plan.entities)
  const screens = Object.values(plan.screens)
  const bound = (of: 'save' | 'saved' | 'remove' | 'refresh'): string =>
    record(entities.flatMap(({ name, rules }) => (rules[of] === undefined ? [] : [[rules[of], literal(name)]])))
  const actions = entities.flatMap(({ name, actions }) =>
    Object.values(actions).flatMap(({ rule, name: action }): [string, string][] =>
      rule === undefined ? [] : [[rule, `{ entity: ${literal(name)}; action: ${literal(action)} }`]],
    ),
  )
  const imports = screens.flatMap((screen) =>
    Object.values(screen.actions).flatMap(({ does }): [string, string][] =>
      does.kind === 'import' && does.into?.rule !== undefined
        ? [[does.into.rule, `{ entity: ${literal(screen.entity)}; lines: ${literal(does.into.lines)} }`]]
        : [],
    ),
  )
  const handlers = screens.flatMap(({ extra }) =>
    Object.values(extra).flatMap(({ handler, url, query, body }): [string, string][] => {
      if (handler === undefined) return []
      const params = [...url.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => property(param, 'string'))
      return [[handler, `{ params: { ${params.join('\n')} }\nquery: ${askedType(query)}\nbody: ${askedType(body)} }`]]
    }),
  )
  const fields = entities.flatMap((entity) => Object.values(entity.fields))
  return `${entities.map(({ name }) => `import type { ${pascal(name)}Document } from './${name}'`).join('\n')}

    /** The entities by name. */
    export interface Documents { ${entities.map(({ name }) => `${name}: ${pascal(name)}Document`).join('\n')} }

    /** Which function that the schemas name belongs to what. */
    export interface Bindings {
      save: ${bound('save')}
      saved: ${bound('saved')}
      remove: ${bound('remove')}
      refresh: ${bound('refresh')}
      action: ${record(actions)}
      line: ${record(imports)}
      handlers: ${record(handlers)}
      queries: ${union(fields.flatMap(({ query }) => query ?? []))}
      views: ${union(entities.flatMap(({ view }) => view ?? []))}
    }

    /** The entity of each screen. */
    export interface Screens { ${screens.map(({ id, entity }) => property(literal(id), literal(entity))).join('\n')} }`
}

/** What was left empty is absent. */
function askedType(fields: FieldPlan[]): string {
  return `{ ${fields.map((field) => property(field.required === true ? field.name : `${field.name}?`, valueType(field))).join('\n')} }`
}

/** A name that is bound more than once may be called for any of them. */
function record(entries: string[][]): string {
  const types = new Map<string, Set<string>>()
  for (const [name = '', type = ''] of entries) types.set(name, (types.get(name) ?? new Set()).add(type))
  return `{ ${[...types].map(([name, alternatives]) => property(name, [...alternatives].join(' | '))).join('\n')} }`
}

/** Rules see neither files, which are attached to a stored record, nor SQL values, each of which costs a question. */
function isKnown(field: FieldPlan): boolean {
  return !isAttached(field) && field.query === undefined
}

function isWritable(field: FieldPlan): boolean {
  return field.stored && field.value === undefined
}

function isBuiltIn(name: string): boolean {
  return ['id', 'version', 'createdById', 'createdAt', 'updatedById', 'updatedAt'].includes(name)
}

/** Fields that references fill which are always there. */
function filledFields(fields: Record<string, FieldPlan>, isThere: (name: string) => boolean): ReadonlySet<string> {
  return new Set(Object.values(fields).flatMap(({ name, ref }) => (isThere(name) ? Object.keys(ref?.fill ?? {}) : [])))
}

function writtenProperty(field: FieldPlan, type: string, isNeverEmpty: boolean, comesByItself: boolean): string {
  const mustBeSaid = isNeverEmpty && field.default === undefined && !comesByItself && field.type !== 'serial'
  return property(mustBeSaid ? field.name : `${field.name}?`, orNull(type, isNeverEmpty))
}

function displayProperty(name: string, reference: FieldPlan | undefined, isNeverEmpty: boolean): string {
  return property(name, orNull(reference && isMultiple(reference) ? 'string[]' : 'string', isNeverEmpty))
}

function property(name: string, type: string, title?: string): string {
  return `${title === undefined ? '' : comment(title)}${name}: ${type};`
}

function extension(name: string, base: string, properties: string[]): string {
  return properties.length === 0 ? `export type ${name} = ${base}` : `export interface ${name} extends ${base} { ${properties.join('\n')} }`
}

function orNull(type: string, isNeverEmpty: boolean): string {
  return isNeverEmpty ? type : `${type} | null`
}

function titleOf({ title, unit }: FieldPlan): string {
  return unit === undefined ? title : `${title}, ${unit}`
}

function comment(text: string): string {
  return `/** ${text.replaceAll('*/', '*')} */\n`
}

function union(names: string[]): string {
  return names.length === 0 ? 'never' : [...new Set(names)].map(literal).join(' | ')
}

function literal(text: string): string {
  return JSON.stringify(text)
}

function lineName(entity: EntityPlan, { name }: LinesPlan): string {
  return `${pascal(entity.name)}${pascal(name)}`
}

function pascal(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

function withImports(source: string, engine: string): string {
  const imports = [
    ...(/\bDecimal\b/.test(source) ? [`import type { Decimal } from '${engine}/core/decimal'`] : []),
    ...(source.includes('shapes.') ? [`import type * as shapes from './shapes'`] : []),
  ]
  return `${imports.join('\n')}\n\n${source}`
}
