import type { EntityPlan, FieldPlan, LinesPlan, ProductPlan } from '../../core/plan'
import { messageText } from '../../core/messages'
import { classifyDatabaseError } from '../database/errors'
import type { Transaction } from '../database/database'
import { entityTables } from '../entityTables'
import type { RuleTools } from '../extensions'
import { requestNumbers, type Numbers } from '../numbers/requestNumbers'
import { drawWanted } from '../numbers/sequences'
import { fieldProblem, invalid, type HttpProblem } from '../problem'
import { toColumn } from '../rows'
import type { Services } from '../services'
import type { SessionUser } from '../session'
import { writingOf, type WriteContext } from './context'
import { ruleTools } from './ruleTools'

/**
 * Runs work of a user in one transaction: all of it happens, or nothing. The day and the moment stand still in it. The work is run again
 * when the database gives it up for another transaction, so it must do nothing that a rollback does not undo.
 * @throws HttpProblem as the work refuses; a broken unique key is told by its fields
 */
export function inTransaction<T>(services: Services, user: SessionUser, work: (tools: RuleTools) => Promise<T>): Promise<T> {
  return inWrite(services, user, ({ tools }) => work(tools))
}

/** The same for reading only, on one snapshot; a tool that writes fails. */
export function inSnapshot<T>(services: Services, user: SessionUser, work: (tools: RuleTools) => Promise<T>): Promise<T> {
  return inRead(services, user, ({ tools }) => work(tools))
}

/** `inSnapshot` for what the pipeline reads. */
export function inRead<T>(services: Services, user: SessionUser, work: (context: WriteContext) => Promise<T>): Promise<T> {
  const numbers = requestNumbers(writingOf(services).counters)
  return services.database.snapshot((trx) => work(createContext(services, user, trx, numbers.begin(trx))))
}

/** `inTransaction` for the steps of the pipeline. */
export async function inWrite<T>(services: Services, user: SessionUser, work: (context: WriteContext) => Promise<T>): Promise<T> {
  const numbers = requestNumbers(writingOf(services).counters)
  try {
    return await services.database.transaction(async (trx) => {
      const context = createContext(services, user, trx, numbers.begin(trx))
      const result = await work(context)
      await drawWanted(context)
      return result
    })
  } catch (error) {
    throw duplicateOf(services.plan, error) ?? error
  }
}

function createContext(services: Services, user: SessionUser, trx: Transaction, numbers: Numbers): WriteContext {
  const environment = { today: services.clock.today(), now: services.clock.now() }
  const source = { kysely: trx, today: environment.today }
  const base = { writing: writingOf(services), trx, user, environment, source, numbers, wantedNumbers: [] }
  // The tools need the context and are part of it.
  const context: WriteContext = Object.assign(base, { tools: undefined as never })
  context.tools = ruleTools(context)
  return context
}

/** The problem of a broken unique key, marked at its fields; undefined for other errors. */
export function duplicateOf(plan: ProductPlan, error: unknown): HttpProblem | undefined {
  const { kind, table, constraint } = classifyDatabaseError(error)
  if (kind !== 'unique' || table === undefined) return undefined
  const columns = entityTables(plan)
    .find(({ name }) => name === table)
    ?.unique.find(({ name }) => name === constraint)?.columns
  const owner = ownerOf(plan, table)
  const fields = Object.values(owner?.fields ?? {}).filter((field: FieldPlan) => columns?.includes(toColumn(field.name)))
  const [first] = fields
  if (!first) return undefined
  const title = fields.map((field) => field.title).join(messageText('value.separator'))
  return invalid([
    fieldProblem(first.name, 'unique', messageText('problem.duplicate', { title }), { fields: fields.map(({ name }) => name) }),
  ])
}

function ownerOf(plan: ProductPlan, table: string): EntityPlan | LinesPlan | undefined {
  return Object.values(plan.entities)
    .flatMap((entity): (EntityPlan | LinesPlan)[] => [entity, ...Object.values(entity.lines)])
    .find((owner) => owner.table === table)
}
