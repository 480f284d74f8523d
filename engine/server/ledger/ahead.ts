import { refKey, type RecordRef } from '../../core/ledger/book'
import type { EntityActionPlan, EntityPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { actionOf, type WriteContext } from '../record/context'
import { findRecord, type Selection } from '../record/load'
import { writerId } from '../record/store'
import { MAX_RUNS } from './limits'
import { stepApplies, noRun, scopesOf, type StepScope } from './paths'
import { actionFor, liveTwin, targetsOf } from './targets'

/**
 * Locks the record of a user's action together with the documents that its follow-ups will act on, in the one order in which everybody
 * waits. They are found by unlocked reads of the records as they are now. That is a guess: what the dialog or a rule adds is found later and
 * taken when it is free (`Locks`), so a wrong guess costs time and nothing else.
 */
export async function lockAhead(
  context: WriteContext,
  entity: EntityPlan,
  action: EntityActionPlan,
  id: string,
  selection: Selection,
): Promise<void> {
  const { cause, dry, locks } = context.flow
  if (cause !== undefined || dry || !leadsOn(entity, action)) return
  const record = await findRecord(context, entity.name, id, selection)
  if (!record) return
  const found = new Map<string, RecordRef>()
  await walk(context, entity, action, record, found)
  if (found.size > 0) await locks.acquire([{ entity: entity.name, id }, ...found.values()])
}

function leadsOn({ effects }: EntityPlan, { name }: EntityActionPlan): boolean {
  return effects[name]?.follow.some((step) => step.kind === 'perform' || step.key !== undefined) ?? false
}

async function walk(
  context: WriteContext,
  entity: EntityPlan,
  action: EntityActionPlan,
  record: RecordValues,
  found: Map<string, RecordRef>,
): Promise<void> {
  const scope: StepScope = { entity, record, before: record, form: {}, user: writerId(context.user), run: noRun }
  for (const step of entity.effects[action.name]?.follow ?? [])
    for (const inner of scopesOf(scope, step.each)) {
      // A chain that is too long is refused when it is carried out; a row beyond this many is locked when the chain comes to it.
      if (found.size >= MAX_RUNS) return
      if (step.kind === 'create') {
        const twin = stepApplies(context, step.when, inner) ? await liveTwin(context, step, inner, { lock: false }) : undefined
        if (twin) found.set(refKey({ entity: step.entity, id: twin.id }), { entity: step.entity, id: twin.id })
        continue
      }
      for (const target of await targetsOf(context, step, inner, { lock: false })) {
        const key = refKey(target)
        if (found.size >= MAX_RUNS) return
        if (found.has(key)) continue
        const on = await findRecord(context, target.entity, target.id)
        if (!on || !stepApplies(context, step.when, inner, { on })) continue
        found.set(key, target)
        const others = context.writing.entity(target.entity)
        await walk(context, others, actionOf(others, actionFor(step, target.entity)), on, found)
      }
    }
}
