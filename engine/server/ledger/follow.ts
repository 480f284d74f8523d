import type { CreatePlan, PerformPlan, RowSketchPlan } from '../../core/plan/effects'
import { compareDecimals, toDecimal } from '../../core/decimal'
import { isEmptyValue } from '../../core/fields'
import { Book, refKey, type RecordRef } from '../../core/ledger/book'
import { messageText } from '../messages'
import type { RecordValues } from '../../core/wire'
import { toColumn } from '../rows'
import { systemUser } from '../session'
import { brokenKeyOf } from '../record/brokenKey'
import { actionOf, type WriteContext } from '../record/context'
import { stateOf } from '../record/guards'
import { addHistory, SKIPPED } from '../record/history'
import { loadRecord } from '../record/load'
import { LockBusy } from '../record/locks'
import { createByRule } from '../record/save'
import { Skipped } from '../record/skipped'
import { bookOpening, keep } from './book'
import { countRun } from './limits'
import { stepApplies, scopesOf, valueOf, type StepScope } from './paths'
import { bookedBy, persistBook } from './persist'
import { booking, naming } from './refusal'
import { actionFor, liveTwin, targetsOf } from './targets'

type Values = Record<string, unknown>

/** Creates a follow-up document, once or for each row; created by the system, so that it is in no user's own scope. */
export async function createFollowUp(context: WriteContext, step: CreatePlan, scope: StepScope): Promise<void> {
  const system = context.as(systemUser)
  for (const inner of scopesOf(scope, step.each)) {
    if (!stepApplies(context, step.when, inner)) continue
    const found = await liveTwin(context, step, inner, { lock: true })
    const id = found?.id ?? (await createNew(system, step, valuesOf(context, step, inner)))
    if (id === undefined) continue
    if (!found) countRun(context)
    const created = { entity: step.entity, id }
    await takeOver(context, step, inner, created)
    if (step.moves.length > 0) await open(context, step, inner, created)
    if (step.keep) await keep(context, inner, step.keep, id)
    if (step.through !== undefined && !found) await system.perform({ entity: step.entity, id, action: step.through, body: {} })
  }
}

/**
 * @returns undefined where nothing is to be created, as the save rule finds
 * @throws LockBusy when another transaction has created a record with the step's key meanwhile: it is found when the work is run again
 */
async function createNew(context: WriteContext, step: CreatePlan, values: Values): Promise<string | undefined> {
  try {
    return await createByRule(context, context.writing.entity(step.entity), values)
  } catch (error) {
    if (step.orSkip && error instanceof Skipped) return undefined
    // Records with an empty part of the key are never found.
    const isFound = step.key?.every((name) => !isEmptyValue(values[name])) ?? false
    throw isFound && isKeyOf(context, step, error) ? new LockBusy([]) : error
  }
}

function isKeyOf({ writing }: WriteContext, { entity, key }: CreatePlan, error: unknown): boolean {
  const broken = brokenKeyOf(writing.services.plan, error)
  if (!broken || !key || broken.table !== writing.entity(entity).table) return false
  return broken.columns.toSorted().join() === key.map(toColumn).toSorted().join()
}

/** Carries out a system action of other records, by id. */
export async function performOnOthers(context: WriteContext, step: PerformPlan, scope: StepScope): Promise<void> {
  const done = new Set<string>()
  for (const inner of scopesOf(scope, step.each)) {
    const targets = await targetsOf(context, step, inner, { lock: true })
    await context.flow.locks.acquire(targets)
    for (const { entity, id } of targets) {
      const on = await loadRecord(context, entity, id)
      if (!stepApplies(context, step.when, inner, { on })) continue
      const key = refKey({ entity, id })
      if (step.once && done.has(key)) continue
      done.add(key)
      const form = Object.fromEntries(Object.entries(step.form).map(([name, value]) => [name, valueOf(context, value, inner, { on })]))
      await performOn(context, entity, on, actionFor(step, entity), form)
    }
  }
}

async function performOn(context: WriteContext, entityName: string, on: RecordValues, actionName: string, form: Values): Promise<void> {
  const entity = context.writing.entity(entityName)
  const action = actionOf(entity, actionName)
  const state = stateOf(entity, on)
  if (state && action.from.length > 0 && !action.from.includes(state.code) && entity.skippable.includes(actionName)) {
    countRun(context)
    await addHistory(context, entity, on, { action: SKIPPED, title: messageText('history.skipped', { action: action.title }) })
    return
  }
  try {
    await context.perform({ entity: entityName, id: on.id, action: actionName, body: withoutEmpty(form) })
  } catch (error) {
    throw naming(error, entity, on)
  }
}

function valuesOf(context: WriteContext, step: CreatePlan, scope: StepScope): Values {
  const fields = evaluated(context, step.with, scope)
  const lines = Object.entries(step.lines).map(([table, sketches]) => [table, sketches.flatMap((row) => rowsOfSketch(context, row, scope))])
  return { ...fields, ...Object.fromEntries(lines) }
}

function rowsOfSketch(context: WriteContext, sketch: RowSketchPlan, scope: StepScope): Values[] {
  return scopesOf(scope, sketch.each)
    .filter((inner) => stepApplies(context, sketch.when, inner))
    .map((inner) => evaluated(context, sketch.fields, inner))
    .filter((row) => sketch.nonZero.length === 0 || sketch.nonZero.some((name) => compareDecimals(toDecimal(row[name]) ?? '0', '0') !== 0))
}

/** Empty values are left out, so that a default applies. */
function evaluated(context: WriteContext, fields: CreatePlan['with'], scope: StepScope): Values {
  return withoutEmpty(Object.fromEntries(Object.entries(fields).map(([name, expression]) => [name, valueOf(context, expression, scope)])))
}

function withoutEmpty(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmptyValue(value)))
}

/** The created record owns from now on what this one held. */
async function takeOver(context: WriteContext, step: CreatePlan, scope: StepScope, created: RecordRef): Promise<void> {
  const { ledger } = context.flow
  const self = { entity: scope.entity.name, id: scope.record.id }
  for (const taken of step.takes) await ledger.prepare(await ledger.balancesHeldBy(self, taken))
  const book = new Book(ledger)
  for (const taken of step.takes) {
    const held = ledger.openHoldsOf(self).filter((hold) => hold.ledger === taken.ledger && hold.bucket === taken.bucket)
    for (const { balance, open: amount } of held) book.take({ ...taken, balance, from: self, to: created, amount })
  }
  await persistBook(context, book, bookedBy(scope))
}

async function open(context: WriteContext, step: CreatePlan, scope: StepScope, created: RecordRef): Promise<void> {
  const owner = { entity: scope.entity.name, id: scope.record.id }
  await persistBook(context, await booking(context, () => bookOpening(context, step.moves, scope, created, owner)), bookedBy(scope))
}
