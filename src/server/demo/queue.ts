import type { JobData, Jobs } from '../../../engine/server/jobs/jobs'
import type { Services } from '../../../engine/server/services'
import { callQueue, callTries, runCall } from '../calls/calls'
import { demoProviders } from '../providers'

/**
 * In place of the queue, which does not work yet while the demo data are made: what a transaction has sent is carried out as soon as it is committed.
 * Large exports are made by those who ask for them.
 */
export class DemoQueue implements Pick<Jobs, 'send'> {
  readonly #waiting: JobData[] = []

  send: Jobs['send'] = async (_trx, queue, _key, data) => {
    if (queue === callQueue) this.#waiting.push(data)
  }

  async carryOut(services: Services): Promise<void> {
    for (let data = this.#waiting.shift(); data; data = this.#waiting.shift()) await carryOut(services, data)
  }
}

/** As often as the job would be tried. */
async function carryOut(services: Services, data: JobData): Promise<void> {
  for (let tries = 1; tries <= callTries; tries++) {
    const last = tries === callTries
    const done = await runCall(services, demoProviders, { data, last }).then(
      () => true,
      () => false,
    )
    if (done) return
  }
}
