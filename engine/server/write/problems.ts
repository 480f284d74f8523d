import type { Unfit } from '../../core/fields'
import { messageText, type MessageCode } from '../../core/messages'
import type { FieldPlan, LinesPlan } from '../../core/plan'
import type { FieldProblem } from '../../core/wire'
import { fieldProblem, invalid } from '../problem'

/** More do not help the user, and a body can be made to hold very many. */
const MAX_PROBLEMS = 50

/** A row of a line table, where the problem is; `index` counts from 0 in the body. */
export interface LinePlace {
  lines: LinesPlan
  index: number
}

/** All that is wrong with a body, so that a form can mark every field at once. */
export class Problems {
  readonly #found: FieldProblem[] = []

  get none(): boolean {
    return this.#found.length === 0
  }

  /** For the log: what was found where. */
  summary(): string {
    return this.#found.map(({ path, rule, detail }) => `${path} (${rule}): ${detail}`).join('; ')
  }

  /** Ends the request with 422 when anything was found. */
  throwIfAny(): void {
    if (!this.none) throw invalid(this.#found)
  }

  has(path: string): boolean {
    return this.#found.some((problem) => problem.path === path)
  }

  field(field: FieldPlan, rule: string, code: MessageCode, params: Record<string, unknown> = {}, place?: LinePlace, text?: string): void {
    const detail = text ?? messageText(code, { ...params, label: labelOf(field.title, place) })
    this.at(pathOf(field.name, place), rule, detail, params)
  }

  unfit(field: FieldPlan, { rule, code, params, text }: Unfit, place?: LinePlace): void {
    this.field(field, rule, code, params, place, text)
  }

  unknown(name: string, place?: LinePlace): void {
    // The name comes from outside; a long one would fill the message.
    const shown = name.slice(0, 40)
    this.at(pathOf(shown, place), 'unknown', messageText('invalid.unknown', { name: shown }))
  }

  /** About a line table as a whole. */
  table(lines: LinesPlan, rule: string, code: MessageCode, params: Record<string, unknown> = {}): void {
    this.at(lines.name, rule, messageText(code, { ...params, label: messageText('invalid.label', { title: lines.title }) }), params)
  }

  /** About a row as a whole. */
  row(place: LinePlace, rule: string, code: MessageCode, params: Record<string, unknown> = {}): void {
    const label = messageText('invalid.row', { lines: place.lines.title, row: place.index + 1 })
    this.at(`${place.lines.name}.${place.index}`, rule, messageText(code, { ...params, label }), params)
  }

  at(path: string, rule: string, detail: string, params: Record<string, unknown> = {}): void {
    // The first reason is the one to mend first: an unreadable value is not also missing.
    if (this.#found.length >= MAX_PROBLEMS || this.has(path)) return
    this.#found.push(fieldProblem(path, rule, detail, Object.keys(params).length === 0 ? undefined : params))
  }
}

function pathOf(name: string, place: LinePlace | undefined): string {
  return place ? `${place.lines.name}.${place.index}.${name}` : name
}

function labelOf(title: string, place: LinePlace | undefined): string {
  return place
    ? messageText('invalid.label-in-line', { lines: place.lines.title, row: place.index + 1, title })
    : messageText('invalid.label', { title })
}
