import { describe, expect, it } from 'vitest'
import { isMultiple, targetsOf } from '../../engine/core/fields'
import { mayRead } from '../../engine/core/permission'
import type { EntityPlan, FieldPlan, ScreenPlan } from '../../engine/core/plan'
import type { ListResponse, Option, Problem, RecordValues } from '../../engine/core/wire'
import { createSampleServer, type SampleAnswer, type SampleCall } from '../../engine/playground/sample/sampleServer'
import { everyRight } from '../../engine/playground/preview/accounts'
import { testProduct } from '../api/support/product'
import { standardRoles } from './roles'

const plan = testProduct()
const environment = { today: '2026-11-20', now: '2026-11-20T02:00:00.000Z', user: '1' }
const server = createSampleServer(plan, { environment })
const entities = Object.values(plan.entities)
const screens = Object.values(plan.screens)

function ask(call: Partial<SampleCall> & { path: string }, of = server): SampleAnswer {
  const answer = of.answer({ method: 'GET', ...call })
  if (!answer) throw new Error(`${call.path} is unknown`)
  return answer
}
function listOf(screen: ScreenPlan, query: SampleCall['query'] = {}, of = server): ListResponse {
  return ask({ path: `${screen.base}/list`, query }, of).body as ListResponse
}
const listed = screens.filter(({ pages }) => Object.values(pages).some(({ kind }) => kind === 'list'))
function screenOf(id: string): ScreenPlan {
  const screen = plan.screens[id]
  if (!screen) throw new Error(`There is no screen ${id}`)
  return screen
}

describe('sample rows', () => {
  it.each(entities.map((entity) => [entity.name, entity] as const))(
    '%s: there is one in each state, each with an id of its own',
    (_name, entity) => {
      const rows = server.rowsOf(entity)
      expect(rows.length).toBeGreaterThanOrEqual(24)
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
      if (entity.statusField !== undefined) {
        const states = new Set(rows.map((row) => row[entity.statusField ?? '']))
        expect(states).toEqual(new Set(Object.keys(entity.states ?? {})))
      }
    },
  )

  it.each(entities.map((entity) => [entity.name, entity] as const))(
    '%s: its references lead to rows that exist, under their names',
    (_name, entity) => {
      const wrong = server.rowsOf(entity).flatMap((row) => {
        const lines = Object.values(entity.lines).flatMap((table) =>
          (row[table.name] as RecordValues[]).flatMap((line) => danglingOf(Object.values(table.fields), line)),
        )
        return [...danglingOf(Object.values(entity.fields), row), ...lines]
      })
      expect(wrong).toEqual([])
    },
  )

  function danglingOf(fields: readonly FieldPlan[], row: RecordValues): string[] {
    return fields.flatMap((field) => {
      const targets = targetsOf(field).flatMap((ref) => plan.entities[ref.entity] ?? [])
      const by = field.ref?.by ?? 'id'
      const rows = targets.flatMap((target) => server.rowsOf(target))
      const values = [row[field.name] ?? []].flat()
      return values.flatMap((value) =>
        targets.length === 0 || rows.some((one) => one[by] === value) ? [] : [`${field.name}: ${String(value)}`],
      )
    })
  }

  it.each(entities.map((entity) => [entity.name, entity] as const))(
    '%s: its values are of their fields, within their limits',
    (_name, entity) => {
      const wrong = server.rowsOf(entity).flatMap((row) => Object.values(entity.fields).flatMap((field) => wrongOf(field, row[field.name])))
      expect(wrong).toEqual([])
    },
  )

  /** Formulas and what rules write are not limited by what may be typed. */
  function wrongOf(field: FieldPlan, value: unknown): string[] {
    if (value === null || value === undefined || field.value) return []
    if (isMultiple(field) !== Array.isArray(value) && field.maxCount === undefined && !Array.isArray(value))
      return [`${field.name} is no list`]
    if (typeof value === 'string' && field.maxLength !== undefined && value.length > field.maxLength)
      return [`${field.name} is too long: ${value}`]
    if (field.dictionary !== undefined) {
      const codes = plan.dictionaries[field.dictionary]?.items.map(({ code }) => code) ?? []
      return [value].flat().every((code) => codes.includes(String(code))) ? [] : [`${field.name}: ${String(value)}`]
    }
    if (field.decimals === undefined) return []
    const number = Number(value)
    const isOutside = (field.min !== undefined && number < Number(field.min)) || (field.max !== undefined && number > Number(field.max))
    return isOutside || Number.isNaN(number) ? [`${field.name}: ${String(value)}`] : []
  }

  it('are the same each time, whichever are asked for first', () => {
    const other = createSampleServer(plan, { environment })
    for (const entity of entities.toReversed()) expect(other.rowsOf(entity)).toEqual(server.rowsOf(entity))
  })

  it('of a tree have tops, and no circles', () => {
    const trees = entities.filter((entity) => Object.values(entity.fields).some(({ ref }) => ref?.entity === entity.name && !ref.multiple))
    expect(trees.length).toBeGreaterThan(0)
    for (const entity of trees)
      for (const { name } of Object.values(entity.fields).filter(({ ref }) => ref?.entity === entity.name)) {
        const rows = server.rowsOf(entity)
        expect(rows.some((row) => row[name] === null)).toBe(true)
        for (const row of rows) expect(row[name] === null || Number([row[name]].flat()[0]) < Number(row.id)).toBe(true)
      }
  })
})

