import type { EntityPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import type { RuleTools } from '../extensions'
import { fieldProblem, invalid } from '../problem'
import { systemUser } from '../session'
import type { WriteContext } from '../record/context'
import { addHistory } from '../record/history'
import { refuseIncomplete, refuseState } from '../record/guards'
import { findRecords, loadRecord } from '../record/load'
import { refusalOf } from '../record/refusals'
import { createAllByRule, createByRule, updateByRule } from '../record/save'
import { Skipped } from '../record/skipped'
import { removeByRule } from './remove'

/** What rules work with, bound to one transaction. Mistakes of a rule are TypeErrors (500 and a line in the log), not refusals. */
export function ruleTools(context: WriteContext): RuleTools {
  const { writing, trx, user, environment } = context
  const { refusals } = writing.services.extensions

  const create: RuleTools['create'] = async (entityName, values) =>
    loadRecord(context, entityName, await createByRule(context, creatable(writing.entity(entityName)), values))

  return {
    trx,
    user,
    get system() {
      return context.as(systemUser).tools
    },
    today: environment.today,
    now: environment.now,

    async load(entityName, id, { lock = false, toEdit = false, past } = {}) {
      const held = lock === 'keep' && !toEdit ? 'keep' : 'change'
      const record = await loadRecord(context, entityName, id, lock || toEdit ? { lock: held } : { byRule: true })
      if (toEdit) refuseState(context, writing.entity(entityName), record, 'edit')
      if (past !== undefined) refuseIncomplete(context, writing.entity(entityName), record, past)
      return record
    },
    async find(entityName, where, { past, ...options } = {}) {
      const read = (): Promise<RecordValues[]> => findRecords(context, entityName, where, options)
      const found = await (options.lock ? read() : context.reads.read([entityName, where, options], read))
      if (past !== undefined) for (const record of found) refuseIncomplete(context, writing.entity(entityName), record, past)
      return found
    },

    create,
    createAll: (entityName, values) => createAllByRule(context, creatable(writing.entity(entityName)), values),
    async open(entityName, values) {
      const { flow } = context
      const { cause } = flow
      delete flow.cause
      try {
        return await create(entityName, values)
      } finally {
        if (cause !== undefined) flow.cause = cause
      }
    },
    async append(entityName, values) {
      const entity = writing.entity(entityName)
      if (!entity.appendOnly) throw new TypeError(`${entityName} is no ledger: create the record`)
      return loadRecord(context, entityName, await createByRule(context, entity, values))
    },
    set: (entityName, id, values) => updateByRule(context, mutable(writing.entity(entityName)), id, values),
    remove: (entityName, id) => removeByRule(context, mutable(writing.entity(entityName)).name, id),
    perform: (entity, id, action, form = {}) => context.perform({ entity, id, action, body: form }),

    async note(entityName, id, action, title, extra = {}) {
      const entity = writing.entity(entityName)
      await addHistory(context, entity, await loadRecord(context, entityName, id), { action, title, extra })
    },

    securityEvent: (kind, detail) => void context.flow.securityEvents.push({ kind, user, detail }),

    refuseIf(refusal) {
      if (!refusal) return
      throw refusalOf(refusals, refusal)
    },
    skip() {
      throw new Skipped()
    },
    warn: (path, message) => context.flow.warnings.add(path, message),
    invalid(path, message) {
      throw invalid([fieldProblem(path, 'rule', message)])
    },
  }
}

function creatable(entity: EntityPlan): EntityPlan {
  if (entity.appendOnly) throw new TypeError(`${entity.name} is a ledger: append to it`)
  return entity
}

function mutable(entity: EntityPlan): EntityPlan {
  if (entity.appendOnly) throw new TypeError(`${entity.name} is a ledger: its rows do not change`)
  return entity
}
