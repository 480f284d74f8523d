/**
 * What a product adds in code where data cannot say it, by name. Schemas name these; the server does not start when a name has no
 * function or a function has no name.
 */
import type { Expression as SqlExpression, Kysely, SelectQueryBuilder } from 'kysely'
import type { RecordValues } from '../core/wire'
import type { Refusal, RefusalCatalogue } from '../core/refusal'
import type { Transaction } from './database/database'
import type { Clock, SessionUser } from './session'

/** Tables come from schemas, so no type knows their columns: product code names them, and tests run it. */
// oxlint-disable-next-line typescript/no-explicit-any
export type DynamicKysely = Kysely<any>
// oxlint-disable-next-line typescript/no-explicit-any
export type DynamicSelect = SelectQueryBuilder<any, any, any>

/** What rules work with; everything happens in the caller's transaction. */
export interface RuleTools {
  trx: Transaction
  user: SessionUser
  /** Business day, YYYY-MM-DD. */
  today: string
  /** ISO 8601. */
  now: string
  /**
   * A record with its line tables by id, without row scope; `lock` holds the row until the end of the transaction. `toEdit` does too, and
   * refuses with 417 in a state in which a user may not edit it. Refuses with 404 when absent.
   */
  load(entity: string, id: string, options?: { lock?: boolean; toEdit?: boolean }): Promise<RecordValues>
  /** Records (without lines) whose fields have these values; a list means one of. Ordered by id, so that locks are taken in one order. */
  find(entity: string, where: Record<string, unknown>, options?: { lock?: boolean; limit?: number }): Promise<RecordValues[]>
  /** Creates a record as the system would: defaults, number, computed fields, save rule, audit. */
  create(entity: string, values: Record<string, unknown>): Promise<RecordValues>
  /** Writes fields, system ones too, raises the version and records the change. */
  set(entity: string, id: string, values: Record<string, unknown>): Promise<void>
  /** Writes fields of one line row. */
  setLine(entity: string, line: string, id: string, values: Record<string, unknown>): Promise<void>
  /**
   * Adds decimal deltas to fields by one conditional UPDATE that keeps every one of them ≥ 0 and, when given, `atMost` (fields whose sum
   * must not pass a limit). Answers the row afterwards; undefined when the condition fails and nothing was changed.
   */
  adjust(
    entity: string,
    id: string,
    deltas: Record<string, string>,
    limit?: { sumOf: string[]; atMost: string },
  ): Promise<RecordValues | undefined>
  /** Adds a row to an append-only entity. */
  append(entity: string, values: Record<string, unknown>): Promise<RecordValues>
  /** Carries out another action in the same transaction, as the same user, without its permission check. */
  perform(entity: string, id: string, action: string, form?: Record<string, unknown>): Promise<void>
  /** Writes a history row that is no state change, e.g. a notification. */
  note(entity: string, id: string, action: string, title: string, extra?: Record<string, unknown>): Promise<void>
  /** Ends the transaction with a 417 and the refusal's text; does nothing when there is none. */
  refuseIf(refusal: Refusal | undefined): void
  /** Ends the transaction with a 422 that marks a field (`goods.0.qty`). */
  invalid(path: string, message: string): never
}

/** Before a create (`before` absent) or update is written. `values` is the whole record as it will be; system fields may be set on it. */
export type SaveRule = (tools: RuleTools, save: { values: Record<string, unknown>; before?: RecordValues }) => Promise<void> | void
/** After a create or update was written. */
export type SavedRule = (tools: RuleTools, saved: { record: RecordValues; before?: RecordValues }) => Promise<void> | void
export type RemoveRule = (tools: RuleTools, removal: { record: RecordValues }) => Promise<void> | void
/** An action's rule: refuses, or does the side effects. `to` chooses among several target states, `set` writes fields with the state. */
export type ActionRule = (
  tools: RuleTools,
  call: { record: RecordValues; form: Record<string, unknown>; action: string },
) => Promise<{ to?: string; set?: Record<string, unknown> } | void> | { to?: string; set?: Record<string, unknown> } | void

/** Before an imported line goes into a form: refuses it by `tools.invalid(<field>, …)`, or completes it. Nothing is stored. */
export type LineRule = (tools: RuleTools, imported: { line: Record<string, unknown> }) => Promise<void> | void

/** An SQL value of a row, for `query` fields: an expression over the row's table alias. */
export type NamedQuery = (context: { kysely: DynamicKysely; alias: string; today: string }) => SqlExpression<unknown>

/** A read model: a select that yields the view entity's fields under their names (camelCase), and an `id`. */
export type View = (context: { kysely: DynamicKysely; today: string }) => DynamicSelect

export interface HandlerCall {
  tools: RuleTools
  kysely: DynamicKysely
  /** Undefined on open endpoints. */
  user: SessionUser | undefined
  clock: Clock
  /** Path parameters, query and body, checked against the endpoint's declared fields. */
  params: Record<string, string>
  query: Record<string, unknown>
  body: Record<string, unknown>
  /** Narrows a select on an entity's table alias to the rows the user may see. */
  visible: <Q>(entity: string, alias: string, query: Q) => Q
}
/** An extra endpoint. GET runs on a snapshot; the other methods in one transaction. */
export type Handler = (call: HandlerCall) => Promise<unknown>

export interface ProductExtensions {
  save: Record<string, SaveRule>
  saved: Record<string, SavedRule>
  remove: Record<string, RemoveRule>
  action: Record<string, ActionRule>
  line: Record<string, LineRule>
  queries: Record<string, NamedQuery>
  views: Record<string, View>
  handlers: Record<string, Handler>
  /** Text checks named by `format`; the same functions serve the browser. */
  formats: Record<string, { test: (text: string) => boolean; message: string }>
  /** JSON schemas named by `shape`. */
  shapes: Record<string, object>
  refusals: RefusalCatalogue
}