describe('a list of the samples', () => {
  it.each(listed.map((screen) => [screen.id, screen] as const))(
    '%s answers rows with the values of its columns, and each of them by its id',
    (_id, screen) => {
      const { records, total } = listOf(screen)
      expect(total).toBeGreaterThan(0)
      for (const page of Object.values(screen.pages)) {
        if (page.kind !== 'list') continue
        for (const { key } of page.columns)
          expect(
            records.every((row) => Object.hasOwn(row, key)),
            `${screen.id} ${key}`,
          ).toBe(true)
      }
      const [first] = records
      expect((ask({ path: `${screen.base}/${first?.id}` }).body as RecordValues).id).toBe(first?.id)
    },
  )

  it.each(listed.filter(({ statusField }) => statusField).map((screen) => [screen.id, screen] as const))(
    '%s is filtered by each of its states',
    (_id, screen) => {
      const { statusField = '', access } = screen
      if (!Object.hasOwn(access.filters, statusField)) return
      const all = listOf(screen, { pageSize: '200' }).records
      for (const state of new Set(all.map((row) => row[statusField]))) {
        const found = listOf(screen, { [statusField]: String(state), pageSize: '200' }).records
        expect(found.map(({ id }) => id)).toEqual(all.filter((row) => row[statusField] === state).map(({ id }) => id))
      }
    },
  )

  it('is paged, and says how many rows there are on all pages', () => {
    const screen = screenOf('loans/loansmgr')
    const [one, two] = [listOf(screen), listOf(screen, { page: '2' })]
    expect([one.records.length, two.records.length, one.total, two.page]).toEqual([20, 4, 24, 2])
    expect(new Set([...one.records, ...two.records].map(({ id }) => id)).size).toBe(24)
  })

  it('is sorted both ways by a column that it lets sort, and by no other', () => {
    const screen = screenOf('loans/loansmgr')
    const { fields = {} } = plan.entities[screen.entity] ?? {}
    const sortField = screen.access.sorts.find((name) => fields[name]?.decimals !== undefined && !fields[name].value) ?? ''
    const amounts = (sortOrder: string): number[] =>
      listOf(screen, { sortField, sortOrder, pageSize: '200' }).records.map((row) => Number(row[sortField]))
    expect(new Set(amounts('ascend')).size).toBeGreaterThan(1)
    expect(amounts('ascend')).toEqual(amounts('ascend').toSorted((a, b) => a - b))
    expect(amounts('descend')).toEqual(amounts('ascend').toReversed())
    expect(listOf(screen, { sortField: 'secret' }).records).toEqual(listOf(screen).records)
  })

  it('finds by a part of a text', () => {
    const screen = screenOf('loans/loansmgr')
    const [{ loanNo } = { loanNo: '' }] = listOf(screen).records as unknown as { loanNo: string }[]
    expect(listOf(screen, { loanNo }).records.map((row) => row['loanNo'])).toEqual([loanNo])
    expect(listOf(screen, { loanNo: 'nothing is called so' }).total).toBe(0)
  })

  it.each(listed.filter(({ access }) => access.totals.length > 0).map((screen) => [screen.id, screen] as const))(
    '%s adds up the columns that say so',
    (_id, screen) => {
      const { records, summary } = listOf(screen, { pageSize: '200' })
      const { totals, totalsBy } = screen.access
      for (const key of totals) {
        const total = summary?.[key]
        // What is counted in currencies is added up for each of them.
        const sums = totalsBy?.totals.includes(key) ? Object.entries(total ?? {}) : [[undefined, total] as const]
        expect(sums.length).toBeGreaterThan(0)
        for (const [unit, sum] of sums) {
          const rows = unit === undefined ? records : records.filter((row) => row[totalsBy?.unit ?? ''] === unit)
          expect(rows.length).toBeGreaterThan(0)
          expect(Number(sum)).toBeCloseTo(
            rows.reduce((added, row) => added + Number(row[key] ?? 0), 0),
            4,
          )
        }
      }
    },
  )

  it('has numbers, charts and groups wherever a page shows them', () => {
    for (const screen of listed)
      for (const page of Object.values(screen.pages)) {
        if (page.kind !== 'list') continue
        const names = (part: readonly { name: string }[] = []): string[] => part.map(({ name }) => name)
        const { figures } = ask({ path: `${screen.base}/figures/${page.name}` }).body as { figures: object }
        const { charts } = ask({ path: `${screen.base}/charts/${page.name}` }).body as { charts: Record<string, { points: unknown[] }> }
        expect([Object.keys(figures), Object.keys(charts)]).toEqual([names(page.figures), names(page.charts)])
        if (page.side) expect((ask({ path: `${screen.base}/side` }).body as { values: unknown[] }).values.length).toBeGreaterThan(0)
      }
  })
})

