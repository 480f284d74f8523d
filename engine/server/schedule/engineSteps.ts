import type { EngineStep } from '../../core/engineSteps'
import { messageText } from '../../core/messages'
import { writeCheckpoints } from '../ledger/checkpoint'
import { differenceText, verifyLedgers } from '../ledger/verify'
import type { Services } from '../services'
import { listFailure, unlistFailures } from './items'

export interface EngineStepRun {
  day: string
  step: string
  signal: AbortSignal
}

type Work = (services: Services, run: EngineStepRun) => Promise<void>

/** More do not help: each has the same cause, or the database is lost. */
const MOST_BALANCES = 200

/** What the engine does on a schedule, by the name that a step gives as its handler. */
export const engineStepWork: Record<EngineStep, Work> = {
  /** Differences go to the log, and are listed with the day by the balance that they are of. */
  async verifyLedgers(services, { day, step, signal }) {
    const { plan, database, log } = services
    await unlistFailures(services, day, step)
    const listed = new Map<string, { entity: string; id: string; texts: string[] }>()
    for await (const difference of verifyLedgers({ plan, kysely: database.kysely, signal }, { day })) {
      const { entity, id } = difference
      const text = differenceText(plan, difference)
      log.error({ ...difference, day }, `a ledger does not add up: ${text}`)
      const balance = listed.get(`${entity}:${id}`) ?? { entity, id, texts: [] }
      balance.texts.push(text)
      listed.set(`${entity}:${id}`, balance)
      if (listed.size >= MOST_BALANCES) break
    }
    for (const { entity, id, texts } of listed.values())
      await listFailure(services, { day, step, entity, id, action: 'verifyLedgers' }, texts.join(messageText('value.separator')))
  },
  checkpointLedgers: ({ plan, database, clock }, { day, signal }) =>
    writeCheckpoints({ plan, kysely: database.kysely, signal }, day, clock.now()),
}
