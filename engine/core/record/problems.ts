import { readValue, InvalidValue, type ValueChecks } from '../fields'
import { messageText, type MessageCode } from '../messages'
import type { FieldPlan, LinesPlan } from '../plan'
import type { FieldProblem } from '../wire'

/** A row of a line table, where the problem is; `index` counts from 0. */
export interface LinePlace {
  lines: Pick<LinesPlan, 'name' | 'title'>
  index: number
}

/** All that is wrong with a record or the answers of a dialog, one reason for each place, so that a form can mark every field at once. */
export class Problems {
  readonly #found = new Map<string, FieldProblem>()
  readonly #unsound = new Set<string>()
  readonly #most: number

  /** @param most more are not noted */
  constructor(most = Infinity) {
    this.#most = most
  }

  get none(): boolean {
    return this.#found.size === 0
  }

  get all(): FieldProblem[] {
    return [...this.#found.values()]
  }

  has(path: string): boolean {
    return this.#found.has(path)
  }

  /** Whether anything is wrong with a field, or in a row (`goods.0`), also when no more is noted. */
  isUnsound(place: string): boolean {
    return this.#unsound.has(place)
  }

  field(field: FieldPlan, rule: string, code: MessageCode, params: Record<string, unknown> = {}, place?: LinePlace, text?: string): void {
    const detail = text ?? messageText(code, { ...params, label: labelOf(field.title, place) })
    this.at(pathOf(field.name, place), rule, detail, params)
  }

  invalid(field: FieldPlan, { rule, code, params, text }: InvalidValue, place?: LinePlace): void {
    this.field(field, rule, code, params, place, text)
  }

  unknown(name: string, place?: LinePlace): void {
    // The name comes from outside; a long one would fill the message.
    const shown = name.slice(0, 40)
    this.at(pathOf(shown, place), 'unknown', messageText('invalid.unknown', { name: shown }))
  }

  /** About a line table as a whole. */
  table(lines: LinePlace['lines'], rule: string, code: MessageCode, params: Record<string, unknown> = {}): void {
    this.at(lines.name, rule, messageText(code, { ...params, label: messageText('invalid.label', { title: lines.title }) }), params)
  }

  /** About a row as a whole. */
  row(place: LinePlace, rule: string, code: MessageCode, params: Record<string, unknown> = {}): void {
    const label = messageText('invalid.row', { lines: place.lines.title, row: place.index + 1 })
    this.at(`${place.lines.name}.${place.index}`, rule, messageText(code, { ...params, label }), params)
  }

  at(path: string, rule: string, detail: string, params: Record<string, unknown> = {}): void {
    this.#unsound.add(path.split('.').slice(0, 2).join('.'))
    // The first reason is the one to mend first: an unreadable value is not also missing.
    if (this.#found.size >= this.#most || this.has(path)) return
    this.#found.set(path, fieldProblem(path, rule, detail, Object.keys(params).length === 0 ? undefined : params))
  }
}

/** One wrong field; `path` is dotted (`goods.0.qty`). */
export function fieldProblem(path: string, rule: string, detail: string, params?: Record<string, unknown>): FieldProblem {
  const pointer = path === '' ? '' : `/${path.split('.').map(escapePointer).join('/')}`
  return { pointer, path, rule, detail, params }
}

/** A value of a request or a form as it is stored; null for one that does not fit, which goes to `problems`. */
export function readField(field: FieldPlan, raw: unknown, checks: ValueChecks, problems: Problems, place?: LinePlace): unknown {
  const value = readValue(field, raw, checks)
  if (!(value instanceof InvalidValue)) return value
  problems.invalid(field, value, place)
  return null
}

/** What a field is called in messages. */
export function labelOf(title: string, place: LinePlace | undefined): string {
  return place
    ? messageText('invalid.label-in-line', { lines: place.lines.title, row: place.index + 1, title })
    : messageText('invalid.label', { title })
}

function pathOf(name: string, place: LinePlace | undefined): string {
  return place ? `${place.lines.name}.${place.index}.${name}` : name
}

function escapePointer(part: string): string {
  return part.replace(/~/g, '~0').replace(/\//g, '~1')
}