describe('what a form of the samples asks', () => {
  const offering = screens.flatMap((screen) =>
    Object.entries(screen.access.options).map(([key, field]) => [`${screen.id} ${key}`, screen, key, field] as const),
  )

  it.each(offering)('%s offers rows that exist, and names those that are chosen', (_name, screen, key, field) => {
    const kind = field.mixed && { [field.mixed.kind]: Object.keys(field.mixed.to)[0] }
    const path = `${screen.base}/options/${encodeURIComponent(key)}`
    const options = ask({ path, query: kind ?? {} }).body as Option[]
    expect(options.length).toBeGreaterThan(0)
    const [first] = options
    expect(ask({ path, query: { ...kind, values: first?.value } }).body).toEqual([first])
  })

  it('is computed by the formulas of the schema when it is tried', () => {
    const live = screens.filter(({ pages }) => Object.values(pages).some((page) => page.kind === 'record' && page.live !== undefined))
    expect(live.length).toBeGreaterThan(0)
    for (const screen of live) {
      const answer = ask({ method: 'POST', path: `${screen.base}/try`, body: {} })
      expect(answer).toMatchObject({ status: 200, body: { problems: [] } })
    }
  })

  it('is not saved, deleted, acted on or imported, and says so in the shape of a refusal', () => {
    for (const screen of screens)
      for (const [method, path] of [
        ['POST', screen.base],
        ['PATCH', `${screen.base}/1`],
        ['DELETE', `${screen.base}/1`],
        ['POST', `${screen.base}/export`],
        ['POST', `${screen.base}/approve/1`],
        ['POST', `${screen.base}/batch/approve`],
      ] as const) {
        const { status, body } = ask({ method, path, body: { id: '1' } })
        const { detail, message, code } = body as Problem
        expect([status, detail, message, code], `${method} ${path}`).toEqual([417, expect.stringContaining('预览不保存'), detail, 100500])
      }
  })
})

describe('other states of the samples', () => {
  it('have no rows where there are none, but records that can be opened', () => {
    const empty = createSampleServer(plan, { environment, empty: true })
    for (const screen of listed) expect(listOf(screen, {}, empty)).toMatchObject({ records: [], total: 0 })
    expect(ask({ path: `${screenOf('loans/loansmgr').base}/1` }, empty).status).toBe(200)
  })

  it('are refused to who may not open the menu, and answered to who may', () => {
    for (const { subMenus } of [...standardRoles(plan), { subMenus: everyRight(plan) }]) {
      const limited = createSampleServer(plan, { environment, subMenus })
      for (const screen of listed)
        expect([screen.id, ask({ path: `${screen.base}/list` }, limited).status]).toEqual([
          screen.id,
          mayRead(subMenus, screen) ? 200 : 403,
        ])
    }
  })

  it('leave out what is internal for who comes from outside, and show of what is masked a part', () => {
    const outside = createSampleServer(plan, { environment, outside: true })
    const internalOf = (entity: EntityPlan | undefined): string[] =>
      Object.values(entity?.fields ?? {}).flatMap((field) => (field.internal ? [field.name] : []))
    const kept = (of: typeof server): string[] =>
      listed.flatMap((screen) =>
        internalOf(plan.entities[screen.entity]).filter((name) => listOf(screen, {}, of).records.some((row) => Object.hasOwn(row, name))),
      )
    expect(kept(server).length).toBeGreaterThan(0)
    expect(kept(outside)).toEqual([])

    const masked = listed.flatMap((screen) =>
      Object.values(plan.entities[screen.entity]?.fields ?? {}).flatMap((field) =>
        field.mask?.unless !== undefined && screen.access.listFields.includes(field.name) && field.type === 'text'
          ? [{ screen, field }]
          : [],
      ),
    )
    const without = createSampleServer(plan, { environment, subMenus: everyRight(plan).map((menu) => ({ ...menu, children: [] })) })
    for (const { screen, field } of masked) {
      expect(String(listOf(screen).records[0]?.[field.name])).not.toContain('****')
      expect(String(listOf(screen, {}, without).records[0]?.[field.name])).toContain('****')
    }
  })

  it('are unknown where no screen has the address', () => {
    expect(server.answer({ method: 'GET', path: '/api/nobody/list' })).toBeUndefined()
    expect(server.answer({ method: 'GET', path: `${screenOf('loans/loansmgr').base}/999999` })).toBeUndefined()
  })
})
