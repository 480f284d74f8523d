/**
 * What a product adds in code where data cannot say it, by name. Schemas name these; the server does not start when a name has no
 * function or a function has no name.
 */
import type { Expression as SqlExpression, Kysely, SelectQueryBuilder } from 'kysely'
import type { Decimal } from '../core/decimal'
import type { Refusal, RefusalCatalogue } from '../core/refusal'
import type { AnySchema, Transaction } from './database/database'
import type {
  AnyDocuments,
  Complete,
  Documents,
  DocumentTypes,
  Draft,
  DraftRow,
  EntityName,
  FormArgument,
  Found,
  LineTypes,
  Where,
} from './documents'
import type { SecurityEventKind } from './securityEvents'
import type { Clock, SessionUser } from './session'

/** A select from any tables. Their columns are not known to the engine, so they have no types. */
// oxlint-disable-next-line typescript/no-explicit-any
export type DynamicSelect = SelectQueryBuilder<any, any, any>

/**
 * What rules work with; everything happens in the caller's transaction. `D` are the types of the product's entities, `T` those of the
 * tables, which SQL is written against (documentTypes).
 */
export interface RuleTools<D extends Documents<D> = AnyDocuments, T = AnySchema> {
  trx: Transaction<T>
  user: SessionUser
  /** The same tools at work for the system: for what follows by rule and is not the user's to decide. */
  readonly system: RuleTools<D, T>
  /** Business day, YYYY-MM-DD. */
  today: string
  /** ISO 8601. */
  now: string
  /**
   * A record with its line tables by id, without row scope; `lock` holds the row until the end of the transaction, `'keep'` together with others who
   * want it to stay as it is. `toEdit` holds it too, and refuses with 417 in a state in which a user may not edit it. Refuses with 404 when absent.
   * `past` an action it has what that needs, and is refused with 417 as long as it does not.
   */
  load<E extends EntityName<D>, A extends keyof D[E]['actions'] & string = never>(
    entity: E,
    id: string,
    options?: LoadOptions & { past?: A },
  ): Promise<Complete<D[E]['record'], D[E], A>>
  /**
   * Records (without lines) whose fields have these values; a list means one of, `not` and bounds as in a `where`. Ordered by id, so that locks
   * are taken in one order; with `newest` by that field, the highest value first. `past` as of `load`.
   */
  find<E extends EntityName<D>, A extends keyof D[E]['actions'] & string = never>(
    entity: E,
    where: Where<D[E]>,
    options?: { lock?: boolean; limit?: number; newest?: keyof D[E]['row'] & string; past?: A },
  ): Promise<Complete<Found<D[E]>, D[E], A>[]>
  /** Creates a record as the system would: defaults, number, computed fields, save rule, audit. */
  create<E extends EntityName<D>>(entity: E, values: D[E]['new']): Promise<D[E]['record']>
  /**
   * `create` for several records of one entity, in few queries however many there are; answers their ids, in their order. What one of them writes the
   * save rules of the others do not see.
   */
  createAll<E extends EntityName<D>>(entity: E, values: readonly D[E]['new'][]): Promise<string[]>
  /**
   * `create` for what stays: an account or a month that is opened when it is first needed. It follows from nothing, so that taking back what had needed
   * it leaves it there.
   */
  open<E extends EntityName<D>>(entity: E, values: D[E]['new']): Promise<D[E]['record']>
  /**
   * Writes fields of a record, system fields too, raises its version and notes the change in its history. Not for the record whose action the
   * rule belongs to: what that becomes is what the rule answers.
   */
  set<E extends EntityName<D>>(entity: E, id: string, values: D[E]['change']): Promise<void>
  /** Deletes a record whatever its state, as the rule that has created it may; one that others point to is refused. */
  remove(entity: EntityName<D>, id: string): Promise<void>
  /** Adds a row to an append-only entity. */
  append<E extends EntityName<D>>(entity: E, values: D[E]['new']): Promise<D[E]['record']>
  /** Carries out another action in the same transaction, as the same user, without its permission check. */
  perform<E extends EntityName<D>, A extends keyof D[E]['actions'] & string>(
    entity: E,
    id: string,
    action: A,
    ...form: FormArgument<D[E]['actions'][A]['form']>
  ): Promise<void>
  /** Writes a history row that is no state change, e.g. a notification. */
  note(entity: EntityName<D>, id: string, action: string, title: string, extra?: Record<string, unknown>): Promise<void>
  /** Tells the security log what this user has done, once it is committed; `detail` is for who reads it. */
  securityEvent(kind: SecurityEventKind, detail: string): void
  /** Ends the transaction with a 417 and the refusal's text; does nothing when there is none. */
  refuseIf(refusal: Refusal | undefined): void
  /**
   * What may be done all the same, but only by who confirms just these words; marks a field, or none (''). Nothing is stored before. Where nobody
   * can be asked, as in what the calendar does, it stops nothing.
   */
  warn(path: string, message: string): void
  /**
   * In a save rule: nothing is to be created here. The step that creates it says `orSkip` and goes on without it; anything else fails, as a
   * mistake of its own.
   */
  skip(): never
  /** Ends the transaction with a 422 that marks a field (`goods.0.qty`). */
  invalid(path: string, message: string): never
}

