import type { Entity, Field } from '../../spec/generated/entity'
import type { LinesViewPlan } from '../plan'
import { lookUp } from './lookUp'

export type LinesView = Exclude<NonNullable<Entity['view']>, string>

export function isLinesView(view: Entity['view']): view is LinesView {
  return typeof view === 'object'
}

export function compileLinesView({ lines: path, header = [], as }: LinesView): LinesViewPlan {
  const [entity = '', lines = ''] = path.split('.')
  return { entity, lines, as: as ?? `${entity}Id`, header }
}

/** A document with all that its groups bring. */
interface Document extends Pick<Entity, 'title' | 'fields' | 'states'> {
  lines?: Record<string, { fields: Record<string, Field> }>
}

/**
 * What the rows of a line table bring to an entity that shows them: their stored fields, those of the header, and a reference to the
 * document, all to be read only. States come with the field that holds them.
 * @throws EngineError for a line table or a field that is not there
 */
export function fieldsOfLines(name: string, view: LinesView, document: Document): Pick<Entity, 'fields' | 'scope' | 'states'> {
  const { entity, lines, as, header } = compileLinesView(view)
  const line = lookUp(document.lines ?? {}, lines, 'lines', name)
  const beside = header.map((field) => [field, toRead(lookUp(document.fields, field, 'field', name))] as const)
  const own = Object.entries(line.fields).flatMap(([field, said]) => (isInTable(said) ? [[field, toRead(said)] as const] : []))
  const hasState = beside.some(([, { type }]) => type === 'status')
  return {
    fields: { [as]: { type: 'ref', title: document.title, to: entity, system: true }, ...Object.fromEntries([...beside, ...own]) },
    scope: { as },
    ...(hasState && document.states ? { states: document.states } : {}),
  }
}

/** A value computed at each reading is in no table, and a secret never leaves its table. */
export function isInTable({ value, query, stored, secret }: Field): boolean {
  return !secret && query === undefined && (value === undefined || stored === true)
}

/** Keywords about how a value is made and validated; a field that is only read has none of them. */
const ofWriting = [
  'required',
  'requiredFor',
  'default',
  'value',
  'follows',
  'stored',
  'where',
  'fill',
  'min',
  'max',
  'pattern',
  'patternMessage',
  'format',
  'sumOf',
] as const

function toRead(field: Field): Field {
  const read: Record<string, unknown> = { ...field, system: true }
  for (const key of ofWriting) delete read[key]
  // Numbers are drawn for documents.
  if (field.type === 'serial') return { type: 'text', title: field.title, maxLength: 40, copyable: true, system: true }
  // What is left has the keys of its type.
  return read as unknown as Field
}
