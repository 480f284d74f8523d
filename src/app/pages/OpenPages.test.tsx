import { act, cleanup, fireEvent, screen as page } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { RequestError } from '../../../engine/client/request'
import type { BrowserScreenPlan, RecordPagePlan } from '../../../engine/core/plan'
import { fieldPlan, itemPlan } from '../../../engine/core/testing/fieldPlans'
import { lazyPart } from '../../../engine/client/ui/lazyPart'
import { createGate } from '../../../engine/client/testing/gate'
import { everything } from '../../../engine/client/testing/renderPage'
import { detailPage, listPagePlan, screenPlan, stockRows } from '../../../engine/client/testing/plans'
import { renderShell } from '../testing/renderShell'
import { OpenPages } from './OpenPages'
import { pageKinds, type PageProps } from '../routing/pageKinds'
import { PageSkeleton } from '../ui/PageSkeleton'
import { HOLD_MS } from './useShownPages'

// Code that is there before, as it is after the first page of a kind.
beforeAll(() => Promise.all([pageKinds.list.load(), pageKinds.record.load(), import('../../../engine/client/record/RecordEdit')]))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const name = fieldPlan('name', 'text', { title: '名称' })
const sections = [{ title: '基本', items: [itemPlan(name)] }]

/** Goods, whose pages keep or forget what they knew. */
function goods(clearCache: boolean): BrowserScreenPlan {
  const onEnter = { clearCache, resetTab: false, fixedHeader: false }
  const detail: RecordPagePlan = { ...detailPage, onEnter, route: '/goods/:id', sections, title: '商品详情' }
  const edit: RecordPagePlan = { ...detail, name: 'edit', route: '/goods/edit', mode: 'edit', title: '编辑商品' }
  const list = listPagePlan({ route: '/goods', onEnter })
  return screenPlan({ id: 'base/goods', base: '/api/goods', pages: { list, detail, edit } })
}
const rates = screenPlan({ id: 'base/rate', base: '/api/rate', pages: { list: listPagePlan({ route: '/rate', title: '汇率' }) } })

interface Given {
  path: string
  clearCache?: boolean
  /** Requests are responded to when this is fulfilled. */
  respond?: () => Promise<void>
  /** So is the plan of the goods. */
  plan?: () => Promise<void>
}

const atOnce = async (): Promise<void> => undefined

async function open({ path, clearCache = false, respond = atOnce, plan = atOnce }: Given) {
  const asked: string[] = []
  async function response(input: RequestInfo | URL): Promise<Response> {
    const { pathname } = new URL(String(input))
    asked.push(pathname)
    await respond()
    const [row] = stockRows(1)
    if (pathname.endsWith('/9')) return new Response(JSON.stringify({ detail: 'x' }), { status: 404 })
    const list = { records: stockRows(2), total: 2, page: 1, pageSize: 20 }
    return new Response(JSON.stringify(pathname.endsWith('/list') ? list : row), { headers: { 'content-type': 'application/json' } })
  }
  const screens = {
    'base/goods': async () => {
      await plan()
      return goods(clearCache)
    },
    'base/rate': async () => rates,
  }
  const shell = await renderShell(<OpenPages mayBegin />, { path, screens, rights: everything, fetch: response })
  return { ...shell, asked, of: (path: string) => asked.filter((each) => each === path).length }
}
const busy = () => document.querySelectorAll('.app-page[aria-busy="true"]').length
const shown = () => Array.from(document.querySelectorAll('kept-page:not([data-away])'), (each) => each.textContent)

/** The list of goods, drawn; further responses come when the gate is opened. */
async function openGoods() {
  const gate = createGate()
  let drawn = false
  const shell = await open({ path: '/goods', respond: () => (drawn ? gate.opened : Promise.resolve()) })
  await page.findByText('KC-0002')
  drawn = true
  return { ...shell, gate }
}

/** What was left, and whether its page was away then, as handlers of React hear it. */
function followLeaving() {
  const left: string[] = []
  document.body.addEventListener('focusout', ({ target }) => {
    if (target instanceof Element) left.push(target.closest('kept-page[data-away]') ? 'away' : 'in front')
  })
  return left
}

