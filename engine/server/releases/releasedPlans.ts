import { browserPlan } from '../../core/compile'
import type { ScreenPlan } from '../../core/plan'
import { formatProblem } from '../../spec/problem'
import type { Database, DatabaseLogger } from '../database/database'
import { versioned, type PlanSource, type ServedPlan } from '../plans/planSource'
import type { ShippedScreen, ShippedSchemas } from './shippedSchemas'
import { heldVersions, releaseText, rememberChecked, type ReleaseText } from './store'

export interface ReleasedPlans extends PlanSource {
  changes: () => Promise<number>
  /** What holds has changed on this server; the others learn of it within a second. */
  forget(): void
  /** Why the release that holds is not shown, but the shipped screen; undefined: it is shown. */
  whyNot(screen: string, version: number): Promise<string | undefined>
}

interface Options {
  shipped: PlanSource
  /** Read when the first release is asked for. */
  schemas: () => ShippedSchemas
  database: Pick<Database, 'kysely'>
  log: DatabaseLogger
  /** Of a clock that only goes forward, in ms. */
  now?: () => number
}

/** How old the knowledge may be of which releases hold: whoever publishes on one server is followed by the others at the next opening. */
const maxAgeMs = 1_000

type Made = { served: ServedPlan; refused?: undefined } | { served?: undefined; refused: string }

/**
 * The plans that browsers get where screens are published on the running server: of a screen with a release the release's, of the others the
 * shipped ones. A release that the schemas of today do not let pass, or that cannot be compiled, is not shown, the shipped screen is; and
 * whatever is wrong with releases or with the database keeps no page from being opened.
 */
export function releasedPlans({ shipped, schemas, database: { kysely }, log, now = () => performance.now() }: Options): ReleasedPlans {
  let held: ReadonlyMap<string, number> = new Map()
  let knownAt = Number.NEGATIVE_INFINITY
  let told = 0
  let forgotten = 0
  let asking: Promise<void> | undefined
  const made = new Map<string, { version: number; made: Promise<Made> }>()

  async function ask(): Promise<void> {
    const [since, before] = [now(), forgotten]
    try {
      const read = await heldVersions(kysely)
      held = read.held
      told = read.changes
    } catch (error) {
      log.warn({ err: error }, 'releases of screens were not read; what was known of them holds on')
    }
    // Also after a failure: a database that is away is not asked by every request.
    if (forgotten === before) knownAt = since
  }

  async function refreshed(): Promise<void> {
    // Once more where something has changed meanwhile; a slow database is not asked for ever.
    for (let times = 0; times < 2 && now() - knownAt > maxAgeMs; times++) await (asking ??= ask().finally(() => (asking = undefined)))
  }

  function madeOf(screen: string, version: number): Promise<Made> {
    const known = made.get(screen)
    if (known?.version === version) return known.made
    const making = make(screen, version)
    made.set(screen, { version, made: making })
    // Whatever was in the way may be gone the next time.
    making.catch(() => made.get(screen)?.made === making && made.delete(screen))
    return making
  }

  async function make(id: string, version: number): Promise<Made> {
    const [screen, release] = [schemas().screen(id), await releaseText(kysely, id, version)]
    const result = screen && release ? await planOf(screen, release) : { refused: 'there is no such screen' }
    if ('refused' in result) {
      log.warn({ screen: id, version, why: result.refused }, 'a release of a screen is not shown, the shipped screen is')
      return result
    }
    return { served: versioned({ ...browserPlan(result), release: version }) }
  }

  async function planOf(screen: ShippedScreen, release: ReleaseText): Promise<ScreenPlan | { refused: string }> {
    const all = schemas()
    try {
      if (release.checkedHash === all.hash) return all.compile(screen, release.text)
      const { plan, problems } = all.judge(screen, release.text)
      if (!plan) return { refused: problems.map(formatProblem).join('\n') }
      await rememberChecked(kysely, release, all.hash).catch((error: unknown) => log.warn({ err: error }, 'a check was not remembered'))
      return plan
    } catch (error) {
      return { refused: error instanceof Error ? error.message : String(error) }
    }
  }

  return {
    async of(screen) {
      try {
        await refreshed()
        const version = held.get(screen)
        const served = version === undefined ? undefined : (await madeOf(screen, version)).served
        return served ?? (await shipped.of(screen))
      } catch (error) {
        log.warn({ err: error, screen }, 'a release of a screen was not read, the shipped screen is shown')
        return shipped.of(screen)
      }
    },
    async changes() {
      await refreshed()
      return told
    },
    forget() {
      forgotten += 1
      knownAt = Number.NEGATIVE_INFINITY
    },
    whyNot: async (screen, version) => (await madeOf(screen, version)).refused,
  }
}