export interface LoadOptions {
  lock?: boolean | 'keep'
  toEdit?: boolean
}

/** Before a create (`before` absent) or update is written. `values` is the whole record as it will be; system fields may be set on it. */
export type SaveRule<D extends Documents<D> = AnyDocuments, E extends EntityName<D> = EntityName<D>, T = AnySchema> = (
  tools: RuleTools<D, T>,
  save: { values: Draft<D[E]>; before?: D[E]['record'] },
) => Promise<void> | void
/** After a create or update was written. */
export type SavedRule<D extends Documents<D> = AnyDocuments, E extends EntityName<D> = EntityName<D>, T = AnySchema> = (
  tools: RuleTools<D, T>,
  saved: { record: D[E]['record']; before?: D[E]['record'] },
) => Promise<void> | void
export type RemoveRule<D extends Documents<D> = AnyDocuments, E extends EntityName<D> = EntityName<D>, T = AnySchema> = (
  tools: RuleTools<D, T>,
  removal: { record: D[E]['record'] },
) => Promise<void> | void
/**
 * An action's rule: computes amounts and refuses. An action that takes back what a run has booked on its record (`undo`) finds the record as it will
 * be then. `to` chooses among several target states; `set` writes fields with the state, and cells of
 * line tables by the ids of their rows (a row without id is added).
 */
export type ActionRule<
  D extends Documents<D> = AnyDocuments,
  E extends EntityName<D> = EntityName<D>,
  A extends keyof D[E]['actions'] & string = keyof D[E]['actions'] & string,
  T = AnySchema,
> = (
  tools: RuleTools<D, T>,
  call: { record: Complete<D[E]['record'], D[E], A>; form: D[E]['actions'][A]['form']; action: A },
) => Promise<Outcome<D[E], A> | void> | Outcome<D[E], A> | void

export interface Outcome<T extends DocumentTypes, A extends keyof T['actions'] = keyof T['actions']> {
  to?: T['actions'][A]['to']
  set?: T['change'] & LinesOutcome<T>
  /**
   * The user is refused, and the fields of `set` stay, so that what fails is counted under the lock of the record; nothing else of the action is done,
   * and its version stays. Performed by anything but its own button it refuses all, as it does in a preview: what may be tried only so often has none.
   */
  refused?: Refusal
}

/** Cells of line tables; a product without types says what it says. */
type LinesOutcome<T extends DocumentTypes> = string extends keyof T['lines']
  ? unknown
  : { [L in keyof T['lines']]?: (T['lines'][L]['change'] & { id?: string })[] }

/** Figures of a record that depend on others, when these have changed: what is to be written into it. */
export type RefreshRule<D extends Documents<D> = AnyDocuments, E extends EntityName<D> = EntityName<D>, T = AnySchema> = (
  tools: RuleTools<D, T>,
  call: { record: D[E]['record'] },
) => Promise<D[E]['change']> | D[E]['change']

/**
 * Of records that a form offers as choices, the ids of those that the user may not choose, each with the reason. Nothing is locked: whether a save
 * is refused is for its rules.
 */
export type OfferRule<T = AnySchema> = (call: {
  kysely: Kysely<T>
  user: SessionUser
  ids: readonly string[]
}) => Promise<ReadonlyMap<string, string>>

/** Before an imported line goes into a form: refuses it by `tools.invalid(<field>, …)`, or completes it. Nothing is stored. */
export type LineRule<
  D extends Documents<D> = AnyDocuments,
  E extends EntityName<D> = EntityName<D>,
  L extends keyof D[E]['lines'] & string = keyof D[E]['lines'] & string,
  T = AnySchema,
> = (tools: RuleTools<D, T>, imported: { line: ImportedLine<D[E]['lines'][L]> }) => Promise<void> | void
/** Fills empty cells of a row that is about to be imported as a record: `line` has what its cells say, as a form would send it. */
export type RowRule<D extends Documents<D> = AnyDocuments, E extends EntityName<D> = EntityName<D>, T = AnySchema> = (
  tools: RuleTools<D, T>,
  imported: { line: Partial<D[E]['new']> },
) => Promise<void> | void
type ImportedLine<L extends LineTypes> = string extends keyof L['record'] ? Record<string, unknown> : Partial<DraftRow<L>>

