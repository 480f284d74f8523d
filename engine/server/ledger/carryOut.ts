import type { EffectsPlan } from '../../core/plan/effects'
import { refKey } from '../../core/ledger/book'
import { messageText } from '../messages'
import type { EntityActionPlan, EntityPlan } from '../../core/plan'
import { refused } from '../problem'
import type { WriteContext } from '../record/context'
import type { Run } from '../record/history'
import { loadRecord } from '../record/load'
import { writerId } from '../record/store'
import { bookEffects } from './book'
import { createFollowUp, performOnOthers } from './follow'
import { countRun, MAX_DEPTH } from './limits'
import { resolvePaths, type StepScope } from './paths'
import { bookedBy, persistBook } from './persist'
import { booking } from './refusal'
import { lastRunOf, postingOf, runOf, undoTree, type PastRun } from './undo'

/** An action that has been written down. */
export interface DoneAction {
  entity: EntityPlan
  action: EntityActionPlan
  id: string
  /** The record as it was stored before. */
  before: Record<string, unknown>
  /** The submitted values of the dialog. */
  form: Record<string, unknown>
  run: Run
  undone?: PastRun
}

/**
 * The run that an action undoes: the last one of the action that its schema names, or the given one, where that is a run of this action or the schema
 * names none. For a run that created the record it is the one of the schema.
 */
export async function undoneRun(
  context: WriteContext,
  entity: EntityPlan,
  id: string,
  action: EntityActionPlan,
  runId: string | undefined,
): Promise<PastRun | undefined> {
  const undo = entity.effects[action.name]?.undo
  const run = runId === undefined ? undefined : await runOf(context, runId)
  return undo && undo.action !== run?.action ? lastRunOf(context, entity, id, undo.action) : run
}

/** What an action does beyond its own record, in the order of the language: undo or free, moves, follow-ups, and what is to be refreshed. */
export async function carryOut(context: WriteContext, { entity, action, id, before, form, run, undone }: DoneAction): Promise<void> {
  const { flow } = context
  const { cause } = flow
  // An action that no other action has caused begins a tree of its own.
  if (cause === undefined) flow.tree = { depth: 0, runs: 0, movements: 0 }
  countRun(context)
  const effects = entity.effects[action.name] ?? (undone ? nothing : undefined)
  if (!effects) return
  const { tree } = flow
  tree.depth += 1
  flow.cause = run
  try {
    if (tree.depth > MAX_DEPTH) throw refused(messageText('refused.too-much'))
    await carryOutEffects(context, effects, { entity, action, id, before, form, run, undone })
  } finally {
    tree.depth -= 1
    if (cause === undefined) delete flow.cause
    else flow.cause = cause
  }
}

async function carryOutEffects(
  context: WriteContext,
  effects: EffectsPlan,
  { entity, id, before, form, run, undone }: DoneAction,
): Promise<void> {
  const scope: StepScope = { entity, record: await loadRecord(context, entity.name, id), before, form, user: writerId(context.user), run }
  // A run of a tree is taken back with all that it has caused.
  if (undone && effects.undo?.tree !== false) await undoTree(context, undone)
  const posting = undone && (await postingOf(context, undone))
  if (posting || effects.free !== undefined || effects.moves.length > 0) {
    const book = await booking(context, () =>
      bookEffects(context, effects, scope, { ...(posting ? { undone: posting } : {}), fresh: undone === undefined }),
    )
    await persistBook(context, book, bookedBy(scope))
  }
  for (const step of effects.follow) {
    // A record that is a balance itself is read as it has been booked.
    context.flow.ledger.layOver(entity, scope.record)
    await (step.kind === 'create' ? createFollowUp(context, step, scope) : performOnOthers(context, step, scope))
  }
  for (const path of effects.refresh)
    for (const target of await resolvePaths(context, scope, path)) context.flow.refresh.set(refKey(target), target)
}

const nothing: EffectsPlan = { moves: [], follow: [], refresh: [] }
