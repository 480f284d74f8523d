/** What a page that is open does when its screen is published anew, or taken back. */
import { act, cleanup, screen as page } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { everything } from '../../../engine/client/testing/renderPage'
import { actionPlan, columnPlan, detailPage, entityAction, listPagePlan, screenPlan } from '../../../engine/client/testing/plans'
import type { BrowserScreenPlan, RecordPagePlan } from '../../../engine/core/plan'
import { fieldPlan, itemPlan } from '../../../engine/core/testing/fieldPlans'
import { pageKinds } from '../routing/pageKinds'
import { renderShell } from '../testing/renderShell'
import { OpenPages } from './OpenPages'

beforeAll(() => Promise.all([pageKinds.list.load(), pageKinds.record.load(), import('../../../engine/client/record/RecordEdit')]))
beforeEach(() => window.sessionStorage.clear())
afterEach(cleanup)

const name = fieldPlan('name', 'text', { title: '名称' })
const note = fieldPlan('note', 'text', { title: '备注' })
const reason = fieldPlan('reason', 'text', { title: '原因' })
const row = { id: '1', version: 1, name: '钢材', note: null, status: 'DRAFT' }

/** A release of the goods, which says 备注 or takes it away; none: the shipped screen. */
function goods(release?: number, withNote = true): BrowserScreenPlan {
  const items = [name, ...(withNote ? [note] : [])].map((field) => itemPlan(field))
  const onEnter = { clearCache: false, resetTab: false, fixedHeader: false }
  const detail: RecordPagePlan = { ...detailPage, onEnter, route: '/goods/:id', sections: [{ title: '基本', items }], actions: ['close'] }
  const edit: RecordPagePlan = { ...detail, name: 'edit', route: '/goods/edit', mode: 'edit', actions: [] }
  const columns = [columnPlan(name, { title: `名称${release ?? ''}` })]
  const plan = screenPlan({
    id: 'base/goods',
    base: '/api/goods',
    pages: { list: listPagePlan({ route: '/goods', onEnter, columns, search: [], toolbar: [], rowActions: [] }), detail, edit },
    actions: { close: actionPlan('close', entityAction('close', { ask: [reason, ...(withNote ? [note] : [])] }), { title: '关闭' }) },
  })
  return release === undefined ? plan : { ...plan, release }
}
const rates = screenPlan({ id: 'base/rate', base: '/api/rate', pages: { list: listPagePlan({ route: '/rate', title: '汇率' }) } })

async function open(path: string) {
  const sent: { method: string; body: unknown }[] = []
  const shell = await renderShell(<OpenPages mayBegin />, {
    path,
    rights: everything,
    screens: { 'base/goods': async () => goods(), 'base/rate': async () => rates },
    fetch: async (input, init) => {
      if (init?.method !== 'GET') sent.push({ method: init?.method ?? '', body: JSON.parse(init?.body as string) })
      const isList = new URL(String(input)).pathname.endsWith('/list')
      return new Response(JSON.stringify(isList ? { records: [row], total: 1, page: 1, pageSize: 20 } : row), {
        headers: { 'content-type': 'application/json' },
      })
    },
  })
  return { ...shell, sent, publish: (plan: BrowserScreenPlan) => act(() => shell.program.screens.replace('base/goods', plan)) }
}
const field = (label: string) => page.findByLabelText<HTMLInputElement>(label)

it('a list shows the release at once', async () => {
  const { publish } = await open('/goods')
  await page.findByRole('columnheader', { name: '名称' })
  publish(goods(1))
  await page.findByRole('columnheader', { name: '名称1' })
  publish(goods())
  expect(await page.findByRole('columnheader', { name: '名称' })).toBeTruthy()
})

it('a form that nothing was typed into shows it too', async () => {
  const { publish } = await open('/goods/edit?id=1')
  await field('备注')
  publish(goods(1, false))
  await expect.poll(() => page.queryByLabelText('备注')).toBeNull()
  expect((await field('名称')).value).toBe('钢材')
})

it('a form that was typed into keeps its fields, what is in them and the cursor, and saves all of it', async () => {
  const { publish, sent } = await open('/goods/edit?id=1')
  const input = await field('备注')
  await userEvent.type(input, '急')
  publish(goods(1, false))
  publish(goods(2, false))
  await userEvent.keyboard('用')
  expect([(await field('备注')) === input, document.activeElement === input, input.value]).toEqual([true, true, '急用'])
  await userEvent.click(page.getByRole('button', { name: '保存' }))
  await expect.poll(() => sent).toEqual([expect.objectContaining({ body: expect.objectContaining({ note: '急用' }) as unknown })])
})

it('so does one in a tab behind another page; opened anew, it is as it is published', async () => {
  const { publish, goTo, program } = await open('/goods/edit?id=1')
  await userEvent.type(await field('备注'), '急')
  await goTo('/rate')
  await userEvent.click(await page.findByRole('button', { name: '离开' }))
  await expect.poll(() => document.querySelectorAll('kept-page')).toHaveLength(2)
  publish(goods(1, false))
  const [kept] = program.places.state.getState().pages
  await act(async () => kept && program.places.show(kept))
  expect((await field('备注')).value).toBe('急')
  act(() => kept && program.places.refresh(kept.key))
  await expect.poll(() => page.queryByLabelText('备注')).toBeNull()
})

it('a tab that nothing was typed into shows the release when it comes back', async () => {
  const { publish, goTo, program } = await open('/goods')
  await page.findByRole('columnheader', { name: '名称' })
  await goTo('/rate')
  await expect.poll(() => document.querySelectorAll('kept-page')).toHaveLength(2)
  publish(goods(1))
  const [kept] = program.places.state.getState().pages
  await act(async () => kept && program.places.show(kept))
  expect(await page.findByRole('columnheader', { name: '名称1' })).toBeTruthy()
})

it('the dialog of a button keeps what it asks once something was typed, and the page behind it follows when it is closed', async () => {
  const { publish } = await open('/goods/1')
  await userEvent.click(await page.findByRole('button', { name: '关闭' }))
  const dialog = await page.findByRole('dialog')
  const asked = await field('原因')
  await userEvent.type(asked, '过期')
  publish(goods(1, false))
  expect(dialog.textContent).toContain('备注')
  expect(asked.value).toBe('过期')
})

it('what is edited in development is shown under what was typed', async () => {
  const { publish } = await open('/goods/edit?id=1')
  await userEvent.type(await field('名称'), '板')
  publish(goods(undefined, false))
  await expect.poll(() => page.queryByLabelText('备注')).toBeNull()
  expect((await field('名称')).value).toBe('钢材板')
})
