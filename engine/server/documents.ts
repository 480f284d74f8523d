/**
 * Records with types: what rules, handlers and demo data know of a product's entities when the product says so. `npm run generate` writes
 * one `DocumentTypes` per entity (engine/server/documentTypes); a program without them works with names and values, `AnyDocuments`.
 */
import type { WhereBound } from '../core/where'
import type { RecordValues } from '../core/wire'

/** The types of one entity. */
export interface DocumentTypes {
  /** As it is read: fields, display values and line tables. Empty values are null. */
  record: { id: string }
  /** What its row holds, which is what it can be found by. */
  row: { id: string }
  /** What a rule may say of a new one, its rows and its first state included. */
  new: object
  /** Fields that may be written later. */
  change: object
  /** What only storing it gives, such as its number. */
  given: string
  state: string
  lines: Record<string, LineTypes>
  actions: Record<string, ActionTypes>
}

export interface LineTypes {
  record: { id: string }
  change: object
}

export interface ActionTypes {
  /** What the dialog answers. */
  form: object
  /** States that it leads to. */
  to: string
  /** Fields that a draft may lack, and no record that comes to this action; cells as `<lines>.<name>`. */
  complete: string
}

/** A record on which an action, any of these, is carried out or has been: what the action needs is there. */
export type Complete<R, T extends DocumentTypes, A extends keyof T['actions']> = {
  // Before the record's own, so that methods of its rows are these.
  [L in keyof R & CompleteLines<CompleteFor<T, A>>]: CompleteRows<R[L], CompleteCells<CompleteFor<T, A>, L>>
} & R & {
    [K in keyof R & CompleteFor<T, A>]: NonNullable<R[K]>
  }

type CompleteLines<N extends string> = N extends `${infer L}.${string}` ? L : never
type CompleteCells<N extends string, L extends string> = N extends `${L}.${infer C}` ? C : never
type CompleteRows<Rows, C extends string> = Rows extends (infer Row)[] ? (Row & { [K in keyof Row & C]: NonNullable<Row[K]> })[] : Rows

/** What all of several actions need. */
type CompleteFor<T extends DocumentTypes, A extends keyof T['actions']> = {
  [K in T['actions'][A]['complete']]: [A] extends [Needing<T, K>] ? K : never
}[T['actions'][A]['complete']]
type Needing<T extends DocumentTypes, K extends string> = {
  [A in keyof T['actions']]: K extends T['actions'][A]['complete'] ? A : never
}[keyof T['actions']]

/** By name; the types of a product are an interface, which has no index signature. */
export type Documents<D> = { [E in keyof D]: DocumentTypes }
export type EntityName<D> = keyof D & string

export type AnyDocuments = Record<string, AnyDocument>

interface AnyDocument {
  record: RecordValues
  row: RecordValues
  new: Record<string, unknown>
  change: Record<string, unknown>
  given: string
  state: string
  lines: Record<string, { record: RecordValues; change: Record<string, unknown> }>
  actions: Record<string, { form: Record<string, unknown>; to: string; complete: never }>
}

/** What `find` answers: a record without its line tables. */
export type Found<T extends DocumentTypes> = string extends keyof T['lines'] ? T['record'] : Omit<T['record'], keyof T['lines']>

/** Values that fields are to have: one, one of several, none of them, or within bounds. Null means empty. */
export type Where<T extends DocumentTypes> = {
  [K in keyof T['row']]?: Sought<T['row'][K]> | { not: Sought<T['row'][K]> } | Bounds<T['row'][K]>
}
type Sought<V> = V | Single<V> | readonly Single<V>[] | null
type Bounds<V> = { [Bound in WhereBound]?: NonNullable<V> }
type Single<V> = V extends readonly (infer Item)[] ? Item : V

/** Fields that belong to a stored record, whatever its entity. */
type BuiltIn = 'id' | 'version' | 'createdById' | 'createdAt' | 'updatedById' | 'updatedAt'

/** A record on its way into the database: what is empty may be absent, and so is of a new one what only storing gives. */
export type Draft<T extends DocumentTypes> = string extends keyof T['lines']
  ? Record<string, unknown>
  : Emptyable<Omit<T['record'], keyof T['lines']>, BuiltIn | T['given']> & {
      [L in keyof T['lines']]: DraftRow<T['lines'][L]>[]
    }

/** A row on its way into a line table. */
export type DraftRow<L> = L extends LineTypes ? Emptyable<L['record'], 'id'> : never

type Emptyable<R, Absent> = { [K in keyof R as K extends Absent | EmptyKeys<R> ? never : K]: R[K] } & {
  [K in keyof R as K extends Absent | EmptyKeys<R> ? K : never]?: R[K] | undefined
}
type EmptyKeys<R> = { [K in keyof R]: null extends R[K] ? K : never }[keyof R]

/** A dialog that asks nothing that must be answered need not be answered at all. */
export type FormArgument<Form> = Partial<Form> extends Form ? [form?: Form] : [form: Form]
