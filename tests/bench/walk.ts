/** The way through the pages of either contestant: each step is timed, and the next one begins when it is done. */
import type { Page } from 'playwright-core'
import type { Step } from './browser/probe'
import type { Contestant } from './pages'
import { median, percentile } from './report'

export type StepName =
  | 'list 20'
  | 'query'
  | 'next page'
  | 'kept list'
  | 'list 100'
  | 'query 100'
  | 'next page 100'
  | 'list 1000'
  | 'scroll 1000'
  | 'form'
  | 'key'
  | 'linked key'
  | 'line key'
  | 'large form'
  | 'errors'
export type Times = Record<StepName, number>

interface Places {
  row: (id: string) => string
  nextPage: string
  /** A computed field. */
  deposit: string
  lastLine: string
  /** A cell of the third line, and what is computed from it. */
  qty: string
  amount: string
  /** What saves the form of 200 fields, and what it says of the last of them when that is empty. */
  save: string
  lastProblem: string
  /** The button that leaves a form with input, where one is asked. */
  leave?: string
}

/** Where both differ: how a row, a button or a sum is found. */
export const places: Record<Contestant, Places> = {
  handwritten: {
    // A table of many rows draws no table.
    row: (id) => `[data-row-key="${id}"]`,
    nextPage: '.ant-pagination-next button',
    deposit: '#depositAmount',
    lastLine: '#amount-19',
    qty: '#items_2_qty',
    amount: '#amount-2',
    save: 'button[type="submit"]',
    lastProblem: '#item200_help .ant-form-item-explain-error',
  },
  generated: {
    row: (id) => `tr[data-row="${id}"]`,
    nextPage: '.engine-pager button[aria-label="下一页"]',
    deposit: 'output[id$="-depositAmount"]',
    lastLine: '.engine-lines tr[data-row="19"]',
    qty: '.engine-lines tr[data-row="2"] input[id$="-qty"]',
    amount: '.engine-lines tr[data-row="2"] td.engine-cell-right:not(:has(input))',
    save: '.engine-record-bar .ant-btn-primary',
    lastProblem: '[id$="item200-problem"]',
    leave: '.ant-modal .ant-btn-primary',
  },
}

/** The last field of the form of 200, which both name in the same way. */
const lastOfLarge = 'input[id$="item200"]'
/** The rows of a thousand that a window has room for: the hand-written list draws no more of them before somebody scrolls. */
const lastInWindow = 'thousand-1-10'

export async function walk(page: Page, contestant: Contestant, turn: number): Promise<Times> {
  const { row, nextPage, deposit, lastLine, qty, amount, save, lastProblem, leave } = places[contestant]
  const measure = (step: Step): Promise<number> => ask(page, 'measure', step)
  const perform = async (step: Step): Promise<void> => void (await ask(page, 'perform', step))
  /** From the first page, or the shell would take the one that is open for opened anew. */
  const closeAll = async (): Promise<void> => {
    await perform({ click: '#home', until: '#welcome' })
    await perform({ click: '#close', until: '#welcome' })
  }
  const name = `turn${turn}`

  await closeAll()
  // A page that nobody used while the other one was walked through collects its garbage with the first thing done in it.
  await perform({ click: '#list', until: row('all-1-20') })
  await closeAll()
  const list = await measure({ click: '#list', until: row('all-1-20') })
  await perform({ type: { into: 'input[id$="orderName"]', text: name }, until: row('all-1-20') })
  const query = await measure({ click: 'button[type="submit"]', until: row(`${name}-1-20`) })
  const next = await measure({ click: nextPage, until: row(`${name}-2-20`) })
  await perform({ click: '#home', until: '#welcome' })
  const kept = await measure({ click: '#list', until: row(contestant === 'generated' ? `${name}-2-20` : 'all-1-20') })
  await closeAll()
  const long = await measure({ click: '#long-list', until: row('all-1-100') })
  await perform({ type: { into: 'input[id$="orderName"]', text: name }, until: row('all-1-100') })
  const longQuery = await measure({ click: 'button[type="submit"]', until: row(`${name}-1-100`) })
  const longNext = await measure({ click: nextPage, until: row(`${name}-2-100`) })
  await closeAll()
  const thousand = await measure({ click: '#thousand', until: row(lastInWindow) })
  const frames = percentile(await page.evaluate((within) => window.probe.scroll(within), row(lastInWindow)), 0.95)
  await closeAll()
  const form = await measure({ click: '#form', until: lastLine })
  const [key, linkedKey, lineKey] = [[], [], []] as [number[], number[], number[]]
  for (let stroke = 1; stroke <= 5; stroke++) {
    const input = 'input[id$="orderName"]'
    key.push(await measure({ type: { into: input, text: `采购单${'一'.repeat(stroke)}` }, until: input }))
    linkedKey.push(await measure({ type: { into: 'input[id$="depositRate"]', text: `2${stroke}` }, until: deposit, changes: true }))
    lineKey.push(await measure({ type: { into: qty, text: `1${stroke}` }, until: amount, changes: true }))
  }
  await perform({ click: '#home', until: leave ?? '#welcome' })
  if (leave !== undefined) await perform({ click: leave, until: '#welcome' })
  await closeAll()
  const large = await measure({ click: '#large-form', until: lastOfLarge })
  await closeAll()
  await perform({ click: '#large-new', until: lastOfLarge })
  const errors = await measure({ click: save, until: lastProblem })
  await closeAll()
  return {
    'list 20': list,
    query,
    'next page': next,
    'kept list': kept,
    'list 100': long,
    'query 100': longQuery,
    'next page 100': longNext,
    'list 1000': thousand,
    'scroll 1000': frames,
    form,
    key: median(key),
    'linked key': median(linkedKey),
    'line key': median(lineKey),
    'large form': large,
    errors,
  }
}

export function ask(page: Page, method: 'measure' | 'perform', step: Step): Promise<number> {
  return page.evaluate(([name, given]) => window.probe[name](given) as Promise<number>, [method, step] as const)
}

export function mediansOf(taken: readonly Times[]): Times {
  const names = Object.keys(taken[0] ?? {}) as StepName[]
  return Object.fromEntries(names.map((name) => [name, median(taken.map((times) => times[name]))])) as Times
}
