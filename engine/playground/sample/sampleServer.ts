/**
 * A server in the page for a product that is being written: it answers what pages ask for with rows made from the plan, so that a screen is seen
 * before there is a table for it. It writes nothing. What the plan does not say, as the answers of the product's own code, is given to it.
 */
import { mayDo, mayRead, type SubMenus } from '../../core/permission'
import type { EntityPlan, ProductPlan, ScreenPlan } from '../../core/plan'
import type { Environment } from '../../core/record/scope'
import type { Values } from '../../core/record/values'
import { errorCodes, type Problem, type RecordValues } from '../../core/wire'
import { sayPreview } from '../previewMessages'
import { answerRead } from './sampleReads'
import { sampleRecords, type SampleRecords } from './sampleRecords'
import type { Query } from './sampleList'
import { trySave } from './sampleTry'

export interface SampleOptions {
  environment: Environment
  /** What endpoints answer whose code is the product's own, by the name of the handler; the others have nothing to say. */
  handlers?: Readonly<Record<string, object>>
  /** Fewest rows of an entity. */
  atLeast?: number
  /** Of who asks: what it does not open is refused. Absent: everything is open. */
  subMenus?: SubMenus
  /** Who asks comes from outside: values of internal fields are left out. */
  outside?: boolean
  /** Lists have no rows, and records no lines. */
  empty?: boolean
}

export interface SampleCall {
  method: string
  /** Without its query. */
  path: string
  /** Of the address; a parameter that is there more than once is a list. */
  query?: Query
  body?: Values
}

export interface SampleAnswer {
  status: number
  body: unknown
}

export interface SampleServer {
  rowsOf: (entity: EntityPlan) => readonly RecordValues[]
  /** Undefined for an address that no screen has. */
  answer: (call: SampleCall) => SampleAnswer | undefined
}

/** Fewest rows of an entity, so that a list has more than a page. */
export const DEFAULT_ROWS = 24

export function createSampleServer(plan: ProductPlan, options: SampleOptions): SampleServer {
  const { environment, handlers = {}, atLeast = DEFAULT_ROWS, subMenus, outside = false, empty = false } = options
  const records = sampleRecords(plan, { environment, atLeast })
  const bases = Object.values(plan.screens).toSorted((a, b) => b.base.length - a.base.length)
  const isForbidden = (screen: ScreenPlan): boolean => subMenus !== undefined && !mayRead(subMenus, screen)
  const lacks = (permission: string | undefined): boolean =>
    subMenus !== undefined && permission !== undefined && !mayDo(subMenus, permission)

  return {
    rowsOf: ({ name }) => records.rowsOf(name),
    answer({ method, path, query = {}, body = {} }) {
      const screen = bases.find(({ base }) => path === base || path.startsWith(`${base}/`))
      const entity = screen && plan.entities[screen.entity]
      if (!screen || !entity) return undefined
      if (isForbidden(screen)) return problem(403, path)
      const parts = path
        .slice(screen.base.length + 1)
        .split('/')
        .map(decodeURIComponent)
      const found = answerRead(
        { plan, screen, entity, records, handlers, environment, outside, empty, lacks },
        { method, path, parts, query: { ...query, ...body } },
      )
      if (found !== undefined) return { status: 200, body: found }
      if (method === 'GET') return undefined
      const [what = '', id] = parts
      if (what === 'try') return { status: 200, body: tried(screen, entity, records, id, body, environment) }
      return problem(417, path)
    },
  }
}

/** Of an action that has a preview nothing but its being possible is known here: what it books are rows that are not there. */
function tried(
  screen: ScreenPlan,
  entity: EntityPlan,
  records: SampleRecords,
  id: string | undefined,
  body: Values,
  environment: Environment,
): object {
  if (id !== undefined && screen.actions[id]?.does.kind === 'action') return { asOf: environment.now, problems: [] }
  return trySave(screen, entity, body, id === undefined ? undefined : records.byId(entity.name, id), environment)
}

const problems = {
  403: ['sample.forbidden', errorCodes.forbidden],
  404: ['sample.unknown', errorCodes.notFound],
  417: ['sample.readOnly', errorCodes.refused],
  500: ['sample.failed', 500_000],
} as const

/** A refusal in the shape of the product's own. */
export function problem(status: keyof typeof problems, path: string): SampleAnswer {
  const [text, code] = problems[status]
  const detail = sayPreview(text)
  const body: Problem = {
    type: 'about:blank',
    title: detail,
    status,
    detail,
    instance: path,
    code,
    message: detail,
    error: detail,
    errorMessage: detail,
    traceId: 'preview',
  }
  return { status, body }
}