/** An SQL value of a row, for `query` fields: an expression over the row's table alias. */
export type NamedQuery<T = AnySchema> = (context: { kysely: Kysely<T>; alias: string; today: string }) => SqlExpression<unknown>

/** Arguments of a read model by name, as fields of their types are on the wire; null is nothing. */
export type ViewParams = Readonly<Record<string, unknown>>

/** Narrows a select on an entity's table alias to the rows that who asks may see. */
export type Visible = <Q>(entity: string, alias: string, query: Q) => Q

/**
 * A read model: a select that yields the view entity's fields under their names (camelCase), and an `id`. `params` are checked against the entity's.
 * One that adds up rows of others, whose owners its own rows do not say, adds up what is `visible`.
 */
export type View<T = AnySchema> = (context: { kysely: Kysely<T>; today: string; params: ViewParams; visible: Visible }) => DynamicSelect

/** A read model of the engine's own tables. It is used by every product, so it cannot know the product's types. */
// oxlint-disable-next-line typescript/no-explicit-any
export type EngineView = View<any>

/** What an extra endpoint is asked, checked against its declared fields; what was left empty is absent. */
export interface AskedTypes {
  /** Of the path. */
  params: object
  query: object
  body: object
  /** What it answers, where its screen says so. */
  answer?: object
}
interface AnyAsked {
  params: Record<string, string>
  query: Record<string, unknown>
  body: Record<string, unknown>
}

/** What a handler knows whatever it is asked. */
export interface HandlerContext<D extends Documents<D> = AnyDocuments, T = AnySchema> {
  tools: RuleTools<D, T>
  kysely: Kysely<T>
  /** Undefined on open endpoints. */
  user: SessionUser | undefined
  clock: Clock
  /** Narrows a select on an entity's table alias to the rows the user may see. */
  visible: <Q>(entity: EntityName<D>, alias: string, query: Q) => Q
}
export type HandlerCall<D extends Documents<D> = AnyDocuments, A extends AskedTypes = AnyAsked, T = AnySchema> = HandlerContext<D, T> &
  Pick<A, 'params' | 'query' | 'body'>
/** An extra endpoint. GET runs on a snapshot; the other methods in one transaction. */
export type Handler<D extends Documents<D> = AnyDocuments, A extends AskedTypes = AnyAsked, T = AnySchema> = (
  call: HandlerCall<D, A, T>,
) => Promise<A extends { answer: infer Answer } ? Answer : unknown>

/**
 * Work of a step of the schedule. It may be begun again after any of its steps, on any server, so what it does to a record it does through
 * `once`, or in a way that doing twice changes nothing.
 */
export type StepHandler<D extends Documents<D> = AnyDocuments, T = AnySchema> = (run: StepRun<D, T>) => Promise<void>
export interface StepRun<D extends Documents<D> = AnyDocuments, T = AnySchema> {
  /** The business day, which is `today` of all it does. */
  day: string
  /** Another server has taken over, or this one stops; whatever is done after that is in vain. */
  signal: AbortSignal
  /** For reading. */
  kysely: Kysely<T>
  /**
   * Does the day's work on the record of each of these rows as the system, unless that was done: some together in one transaction, and each by
   * itself where one of them is refused; on a server several at the same time. A refusal is listed under the name of the action and does not end the step.
   */
  each: <Row>(
    rows: Iterable<Row>,
    item: (row: Row) => { entity: EntityName<D>; id: string; action: string },
    work: (tools: RuleTools<D, T>, row: Row) => Promise<void>,
  ) => Promise<void>
  /** `each`, for work that does those that share a transaction together. A record of which one is refused is tried by itself. */
  several: <Row>(
    rows: Iterable<Row>,
    item: (row: Row) => { entity: EntityName<D>; id: string; action: string },
    work: (tools: RuleTools<D, T>, rows: readonly Row[]) => Promise<void>,
  ) => Promise<void>
  /**
   * Work on many records at once, as the system in a transaction of its own. Nothing is noted of it, so doing it again must change nothing. `book`
   * books movements of a ledger on many balances, each as a matter of its own balance.
   */
  together: (work: (tools: RuleTools<D, T>, book: BookTogether<D>) => Promise<void>) => Promise<void>
  /** Lists with the day what is wrong and belongs to no single record, by a name of its own, and logs it. */
  fault: (name: string, what: string) => Promise<void>
}

/** @throws HttpProblem 417 when a balance refuses its movement; then none is booked */
export type BookTogether<D extends Documents<D> = AnyDocuments> = (
  ledger: string,
  movements: readonly StepMovement<EntityName<D>>[],
) => Promise<void>

export interface StepMovement<E extends string = string> {
  type: string
  balance: { entity: E; id: string }
  /** By name of the amount; at least 0. */
  amounts: Record<string, Decimal>
  /** Fields of the journal that are left to each movement. */
  note?: Record<string, unknown>
}

