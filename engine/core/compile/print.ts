import type { Screen } from '../../spec/generated/screen'
import { expressionDependencies, type Expression } from '../expression'
import { displayOf } from '../fields'
import type { ColumnPlan, EntityPlan, FieldPlan, PaperPlan, PrintChoice, PrintPartPlan, PrintPlan, ScreenPlan } from '../plan'
import { compileColumn, resolveName } from './column'
import { displaysOf } from './displays'
import { compileOptional } from './expression'
import { lookUp } from '../sources/lookUp'
import { optional } from '../sources/optional'
import { compileText, textReads } from './text'

type Print = NonNullable<Screen['prints']>[string]
type Part = Print['parts'][number]

/** In mm. */
const USUAL_MARGIN = 12
const USUAL_ACROSS = 3

interface PrintContext {
  /** Screen id, for messages. */
  id: string
  screen: Screen
  entity: EntityPlan
}

/** The templates of a screen; undefined where it has none. */
export function compilePrints({ id, screen, entity }: PrintContext): ScreenPlan['prints'] {
  if (!screen.prints) return undefined
  return Object.fromEntries(
    Object.entries(screen.prints).map(([name, print]) => [name, compilePrint(name, print, entity, `${id} ${name}`)]),
  )
}

/** What the print button has to know of a template. */
export function choiceOf({ name, title, when }: PrintPlan): PrintChoice {
  return { name, title, ...optional({ when }) }
}

/** The fields whose values are printed. */
export function printedFields({ parts }: PrintPlan): FieldPlan[] {
  return parts.flatMap((part) => {
    if (part.kind === 'fields') return part.items.map(({ field }) => field)
    if (part.kind === 'lines') return part.columns.map(({ field }) => field)
    return part.kind === 'text' ? Object.values(part.fields) : []
  })
}

function compilePrint(name: string, { title, when: said, paper, copies = [], parts: written }: Print, entity: EntityPlan, where: string) {
  const when = compileOptional(said)
  const parts = written.map((part) => compilePart(part, entity, where))
  const plan: PrintPlan = {
    name,
    title,
    paper: compilePaper(paper),
    copies,
    parts,
    reads: readsOf(when, parts, entity),
    ...optional({ when }),
  }
  return plan
}

function compilePaper({ size = 'A4', landscape, margin = USUAL_MARGIN }: NonNullable<Print['paper']> = {}): PaperPlan {
  return { size, landscape: landscape === true || size === '241x140', margin }
}

function compilePart(part: Part, entity: EntityPlan, where: string): PrintPartPlan {
  const when = optional({ when: compileOptional(part.when) })
  if ('lines' in part) {
    const lines = lookUp(entity.lines, part.lines, 'lines', where)
    const owner = { fields: lines.fields, displays: displaysOf(lines.fields) }
    const columns = part.columns.map((column) => compileColumn(column, owner, `${where} ${part.lines}`))
    return { kind: 'lines', title: part.title ?? lines.title, lines: part.lines, columns, ...when }
  }
  if ('fields' in part) {
    const { across = USUAL_ACROSS } = part
    const items = part.fields.map((item) => {
      const { field: name, span } = typeof item === 'string' ? { field: item, span: 1 } : item
      const { field } = resolveName(name, entity.fields, entity.displays, where)
      return { field, title: field.title, span: Math.min(span, across) }
    })
    return { kind: 'fields', across, items, ...when, ...optional({ title: part.title }) }
  }
  if ('text' in part) {
    return { kind: 'text', align: part.align ?? 'start', ...compileText(part.text, entity.fields), ...when }
  }
  return { kind: 'sign', who: part.sign, ...when }
}

/** What has to be read of a record: the printed fields, the fields of conditions, its label, and its version. */
function readsOf(when: Expression | undefined, parts: PrintPartPlan[], entity: EntityPlan): PrintPlan['reads'] {
  const judged = [when, ...parts.map((part) => part.when)].flatMap((condition) => (condition ? expressionDependencies(condition) : []))
  const columns = parts.flatMap((part) =>
    part.kind === 'lines' ? part.columns.map((column) => [part.lines, keysOf(column)] as const) : [],
  )
  const judgedColumns = judged.flatMap((path) => {
    const [table = '', column] = path.split('.')
    return Object.hasOwn(entity.lines, table) ? [[table, column === undefined ? [] : [column]] as const] : []
  })
  const lines: Record<string, string[]> = {}
  for (const [table, names] of [...columns, ...judgedColumns]) lines[table] = [...new Set([...(lines[table] ?? []), ...names])]
  const names = [
    'id',
    entity.label,
    ...(entity.statusField ? [entity.statusField] : []),
    ...judged.map((path) => path.split('.')[0] ?? path),
    ...parts.flatMap((part) => {
      if (part.kind === 'fields') return part.items.flatMap(({ field }) => [field.name, displayOf(field) ?? field.name])
      return part.kind === 'text' ? textReads(part, entity.displays) : []
    }),
  ]
  const isThere = (name: string): boolean => Object.hasOwn(entity.fields, name) || Object.hasOwn(entity.displays, name)
  return { fields: [...new Set(names)].filter((name) => isThere(name) && !entity.fields[name]?.secret), lines }
}

function keysOf({ key, field }: ColumnPlan): string[] {
  return [key, field.name]
}
