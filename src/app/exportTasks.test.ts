import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRequest } from '../../engine/client/request'
import type { NotifyLink } from '../../engine/client/notify'
import { listPagePlan, screenPlan } from '../../engine/client/testing/plans'
import { createRouteTable } from './routing/routeTable'
import { exportsPage, watchExport } from './exportTasks'

const state = (code: string, color: 'default' | 'processing' | 'success' | 'error', initial = false) => ({
  code,
  title: code,
  color,
  initial,
  edit: false,
  delete: false,
})
const screen = screenPlan({
  id: 'out/tasks',
  base: '/api/tasks',
  statusField: 'status',
  states: {
    QUEUED: state('QUEUED', 'default', true),
    RUNNING: state('RUNNING', 'processing'),
    DONE: state('DONE', 'success'),
    FAILED: state('FAILED', 'error'),
  },
  pages: { list: listPagePlan({ route: exportsPage }) },
})
const route = { route: exportsPage, screen: screen.id, page: 'list', title: '导出', menuName: 'out_tasks', open: false }

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** @param answers what the list says of the task, each time it is asked; a number is an answer with that status */
async function watch(answers: readonly (string | number | undefined)[], page: string | undefined = exportsPage, isWanted = () => true) {
  const told: unknown[] = []
  let asked = 0
  const fetch = (): Promise<Response> => {
    const answer = answers[asked]
    asked += 1
    if (typeof answer === 'number') return Promise.resolve(Response.json({ error: 'x' }, { status: answer }))
    const records = answer === undefined ? [] : [{ id: '7', taskName: '库存 2026-11-20', status: answer }]
    return Promise.resolve(Response.json({ records, total: records.length, page: 1, pageSize: 5 }))
  }
  const say = (kind: string) => (text: string, link?: NotifyLink) => {
    told.push([kind, text])
    link?.onFollow()
  }
  const ended = watchExport(
    {
      request: createRequest({ token: () => 't', show: (text) => told.push(text), fetch }),
      screens: { load: () => Promise.resolve(screen) },
      match: createRouteTable([route]),
      notify: { success: say('success'), error: say('error') },
      navigate: (to) => told.push(to),
      isWanted,
    },
    { id: '7', title: '导出', ...(page === undefined ? {} : { page }) },
  )
  const outcome = ended.then(
    () => 'ended',
    () => 'failed',
  )
  await vi.advanceTimersByTimeAsync(60_000)
  return { told, asked: () => asked, outcome: await outcome }
}

it('I6 tells that the file of a large export is there, and leads to it', async () => {
  const { told, asked } = await watch(['QUEUED', 'RUNNING', 503, 'DONE', 'DONE'])
  expect(told).toEqual([['success', '“库存 2026-11-20”已生成，可以下载'], exportsPage])
  expect(asked()).toBe(4)
})

it('I6 tells that there will be no file', async () => {
  expect((await watch(['FAILED'])).told).toEqual([['error', '“库存 2026-11-20”未能生成：FAILED'], exportsPage])
})

it.each([
  ['the task was deleted', [undefined], 1, 'ended', undefined],
  ['the session has ended', [401, 'DONE'], 1, 'failed', undefined],
  ['somebody else is here', ['DONE'], 0, 'ended', () => false],
] as const)('says nothing when %s', async (_what, answers, times, how, isWanted) => {
  const { told, asked, outcome } = await watch(answers, exportsPage, isWanted)
  expect([told, asked(), outcome]).toEqual([[], times, how])
})