export interface ProductExtensions {
  save: Record<string, SaveRule>
  saved: Record<string, SavedRule>
  remove: Record<string, RemoveRule>
  action: Record<string, ActionRule>
  refresh: Record<string, RefreshRule>
  offer: Record<string, OfferRule>
  line: Record<string, LineRule>
  queries: Record<string, NamedQuery>
  views: Record<string, View>
  handlers: Record<string, Handler>
  steps: Record<string, StepHandler>
  /** Text checks named by `format`; the same functions serve the browser. */
  formats: Record<string, { test: (text: string) => boolean; message: string }>
  /** JSON schemas named by `shape`. */
  shapes: Record<string, object>
  refusals: RefusalCatalogue
  /** Codes of the systems outside that this installation works with. */
  systems?: ReadonlySet<string>
  /** Of endpoints that systems outside call; without it nobody can call one. */
  inbound?: Inbound
}

export interface Inbound {
  /** What each signs with, by its code. A system without one cannot call. */
  secrets: Readonly<Partial<Record<string, string>>>
  /**
   * Told of each call that was rightly signed: of one that was carried out in its own transaction, of one that was refused in another, as nothing
   * of that is left.
   */
  received: (tools: RuleTools, call: ReceivedCall) => Promise<void>
}

export interface ReceivedCall {
  system: string
  /** What the endpoint is for, as its screen says. */
  description: string
  method: string
  /** Path of the endpoint. */
  url: string
  /** As it was sent. */
  body: string
  /** The same, parsed; nothing where it is no JSON object. */
  values: Readonly<Record<string, unknown>>
  status: number
  /** What was answered. */
  answer: string
  /** Why it was refused, which the caller does not learn. */
  refused?: string
  costMs: number
}

/** What the schemas of a product name: which rule belongs to which entity or action, what each handler is asked, its SQL values and tables. */
export interface ProductTypes<D extends Documents<D>> {
  save: Record<string, EntityName<D>>
  saved: Record<string, EntityName<D>>
  remove: Record<string, EntityName<D>>
  refresh: Record<string, EntityName<D>>
  offer: Record<string, EntityName<D>>
  action: Record<string, { entity: EntityName<D>; action: string }>
  line: Record<string, { entity: EntityName<D>; lines?: string }>
  handlers: Record<string, AskedTypes>
  steps: string
  queries: string
  views: string
  tables: object
}

/** `ProductExtensions` of a product with generated types: each function under the name that its schemas give it, with the types it works on. */
export interface TypedExtensions<D extends Documents<D>, P extends ProductTypes<D>> extends Pick<
  ProductExtensions,
  'formats' | 'shapes' | 'refusals' | 'systems' | 'inbound'
> {
  save: { [N in keyof P['save']]: SaveRule<D, P['save'][N], P['tables']> }
  saved: { [N in keyof P['saved']]: SavedRule<D, P['saved'][N], P['tables']> }
  remove: { [N in keyof P['remove']]: RemoveRule<D, P['remove'][N], P['tables']> }
  refresh: { [N in keyof P['refresh']]: RefreshRule<D, P['refresh'][N], P['tables']> }
  offer: { [N in keyof P['offer']]: OfferRule<P['tables']> }
  action: {
    [N in keyof P['action']]: ActionRule<
      D,
      P['action'][N]['entity'],
      P['action'][N]['action'] & keyof D[P['action'][N]['entity']]['actions'] & string,
      P['tables']
    >
  }
  line: {
    [N in keyof P['line']]: P['line'][N] extends { lines: string }
      ? LineRule<D, P['line'][N]['entity'], P['line'][N]['lines'] & keyof D[P['line'][N]['entity']]['lines'] & string, P['tables']>
      : RowRule<D, P['line'][N]['entity'], P['tables']>
  }
  steps: Record<P['steps'], StepHandler<D, P['tables']>>
  queries: Record<P['queries'], NamedQuery<P['tables']>>
  views: Record<P['views'], View<P['tables']>>
  handlers: { [N in keyof P['handlers']]: Handler<D, P['handlers'][N], P['tables']> }
}

/** The extensions as the engine knows them, which reads any record by the names in its plan: the types come from the same schemas. */
export function untyped<D extends Documents<D>, P extends ProductTypes<D>>(extensions: TypedExtensions<D, P>): ProductExtensions {
  // No function type says "a record of the entity that the plan names", so the two cannot be compared.
  return extensions as unknown as ProductExtensions
}

/** The tools with the types of a product's entities: where a program works with them outside its rules. */
export function typed<D extends Documents<D>, T>(tools: RuleTools): RuleTools<D, T> {
  // As in `untyped`: the engine's tools read any record, so their types and those of a product cannot be compared.
  return tools as unknown as RuleTools<D, T>
}
