/** What the tests of all screens are worth: each class of mistake, put in once, is named by the judge that the tests of all screens ask. */
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { createElement, useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { rendersDuring } from '../../engine/client/testing/commits'
import { BodyRow } from '../../engine/client/table/BodyRow'
import { browserPlan } from '../../engine/core/compile'
import type { ActionPlan, ListPagePlan, ScreenPlan } from '../../engine/core/plan'
import { accessibilityFindings } from './judges/accessibility'
import { contractFindings } from './judges/contract'
import { permissionFindings } from './judges/permissions'
import { budgetFindings, planFindings, type PageCounts } from './judges/renderBudget'
import { sentBy } from './judges/sentBy'
import { smokeFindings, type Pressed } from './judges/smoke'
import { endpointFinder } from './support/wire'
import { plan, subMenusOf } from './support/shipped'

afterEach(cleanup)

const screen = plan.screens['base/currency']!
const list = Object.values(screen.pages).find((page): page is ListPagePlan => page.kind === 'list')!

function action(name: string, of = screen): ActionPlan {
  const found = of.actions[name]
  if (!found) throw new Error(`${of.id} has no ${name}`)
  return found
}

describe('smoke', () => {
  const quiet: Pressed = {
    screen,
    action: action('enable'),
    record: { id: '1', version: 1 },
    refusal: undefined,
    address: '/currency',
    dialog: undefined,
    notes: [],
    requests: ['POST /api/base/currency/enable/{id}'],
    unknown: [],
    errors: [],
  }

  it('passes a button that does what it should', () => expect(smokeFindings(quiet)).toEqual([]))

  it('names a button whose endpoint there is not', () => {
    // Renamed in the plan of the browser alone.
    const renamed: ScreenPlan = { ...screen, actions: { ...screen.actions, enable: { ...action('enable'), name: 'enabel' } } }
    const sent = sentBy(renamed, action('enable', renamed)) ?? ''
    const [method = '', path = ''] = sent.replace('{id}', '1').split(' ')
    const endpoint = endpointFinder(plan)(method, path)
    expect(endpoint).toBeUndefined()
    const unknown = [`${method} ${path}`]
    expect(smokeFindings({ ...quiet, screen: renamed, action: action('enable', renamed), requests: unknown, unknown }).join()).toContain(
      'base/currency enabel (启用): asks for POST /api/base/currency/enabel/1, which there is not',
    )
  })

  it.each([
    ['opens nothing', { action: action('edit'), requests: [] }, 'opens no dialog'],
    ['asks for nothing', { requests: [] }, 'neither opens a dialog nor asks for POST /api/base/currency/enable/{id}'],
    ['throws', { errors: ['TypeError: undefined is not a function'] }, 'prints TypeError'],
    ['is refused without a word', { refusal: '已启用', requests: [] }, 'does not say 已启用'],
    ['is done though it is refused', { refusal: '已启用', notes: ['已启用'] }, 'is done, though 已启用'],
  ] satisfies [string, Partial<Pressed>, string][])('names a button that %s', (_what, changes, finding) => {
    expect(smokeFindings({ ...quiet, ...changes }).join()).toContain(finding)
  })
})

describe('contract', () => {
  const answer = {
    type: 'object',
    properties: {
      total: { type: 'integer' },
      records: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' }, seq: { type: 'integer' } } } },
    },
    required: ['total', 'records'],
  }
  const sound = {
    total: 2,
    records: [
      { id: '1', seq: null },
      { id: '2', seq: 7 },
    ],
  }

  it('passes what is described, null for what there is not', () => expect(contractFindings(answer, sound)).toEqual([]))

  it('names a field of the wrong type once, however many rows have it', () => {
    const records = sound.records.map((row) => ({ ...row, seq: '7' }))
    expect(contractFindings(answer, { ...sound, records })).toEqual(['/records/*/seq must be integer'])
  })

  it('names a field that is not described', () => {
    expect(contractFindings(answer, { ...sound, secret: 1 })).toEqual(['/ must NOT have additional properties: secret'])
  })
})

describe('permission cells', () => {
  const endpoint = sentBy(screen, action('enable')) ?? ''
  const permission = action('enable').permission ?? ''
  const one = { screens: { [screen.id]: { ...screen, actions: { enable: action('enable') } } } }
  const holder = (role: string, codes: string[]) => ({ role, subMenus: subMenusOf(new Map([[screen.menuName, new Set(codes)]])) })
  const holders = [holder('HAS', [permission]), holder('HASNOT', [])]

  it('pass where both sides ask for the same', () => {
    expect(permissionFindings(one, holders, new Map([[endpoint, permission]]))).toEqual({ findings: [], cells: 2 })
  })

  it('name a button whose right is dropped in the browser', () => {
    const { permission: _dropped, ...open } = action('enable')
    const dropped = { screens: { [screen.id]: { ...screen, actions: { enable: open } } } }
    expect(permissionFindings(dropped, holders, new Map([[endpoint, permission]])).findings).toEqual([
      `HASNOT base/currency enable: shown, and refused by ${endpoint} (${permission})`,
    ])
  })

  it('name a button whose right is dropped on the server', () => {
    expect(permissionFindings(one, holders, new Map([[endpoint, screen.menuName]])).findings).toEqual([
      `HASNOT base/currency enable: not shown, and let through by ${endpoint} (${screen.menuName})`,
    ])
  })

  it('name a button that no route serves', () => {
    expect(permissionFindings(one, holders, new Map()).findings).toEqual([`base/currency enable: there is no ${endpoint}`])
  })
})

describe('accessibility', () => {
  it('passes controls with names', async () => {
    const { container } = render(<Named label="币种" />)
    expect(await accessibilityFindings(container)).toEqual([])
  })

  it.each([
    ['a button that is an icon without a name', 'button', {}, /^button-name: .*<button.*class="bare"/],
    ['a field without a label', 'input', {}, /^label: .*<input.*class="bare"/],
    ['a role that there is not', 'div', { role: 'buton' }, /^aria-roles: .*class="bare"/],
  ])('names %s', async (_what, element, props, finding) => {
    const { container } = render(createElement(element, { className: 'bare', ...props }))
    expect(await accessibilityFindings(container)).toContainEqual(expect.stringMatching(finding))
  })

  it('tells what is shown from what looks like it and is hidden, itself or in something', async () => {
    const { container } = render(
      <>
        <div style={{ display: 'none' }}>{createElement('button', { className: 'within' })}</div>
        {createElement('button', { className: 'hidden', style: { visibility: 'hidden' } })}
        {createElement('button', { className: 'gone', style: { display: 'none' } })}
        <div>{createElement('button', { className: 'shown' })}</div>
      </>,
    )
    expect(await accessibilityFindings(container)).toEqual([expect.stringMatching(/^button-name: .*class="shown"/)])
  })

  it('names headings that skip a level', async () => {
    const { container } = render(<Headings />)
    expect(await accessibilityFindings(container)).toContainEqual(expect.stringMatching(/^heading-order: .*<h5>/))
  })
})

function Named({ label }: { label: string }) {
  return (
    <label>
      {label}
      <input />
    </label>
  )
}

function Headings() {
  return (
    <main>
      <h1>一</h1>
      <h5>五</h5>
    </main>
  )
}

describe('render budget', () => {
  const rows = Array.from({ length: 5 }, (_each, index) => ({ id: String(index + 1) }))
  /** The rows of a table under a search field; where they get new columns with each character, all of them are drawn anew. */
  function Table({ kept }: { kept: boolean }) {
    const [text, setText] = useState('')
    const [columns] = useState(() => columnsOf())
    return (
      <>
        <input aria-label="搜索" value={text} onChange={(event) => setText(event.target.value)} />
        <table>
          <tbody>
            {rows.map((row) => (
              <BodyRow
                key={row.id}
                row={row}
                columns={kept ? columns : columnsOf()}
                name={row.id}
                tabStop={false}
                current={false}
                span={1}
              />
            ))}
          </tbody>
        </table>
      </>
    )
  }
  const columnsOf = () => [
    { key: 'id', title: 'ID', width: 80, align: 'left' as const, className: '', cell: ({ id }: { id: string }) => id },
  ]

  async function countsOf(kept: boolean): Promise<PageCounts> {
    const first = await rendersDuring(async () => void render(<Table kept={kept} />))
    const field = document.querySelector('input')!
    const key = await rendersDuring(() => act(async () => void fireEvent.change(field, { target: { value: 'x' } })))
    return { rows: rows.length, first, requests: ['GET /api/base/currency/list'], rowElements: 2, key }
  }

  it('passes a table that keeps its rows while somebody types', async () => {
    const counts = await countsOf(true)
    expect(counts.first.get('BodyRow')).toBe(rows.length)
    expect(budgetFindings(screen, list, counts)).toEqual([])
  })

  it('names a table that draws all rows anew at each character', async () => {
    expect(budgetFindings(screen, list, await countsOf(false))).toEqual([
      'rows drawn by a character typed into the search: 5, of 0 that its schema gives it',
    ])
  })

  it('names a page that asks for its rows again and again, and a row that is made of too much', async () => {
    const counts = await countsOf(true)
    // Rows, and how many there are in each state.
    const thrice = [...counts.requests, ...counts.requests, ...counts.requests]
    expect(budgetFindings(screen, list, { ...counts, requests: thrice, rowElements: 500 })).toEqual([
      expect.stringMatching(/^requests of the first visit: 3, of 2 that its schema gives it \(GET .*, GET .*, GET .*\)$/),
      expect.stringMatching(/^elements of a row: 500, of \d+ that its schema gives it$/),
    ])
  })

  it('names a plan that says everything twice', () => {
    const copies = Object.fromEntries(Object.entries(plan.entities).slice(0, 20))
    expect(planFindings(browserPlan(screen))).toEqual([])
    expect(planFindings(Object.assign(browserPlan(screen), { entities: copies })).join()).toMatch(
      /^bytes of the plan: \d+, of \d+ that its schema gives it/,
    )
  })
})