describe('a page that is opened', () => {
  it('leaves the page before in front until its data is there', async () => {
    const { gate, goTo } = await openGoods()
    vi.useFakeTimers()
    await goTo('/rate')
    await act(() => vi.advanceTimersByTimeAsync(HOLD_MS - 1))
    expect(shown()).toEqual([expect.stringContaining('KC-0002')])
    // It has been left: who presses twice does nothing in it.
    expect(busy()).toBe(1)
    gate.open()
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(busy()).toBe(0)
    // Drawn with its rows from the first moment on.
    expect(document.querySelectorAll('kept-page')).toHaveLength(2)
    expect(shown()).toEqual([expect.stringContaining('KC-0001')])
    expect(document.querySelector('kept-page:not([data-away]) [aria-busy]')).toBeNull()
  })

  it('is the one in front for the page before too, which stays in sight alone', async () => {
    const { gate, goTo, program } = await openGoods()
    const scroller = document.querySelector('.engine-table-scroller') as HTMLElement
    scroller.checkVisibility = () => true
    const scrollTo = (top: number): boolean => fireEvent.scroll(Object.assign(scroller, { scrollTop: top }))
    scrollTo(40)
    vi.useFakeTimers()
    await goTo('/rate')
    // Its scrolling after it was left is not the user's.
    scrollTo(0)
    expect(shown()).toEqual([expect.stringContaining('KC-0002')])
    gate.open()
    await act(() => vi.advanceTimersByTimeAsync(0))
    const scrolled = vi.fn<(place: unknown) => void>()
    scroller.scrollTo = scrolled
    await act(() => program.router.navigate(-1))
    expect(scrolled).toHaveBeenCalledWith({ top: 40, left: 0 })
  })

  it('is shown without its data after 200 ms', async () => {
    const { gate, goTo } = await openGoods()
    vi.useFakeTimers()
    await goTo('/rate')
    await act(() => vi.advanceTimersByTimeAsync(HOLD_MS))
    expect(shown()).toHaveLength(1)
    expect(shown()[0]).not.toContain('KC-0002')
    expect(document.querySelector('kept-page:not([data-away]) table[aria-busy=true]')).not.toBeNull()
    gate.open()
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(shown()).toEqual([expect.stringContaining('KC-0002')])
  })

  describe('with its code, its plan and its data still on the way', () => {
    const orders = [
      ['code', 'plan', 'data'],
      ['code', 'data', 'plan'],
      ['plan', 'code', 'data'],
      ['plan', 'data', 'code'],
      ['data', 'code', 'plan'],
      ['data', 'plan', 'code'],
    ] as const
    const outlines = () => document.querySelectorAll('kept-page:not([data-away]) :is(.app-skeleton, .engine-record-skeleton)').length
    const known = pageKinds.record
    afterEach(() => void Object.assign(pageKinds, { record: known }))

    /** At a list, on the way to a record; each part of that comes when it is let through. */
    async function leave() {
      const gates = { code: createGate(), plan: createGate(), data: createGate() }
      const record = lazyPart<PageProps>(
        async () => {
          await gates.code.opened
          return known
        },
        <PageSkeleton list={false} />,
      )
      Object.assign(pageKinds, { record })
      let waits = false
      const plan = (): Promise<void> => gates.plan.opened
      const { goTo } = await open({ path: '/rate', plan, respond: () => (waits ? gates.data.opened : Promise.resolve()) })
      await page.findByText('KC-0002')
      waits = true
      vi.useFakeTimers()
      await goTo('/goods/1')
      return async (part: keyof typeof gates) => {
        gates[part].open()
        await act(() => vi.advanceTimersByTimeAsync(0))
      }
    }

    it.each(orders)('leaves the page before in front until the last of them is there: %s, %s, %s', async (...order) => {
      const arrive = await leave()
      for (const part of order) {
        expect(shown()).toEqual([expect.stringContaining('KC-0002')])
        expect([busy(), outlines()]).toEqual([1, 0])
        await act(() => vi.advanceTimersByTimeAsync(HOLD_MS / 4))
        await arrive(part)
      }
      expect(shown()).toEqual([expect.stringContaining('货物1')])
      expect([busy(), outlines()]).toEqual([0, 0])
    })

    it.each(orders)('is shown in outline after 200 ms, until the last of them is there: %s, %s, %s', async (...order) => {
      const arrive = await leave()
      await act(() => vi.advanceTimersByTimeAsync(HOLD_MS - 1))
      expect(shown()).toEqual([expect.stringContaining('KC-0002')])
      await act(() => vi.advanceTimersByTimeAsync(1))
      for (const part of order) {
        expect(shown()[0]).not.toMatch(/KC-0002|货物1/)
        expect([busy(), outlines()]).toEqual([0, 1])
        await arrive(part)
      }
      expect(shown()).toEqual([expect.stringContaining('货物1')])
      expect(outlines()).toBe(0)
    })
  })

  describe('over a field that has the focus', () => {
    const field = () => page.getAllByLabelText('名称')[0] as HTMLElement

    it('lets that be left while its page still hears of it', async () => {
      const { goTo } = await open({ path: '/goods' })
      await page.findByText('KC-0002')
      field().focus()
      const left = followLeaving()
      await goTo('/rate')
      expect(left).toEqual(['in front'])
      expect(document.activeElement).toBe(document.body)
    })

    it('lets that hear of it afterwards which lost the focus only in the background', async () => {
      const { goTo, program } = await open({ path: '/goods' })
      await page.findByText('KC-0002')
      const behind = field()
      await goTo('/rate')
      await expect.poll(() => behind.closest('[data-away]')).not.toBeNull()
      const left = followLeaving()
      behind.focus()
      behind.blur()
      expect(left).toEqual([])
      await act(() => program.router.navigate(-1))
      await expect.poll(() => left).toEqual(['in front'])
      await goTo('/rate')
      await act(() => program.router.navigate(-1))
      await expect.poll(() => behind.closest('[data-away]')).toBeNull()
      expect(left).toHaveLength(1)
    })
  })

  it('comes back at once when it is still there, whatever it is asked anew', async () => {
    const { goTo } = await open({ path: '/goods' })
    await page.findByText('KC-0002')
    await goTo('/rate')
    await expect.poll(() => document.querySelectorAll('kept-page')).toHaveLength(2)
    vi.useFakeTimers()
    await goTo('/goods')
    expect(document.querySelector('kept-page[data-away]')?.textContent).toContain('汇率')
  })

  it.each([
    ['a list', '/goods', '/api/goods/list', 'KC-0002'],
    ['a record to look at', '/goods/1', '/api/goods/1', '货物1'],
    ['a record to decide on', '/goods/1?mode=approve', '/api/goods/1', '货物1'],
    ['a record to edit', '/goods/edit?id=1', '/api/goods/1', '名称'],
    ['a record that is not there', '/goods/9', '/api/goods/9', '记录不存在'],
  ])('asks once for %s, also where it forgets what it knew', async (_name, path, url, text) => {
    for (const clearCache of [false, true]) {
      const { goTo, of } = await open({ path, clearCache })
      await page.findAllByText(new RegExp(text))
      expect(of(url)).toBe(1)
      // Who comes back by a link finds a page that begins anew.
      await goTo('/rate')
      await page.findAllByText('KC-0001')
      vi.useFakeTimers({ now: Date.now() + 10_000, shouldAdvanceTime: true })
      await goTo(path)
      await expect.poll(() => of(url)).toBe(2)
      await act(() => vi.advanceTimersByTimeAsync(500))
      expect(of(url)).toBe(2)
      vi.useRealTimers()
      cleanup()
    }
  })
})

