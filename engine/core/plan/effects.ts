/**
 * The plan of what happens between documents: ledgers, and what an action does beyond its own record. Only the server reads it, so it
 * stands beside the actions and not in them.
 */
import type { Expression } from '../expression'
import type { Where } from './where'

/** References one after the other from the record (`orderId.customerId`) or, when it begins with `it`, from the row; `['id']` is the record. */
export type Path = string[]

export interface LedgerPlan {
  name: string
  title: string
  /** Place of its balances in the order in which rows are locked. */
  rank: number
  /** Balance entity → the journal's reference to it; empty where the engine keeps the journal. */
  balances: Record<string, string>
  journal?: JournalPlan
  /** Number field of every balance → the type that gives a unit of it back, where its units belong to holds. */
  buckets: Record<string, { held?: string }>
  types: Record<string, MovementTypePlan>
  also: { balance: string; on: string; types?: Record<string, { ledger: string; type: string }> }[]
  limits: LimitPlan[]
  /** Refusal of a bucket that does not hold the amount; absent: the engine's own words. */
  short?: string
  holders: HolderPlan[]
}

export interface JournalPlan {
  entity: string
  type: string
  set: Record<string, Expression>
  /** Fields that are taken from the document, where it has them. */
  ofDocument: string[]
  /** Fields that each move says itself. */
  noted: string[]
  /** What a row says instead whose movement takes another one back. */
  undone: Record<string, Expression>
}

export interface MovementTypePlan {
  name: string
  title?: string
  /** The code that the journal shows; absent: its name. */
  shown?: string
  /** Names of its amounts; one without a name is `amount`. */
  amounts: string[]
  /** Bucket → amount → sign. */
  by: Record<string, Record<string, 1 | -1>>
  inverse?: string
  final: boolean
}

export interface LimitPlan {
  that: Expression
  on: string[]
  refusal?: string
  params: Record<string, Expression>
}

/** Who holds what of balances that are older than the ledger. */
export interface HolderPlan {
  bucket: string
  entity: string
  each?: string
  of: Path
  amount: Expression
  when?: Expression
}

/** Which balance: along references, or by the fields of one of its unique keys. */
export type PlacePlan = { path: Path } | { entity: string; key: Record<string, Expression> }

interface StepBase {
  /** Line table whose rows the step is repeated for. */
  each?: string
  when?: Expression
}

export interface MovePlan extends StepBase {
  kind: 'move'
  ledger: string
  type: string
  of: PlacePlan
  /** By name of the amount. */
  amounts: Record<string, Expression>
  from?: Path
  for?: Path
  /** Field of the journal that is left to each move → expression. */
  note?: Record<string, Expression>
}

export interface TakePlan extends StepBase {
  kind: 'take'
  ledger: string
  bucket: string
  of: PlacePlan
  from: Path
  amount: Expression
  keep?: KeepPlan
}

export interface FreePlan extends StepBase {
  ledger: string
  bucket: string
  of?: PlacePlan
  amount?: Expression
}

/** A field of the record, or of the row. */
export interface KeepPlan {
  row: boolean
  field: string
}

export interface CreatePlan extends StepBase {
  kind: 'create'
  entity: string
  key?: string[]
  with: Record<string, Expression>
  lines: Record<string, RowSketchPlan[]>
  takes: { ledger: string; bucket: string }[]
  moves: (Pick<MovePlan, 'ledger' | 'type' | 'amounts'> & { when?: Expression })[]
  keep?: KeepPlan
  through?: string
  onUndo?: string
  /** The save rule of what is created may find that nothing is to be. */
  orSkip?: true
}

export interface RowSketchPlan extends StepBase {
  fields: Record<string, Expression>
  nonZero: string[]
}

export interface PerformPlan extends StepBase {
  kind: 'perform'
  /** One action for all, or by entity of the target. */
  action: string | Record<string, string>
  on: Path | { entity: string; where: Record<string, Expression | string[]> }
  once: boolean
  form: Record<string, Expression>
}

/** What an action does beyond its own record, in the order free, undo, moves, then, refresh. */
export interface EffectsPlan {
  free?: true | FreePlan[]
  undo?: { action: string; tree: boolean }
  moves: (MovePlan | TakePlan)[]
  /** Follow-up documents and actions of others; named so because an object with `then` is taken for a promise. */
  follow: (CreatePlan | PerformPlan)[]
  refresh: Path[]
}

/** A field that the engine keeps: the sum over other records, or over rows of their line table. */
export interface SumPlan {
  /** Whose field it is; with `lines`, of a row of that line table. */
  entity: string
  lines?: string
  field: string
  of: {
    entity: string
    lines?: string
    by: string
    field: string
    where?: Where
  }
  atMost?: Expression
  refusal?: string
  /** Figures that the refusal shows; they may read the record or row, and `amount`, `sum` and `limit`. */
  params: Record<string, Expression>
}
