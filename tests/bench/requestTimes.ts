import type { ApiResponse } from '../api/support/client'
import { median, percentile } from './report'

const turns = { warmUps: 3, turns: 30 }

/** In ms. */
export interface RequestTimes {
  name: string
  median: number
  p95: number
}

/**
 * How long the same request takes, asked for over and over by one who waits for each answer.
 * @throws Error for an answer that `isRight` does not take, or any that is no 200
 */
export async function timesOf<Body>(
  name: string,
  ask: () => Promise<ApiResponse<Body>>,
  isRight: (body: Body) => boolean = () => true,
): Promise<RequestTimes> {
  const times: number[] = []
  for (let turn = 0; turn < turns.warmUps + turns.turns; turn++) {
    const begin = performance.now()
    const { status, body } = await ask()
    const took = performance.now() - begin
    if (status !== 200 || !isRight(body)) throw new Error(`${name} was answered ${status}: ${JSON.stringify(body).slice(0, 500)}`)
    if (turn >= turns.warmUps) times.push(took)
  }
  return { name, median: median(times), p95: percentile(times, 0.95) }
}