describe('a screen that is edited', () => {
  it('has its page again, when the page was taken away and comes back', async () => {
    const complaints = vi.spyOn(console, 'error').mockReturnValue()
    const { program } = await open({ path: '/goods' })
    await page.findByText('KC-0002')
    const whole = goods(false)
    const { list: _list, ...others } = whole.pages
    act(() => program.screens.replace('base/goods', { ...whole, pages: others }))
    await page.findByText('页面出错了')
    act(() => program.screens.replace('base/goods', whole))
    await page.findByText('KC-0002')
    expect(page.queryByText('页面出错了')).toBeNull()
    complaints.mockRestore()
  })
})

describe('a plan that is not answered', () => {
  /** The status of each answer before the plan comes. */
  async function refusedWith(...statuses: number[]) {
    const left = [...statuses]
    return open({
      path: '/goods',
      async plan() {
        const status = left.shift()
        if (status !== undefined) throw new RequestError({ success: false, status, message: '网络错误', shown: false })
      },
    })
  }

  it('E3 is said to be so, and asked for again on request', async () => {
    const complaints = vi.spyOn(console, 'error').mockReturnValue()
    // When the page is entered, and when it is drawn.
    await refusedWith(600, 600)
    await page.findByText('页面未能加载')
    fireEvent.click(page.getByText('重试'))
    await page.findByText('KC-0002')
    expect(page.queryByText('页面未能加载')).toBeNull()
    complaints.mockRestore()
  })

  it('S5 S6 is waited for where the session has ended, and comes with the next token', async () => {
    const { program } = await refusedWith(401, 401)
    await act(async () => undefined)
    expect(document.querySelectorAll('.app-skeleton')).toHaveLength(1)
    act(() => program.store.setState({ accessToken: 'next' }))
    await page.findByText('KC-0002')
  })
})
