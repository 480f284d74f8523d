import type { DictionaryPlan, EntityPlan, FieldPlan, FieldType, ProductPlan, RefPlan, ScreenPlan } from '../../../engine/core/plan'
import type { ListResponse, RecordValues } from '../../../engine/core/wire'

/** A server that has rows of every entity, made out of the plan alone, so that a new screen is served too. */
export interface ServedProduct {
  rowsOf: (entity: EntityPlan) => RecordValues[]
  fetch: typeof window.fetch
  /** Asked for by a page and known to no screen. */
  unknown: string[]
}

/** `handlers`: what endpoints answer whose code is the product's own, by the name of the handler; the others have nothing to say. */
export function serveProduct(plan: ProductPlan, handlers: Readonly<Record<string, object>> = {}): ServedProduct {
  const unknown: string[] = []
  const kept = new Map<EntityPlan, RecordValues[]>()

  function rowsOf(entity: EntityPlan): RecordValues[] {
    const known = kept.get(entity)
    if (known) return known
    // One in each state, since buttons differ by it.
    const states = entity.states ? Object.keys(entity.states) : ['']
    const rows = states.map((state, index) => recordOf(entity, index + 1, state, plan))
    kept.set(entity, rows)
    return rows
  }
  const bases = Object.values(plan.screens).toSorted((a, b) => b.base.length - a.base.length)

  return {
    rowsOf,
    unknown,
    async fetch(input, init) {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input))
      const screen = bases.find(({ base }) => pathname.startsWith(`${base}/`))
      const entity = screen && plan.entities[screen.entity]
      const body = entity && answerOf(screen, pathname.slice(screen.base.length + 1).split('/'), entity, plan, { rowsOf, handlers })
      if (body === undefined) unknown.push(`${init?.method ?? 'GET'} ${pathname}`)
      return new Response(JSON.stringify(body ?? {}), {
        status: body === undefined ? 404 : 200,
        headers: { 'content-type': 'application/json' },
      })
    },
  }
}

interface Server {
  rowsOf: ServedProduct['rowsOf']
  handlers: Readonly<Record<string, object>>
}

function answerOf(screen: ScreenPlan, [what = '', name = '']: string[], entity: EntityPlan, plan: ProductPlan, server: Server): unknown {
  const { rowsOf, handlers } = server
  const rows = rowsOf(entity)
  switch (what) {
    case 'list':
      return listOf(rows)
    case 'figures':
      return { figures: {} }
    case 'charts':
      return { charts: {} }
    case 'side':
      return { values: [] }
    case 'options':
    case 'attach':
    case 'history':
      return []
    case 'try':
      return { asOf: moment, problems: [] }
    case 'related': {
      const related = relatedOf(screen).find(({ key }) => key === name)
      const target = related && plan.entities[related.entity]
      return target && listOf(rowsOf(target))
    }
  }
  const extra = Object.values(screen.extra).find((each) => each.url.split('/')[screen.base.split('/').length] === what)
  if (extra) return extra.answer ? valuesOf(extra.answer.fields, 1, plan) : (handlers[extra.handler ?? ''] ?? {})
  return rows.find(({ id }) => id === what)
}

function relatedOf({ pages }: ScreenPlan): { key: string; entity: string }[] {
  return Object.values(pages).flatMap((page) => {
    if (page.kind === 'list') return page.expand ?? []
    return page.kind === 'record' ? page.tabs.flatMap((tab) => (tab.kind === 'related' ? tab : [])) : []
  })
}

function listOf(records: RecordValues[]): ListResponse {
  return { records, total: records.length, page: 1, pageSize: 20 }
}

const moment = '2026-11-20T02:00:00.000Z'

function recordOf(entity: EntityPlan, number: number, state: string, plan: ProductPlan): RecordValues {
  const lines = Object.values(entity.lines).map((table) => [
    table.name,
    [1, 2].map((row) => ({ ...valuesOf(Object.values(table.fields), row, plan), id: `${number}${row}` })),
  ])
  return {
    ...valuesOf(Object.values(entity.fields), number, plan),
    ...Object.fromEntries(lines),
    ...(entity.statusField === undefined ? {} : { [entity.statusField]: state, effectiveStatus: state }),
    // Nothing waits for an approval.
    ...(entity.pending ? { pendingChange: null } : {}),
    id: String(number),
    version: 1,
  }
}

function valuesOf(fields: readonly FieldPlan[], number: number, plan: ProductPlan): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      const reference: RefPlan | undefined = field.ref ?? Object.values(field.mixed?.to ?? {})[0]
      const value =
        field.multiple || field.ref?.multiple ? [madeBy[field.type](field, number, plan)].flat() : madeBy[field.type](field, number, plan)
      const display = field.ref?.display ?? field.mixed?.display
      if (!reference || display === undefined) return [[field.name, value]]
      const label = `${reference.title}${number}`
      return [
        [field.name, value],
        [display, reference.multiple ? [label] : label],
      ]
    }),
  )
}

const decimal = ({ min, decimals = 2 }: FieldPlan, number: number): string => (decimals === 0 ? String(number) : (min ?? `${number}.5`))

const madeBy: Record<FieldType, (field: FieldPlan, number: number, plan: ProductPlan) => unknown> = {
  text: ({ title }, number) => `${title}${number}`,
  textarea: ({ title }, number) => `${title}${number}`,
  digit: (field, number) => (field.decimals === undefined || field.decimals === 0 ? number : decimal(field, number)),
  money: decimal,
  percent: decimal,
  date: () => moment.slice(0, 10),
  dateTime: () => moment,
  select: ({ dictionary = '' }, number, { dictionaries }) => codeOf(dictionaries[dictionary], number),
  switch: (_field, number) => number % 2 === 1,
  ref: (field, number) => (field.ref?.by === undefined ? String(number) : `${field.title}${number}`),
  files: () => [],
  serial: ({ title }, number) => `${title}${number}`,
  status: () => null,
  json: () => null,
  kind: ({ kinds = {} }) => Object.keys(kinds)[0] ?? null,
}

function codeOf(dictionary: DictionaryPlan | undefined, number: number): string | null {
  const { items = [] } = dictionary ?? {}
  return items[(number - 1) % items.length]?.code ?? null
}
