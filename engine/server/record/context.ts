import { isAttached, type ValueChecks } from '../../core/fields'
import type { RecordRef } from '../../core/ledger/book'
import type { EntityActionPlan, EntityPlan, LinesPlan } from '../../core/plan'
import type { Where } from '../../core/where'
import type { PageConditions } from '../../core/record/page'
import type { Environment } from '../../core/record/scope'
import type { Transaction } from '../database/database'
import type { RuleTools } from '../extensions'
import type { LedgerState } from './ledgerState'
import { createCounters, type Counters } from '../numbers/counters'
import type { Numbers } from '../numbers/requestNumbers'
import type { WantedNumber } from './sequences'
import type { DryRun } from './dryRun'
import type { Effects } from './effects'
import { entityTables } from '../entityTables'
import { shapeOf, type Shape, type ShapeContext } from '../read/shape'
import { createRowScope, type RowScope } from '../read/scope'
import type { HttpProblem } from '../problem'
import type { SecurityEvent } from '../securityEvents'
import type { Services } from '../services'
import type { SessionUser } from '../session'
import type { SourceContext } from '../source'
import { valueChecksOf } from '../valueChecks'
import { memoize } from '../memoize'
import type { Deciding } from './deciding'
import type { Run } from './history'
import type { Locks } from './locks'
import type { ReadCache } from './readCache'
import type { TouchedPeriods } from './intervals'
import type { Warnings } from './warnings'

/** What the write pipeline settles once for a server. */
export interface Writing {
  services: Services
  shapes: ShapeContext
  scope: RowScope
  checks: ValueChecks
  counters: Counters
  /** Names of all tables. */
  tables: ReadonlySet<string>
  entity(name: string): EntityPlan
  /** A record as rules see it: fields, display values and line tables. */
  recordShape(entity: string): Shape
  /** The same without line tables. */
  rowShape(entity: string): Shape
}

/** One transaction of one user: everything a step of the pipeline may use. Day and moment stand still in it. */
export interface WriteContext {
  writing: Writing
  trx: Transaction
  user: SessionUser
  source: SourceContext
  environment: Environment
  tools: RuleTools
  /** Numbers with permitted gaps. */
  numbers: Numbers
  /** Numbers without gaps, drawn when all else is done. */
  wantedNumbers: WantedNumber[]
  flow: Flow
  /** What rules have read. */
  reads: ReadCache
  /** The same transaction on behalf of another user. */
  as(user: SessionUser): WriteContext
  /** Carries out an action. */
  perform(request: ActionRequest): Promise<void>
}

export interface ActionRequest {
  entity: string
  id: string
  action: string
  /** `version`, and the fields of the dialog. */
  body: unknown
  /** By a user from a screen; a rule may act on any record. */
  from?: {
    where?: Where
    /** Of what its form sends, the fields that it may write. */
    writable?: readonly string[]
    /** Conditions of the page of its form. */
    page?: PageConditions
  }
  /** The run that it takes back, where a tree of runs is undone. */
  undoes?: string
  /** It is all that the transaction is for: what its rule keeps of a refusal is committed. */
  alone?: true
}

/** What the actions of one transaction share. */
export interface Flow {
  locks: Locks
  ledger: LedgerState
  deciding: Deciding
  /** The run that what happens now follows from. */
  cause?: Run
  /** Counts of the action that caused all others: its depth, its runs, its movements. */
  tree: { depth: number; runs: number; movements: number }
  /** Records whose `refresh` rule runs when all has happened. */
  refresh: Map<string, RecordRef>
  /** Records that have ended or are gone, which must hold nothing. */
  ended: Map<string, RecordRef>
  /** Records that got holds in this transaction. At its end it is checked that none of them has ended. */
  holders: Map<string, RecordRef>
  /** What must be confirmed before it is stored. */
  warnings: Warnings
  /** What the user is told when the transaction is committed, in place of a response. */
  refusal?: HttpProblem
  /** Events for the security log, written after the transaction. */
  securityEvents: SecurityEvent[]
  /** Records whose periods may have come to overlap others, with what they were before. */
  periods: Map<string, TouchedPeriods>
  /** Effects beyond the record itself, collected for a preview. */
  effects?: Effects
  /** The transaction will be rolled back: balances are booked in memory alone, no number is drawn, no lock is waited for. */
  dry?: DryRun
}

const known = new WeakMap<Services, Writing>()

export function writingOf(services: Services): Writing {
  let writing = known.get(services)
  if (writing === undefined) {
    writing = createWriting(services)
    known.set(services, writing)
  }
  return writing
}

/** @throws TypeError for a line table the entity does not have */
export function lineTable(entity: EntityPlan, name: string): LinesPlan {
  const lines = Object.hasOwn(entity.lines, name) ? entity.lines[name] : undefined
  if (!lines) throw new TypeError(`${entity.name} has no line table ${name}`)
  return lines
}

/** @throws TypeError for an action the entity does not have */
export function actionOf(entity: EntityPlan, name: string): EntityActionPlan {
  const action = Object.hasOwn(entity.actions, name) ? entity.actions[name] : undefined
  if (!action) throw new TypeError(`${entity.name} has no action ${name}`)
  return action
}

function createWriting(services: Services): Writing {
  const { plan, extensions, database } = services
  const shapes = { plan, extensions, kysely: database.kysely }
  const inside = { ...shapes, whole: true as const }
  const entity = (name: string): EntityPlan => {
    const found = Object.hasOwn(plan.entities, name) ? plan.entities[name] : undefined
    if (!found) throw new TypeError(`no entity named ${name}`)
    return found
  }
  return {
    services,
    shapes,
    scope: createRowScope(plan, extensions.views),
    counters: createCounters(database),
    checks: valueChecksOf(services),
    tables: new Set(entityTables(plan).map(({ name: table }) => table)),
    entity,
    recordShape: memoize((name) => shapeOf(inside, name, keysOf(entity(name)), Object.keys(entity(name).lines))),
    rowShape: memoize((name) => shapeOf(inside, name, keysOf(entity(name)))),
  }
}

/** All that a rule or a formula may read; named SQL values cost a query each and are read only where they are used. */
function keysOf(entity: EntityPlan): string[] {
  const fields = Object.values(entity.fields).filter((field) => !isAttached(field) && field.query === undefined)
  return [...fields.map((field) => field.name), ...Object.keys(entity.displays)]
}
