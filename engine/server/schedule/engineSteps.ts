import type { EngineStep } from '../../core/engineSteps'
import { messageText } from '../messages'
import { writeCheckpoints } from '../verify/checkpoint'
import { differenceText, dueOn, verifyLedgers } from '../verify/verifyLedgers'
import type { Services } from '../services'
import { sumDifferenceText, verifySums } from '../verify/verifySums'
import { listFailure, unlistFailures } from './items'

export interface EngineStepRun {
  day: string
  step: string
  signal: AbortSignal
}

type Work = (services: Services, run: EngineStepRun) => Promise<void>

/** More do not help: each has the same cause, or the database is lost. */
const MAX_RECORDS = 200

/** What the engine does on a schedule, by the name that a step gives as its handler. */
export const engineStepWork: Record<EngineStep, Work> = {
  /** Differences go to the log, and are listed with the day by the record that they are of. */
  async verifyLedgers(services, { day, step, signal }) {
    await unlistFailures(services, day, step)
    const listed = new Map<string, { entity: string; id: string; texts: string[] }>()
    for await (const { entity, id, text } of differencesOn(services, day, signal)) {
      services.log.error({ entity, id, day }, `what is stored does not add up: ${text}`)
      const record = listed.get(`${entity}:${id}`) ?? { entity, id, texts: [] }
      record.texts.push(text)
      listed.set(`${entity}:${id}`, record)
      if (listed.size >= MAX_RECORDS) break
    }
    for (const { entity, id, texts } of listed.values())
      await listFailure(services, { day, step, entity, id, action: 'verifyLedgers' }, texts.join(messageText('value.separator')))
  },
  checkpointLedgers: ({ plan, database, clock }, { day, signal }) =>
    writeCheckpoints({ plan, kysely: database.patient, signal }, day, clock.now()),
}

/** Of ledgers and of kept sums, in words. */
async function* differencesOn(
  { plan, database }: Services,
  day: string,
  signal: AbortSignal,
): AsyncIterable<{ entity: string; id: string; text: string }> {
  const query = { plan, kysely: database.patient, signal }
  for await (const difference of verifyLedgers(query, { day })) yield { ...difference, text: differenceText(plan, difference) }
  for await (const difference of verifySums(query, dueOn(day))) yield { ...difference, text: sumDifferenceText(plan, difference) }
}
