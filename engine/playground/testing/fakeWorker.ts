import type { ProductPlan } from '../../core/plan'
import type { SchemaProblem } from '../../spec/problem'
import { PlanWriter } from '../worker/planChanges'
import type { FromWorker, ToWorker } from '../worker/protocol'
import type { WorkerLike } from '../worker/schemaClient'

/** A plan of next to nothing. */
export const smallPlan = { title: 'T', menus: [], entities: {}, screens: {}, dictionaries: {}, ledgers: {} } as unknown as ProductPlan

/** A worker that says what a test says. */
export class FakeWorker implements WorkerLike {
  said: ToWorker[] = []
  isOver = false
  onmessage: WorkerLike['onmessage'] = null
  onerror: WorkerLike['onerror'] = null
  postMessage(message: ToWorker): void {
    this.said.push(structuredClone(message))
  }
  terminate(): void {
    this.isOver = true
  }
  say(message: FromWorker): void {
    this.onmessage?.({ data: message } as MessageEvent<FromWorker>)
  }
  judged(edit: number, problems: readonly SchemaProblem[] = []): void {
    this.say({ kind: 'judged', edit, problems, changes: new PlanWriter().changesTo(smallPlan) })
  }
}
