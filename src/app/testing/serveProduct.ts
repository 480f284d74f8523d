import type { EntityPlan, ProductPlan } from '../../../engine/core/plan'
import type { RecordValues } from '../../../engine/core/wire'
import { createSampleServer } from '../../../engine/playground/sample/sampleServer'
import { callOf, responseOf } from '../previewFrame/sampleFetch'

/** A server that has rows of every entity, made out of the plan alone, so that a new screen is served too. */
export interface ServedProduct {
  rowsOf: (entity: EntityPlan) => readonly RecordValues[]
  fetch: typeof window.fetch
  /** Asked for by a page and known to no screen. */
  unknown: string[]
}

/** What the shell asks of the server besides its pages: nothing waits for anybody. */
export const ofShell: Readonly<Record<string, object>> = {
  'GET /api/work/waiting': { waiting: [] },
  'GET /api/work': { waiting: [], mine: [], due: [] },
  'GET /api/spellings': { spellings: {} },
  'GET /api/search': { records: [] },
  'GET /api/views/names': { views: [] },
  'GET /api/chain': { before: [], after: [] },
  'GET /api/timeline': { lanes: [] },
}

/** The moment of the tests. */
export const environment = { today: '2026-11-20', now: '2026-11-20T02:00:00.000Z', user: '7' }

/** `handlers`: what endpoints answer whose code is the product's own, by the name of the handler; the others have nothing to say. */
export function serveProduct(plan: ProductPlan, handlers: Readonly<Record<string, object>> = {}): ServedProduct {
  const unknown: string[] = []
  // One row in each state, since buttons differ by it; more would only take longer to draw.
  const server = createSampleServer(plan, { environment, handlers, atLeast: 1 })
  return {
    rowsOf: server.rowsOf,
    unknown,
    async fetch(input, init) {
      const call = await callOf(input, init)
      const body = ofShell[`${call.method} ${call.path}`]
      const answer = body ? { status: 200, body } : server.answer(call)
      if (answer === undefined) unknown.push(`${call.method} ${call.path}`)
      return responseOf(answer, call.path)
    },
  }
}
