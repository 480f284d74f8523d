/** Walks both contestants' pages in turn, in one browser, and takes the time of each step. */
import { chromium, type Browser, type Page } from 'playwright-core'
import type { Probe, Step } from './browser/probe'
import { contestants, type Contestant, type PageServer } from './pages'
import { median } from './report'

export interface DriveOptions {
  /** Path of a Chromium. */
  browser: string
  probe: string
  servers: Record<Contestant, PageServer>
  warmUps: number
  turns: number
}

export type StepName = 'list 20' | 'query' | 'next page' | 'kept list' | 'list 100' | 'form' | 'key' | 'linked key' | 'line key'
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
  /** The button that leaves a form with input, where one is asked. */
  leave?: string
}

/** Where both differ: how a row, a button or a sum is found. */
const places: Record<Contestant, Places> = {
  handwritten: {
    row: (id) => `tr[data-row-key="${id}"]`,
    nextPage: '.ant-pagination-next button',
    deposit: '#depositAmount',
    lastLine: '#amount-19',
    qty: '#items_2_qty',
    amount: '#amount-2',
  },
  generated: {
    row: (id) => `tr[data-row="${id}"]`,
    nextPage: '.engine-pager button[aria-label="下一页"]',
    deposit: 'output[id$="-depositAmount"]',
    lastLine: '.engine-lines tr[data-row="19"]',
    qty: '.engine-lines tr[data-row="2"] input[id$="-qty"]',
    amount: '.engine-lines tr[data-row="2"] td.engine-cell-right:not(:has(input))',
    leave: '.ant-modal .ant-btn-primary',
  },
}

/** Frames come as fast as they are drawn, so that times are not rounded to the screen's rhythm. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-frame-rate-limit',
  '--disable-gpu-vsync',
  '--font-render-hinting=none',
]

export async function drive(options: DriveOptions): Promise<Record<Contestant, Times>> {
  const browser = await chromium.launch({ executablePath: options.browser, args: browserArguments })
  try {
    const pages = await forEach((contestant) => openPage(browser, options, contestant))
    const taken = await forEach(async () => [] as Times[])
    for (let turn = 0; turn < options.warmUps + options.turns; turn++) {
      for (const contestant of contestants) {
        const times = await walk(pages[contestant], contestant, turn)
        if (turn >= options.warmUps) taken[contestant].push(times)
      }
    }
    return await forEach(async (contestant) => mediansOf(taken[contestant]))
  } finally {
    await browser.close()
  }
}

/** Opens a list and a form for the first time, each in an empty browser: what code, plan and data take, and what is waited for besides. */
export async function measureFirstOpenings(options: DriveOptions): Promise<Record<Contestant, { list: number; form: number }>> {
  const browser = await chromium.launch({ executablePath: options.browser, args: browserArguments })
  async function open(contestant: Contestant, step: Step): Promise<number> {
    const page = await openPage(browser, options, contestant)
    try {
      return await ask(page, 'measure', step)
    } finally {
      await page.close()
    }
  }
  try {
    const taken = await forEach(async () => ({ list: [] as number[], form: [] as number[] }))
    for (let turn = 0; turn < options.turns; turn++) {
      for (const contestant of contestants) {
        const { row, lastLine } = places[contestant]
        taken[contestant].list.push(await open(contestant, { click: '#list', until: row('all-1-20') }))
        taken[contestant].form.push(await open(contestant, { click: '#form', until: lastLine }))
      }
    }
    return await forEach(async (contestant) => ({ list: median(taken[contestant].list), form: median(taken[contestant].form) }))
  } finally {
    await browser.close()
  }
}

/** Bytes of JavaScript, compressed, that are sent for an empty browser that opens the list. */
export async function measureFirstLoad({
  browser: path,
  probe,
  servers,
}: DriveOptions): Promise<Record<Contestant, { untilPainted: number; whenIdle: number }>> {
  const browser = await chromium.launch({ executablePath: path, args: browserArguments })
  try {
    return await forEach(async (contestant) => {
      const page = await browser.newPage({ viewport })
      await page.addInitScript(probe)
      servers[contestant].takeScriptBytes()
      await page.goto(`${servers[contestant].url}/order`)
      await page.waitForSelector(places[contestant].row('all-1-20'))
      const untilPainted = servers[contestant].takeScriptBytes()
      await page.waitForLoadState('networkidle')
      await page.waitForTimeout(2000)
      return { untilPainted, whenIdle: untilPainted + servers[contestant].takeScriptBytes() }
    })
  } finally {
    await browser.close()
  }
}

const viewport = { width: 1440, height: 900 }

async function openPage(browser: Browser, { probe, servers }: DriveOptions, contestant: Contestant): Promise<Page> {
  const page = await browser.newPage({ viewport })
  page.on('pageerror', (error) => {
    throw error
  })
  await page.addInitScript(probe)
  await page.goto(`${servers[contestant].url}/`)
  await page.waitForSelector('#welcome')
  return page
}

async function walk(page: Page, contestant: Contestant, turn: number): Promise<Times> {
  const { row, nextPage, deposit, lastLine, qty, amount, leave } = places[contestant]
  const measure = (step: Step): Promise<number> => ask(page, 'measure', step)
  const perform = async (step: Step): Promise<void> => void (await ask(page, 'perform', step))
  const name = `turn${turn}`

  await perform({ click: '#close', until: '#welcome' })
  const list = await measure({ click: '#list', until: row('all-1-20') })
  await perform({ type: { into: 'input[id$="orderName"]', text: name }, until: row('all-1-20') })
  const query = await measure({ click: 'button[type="submit"]', until: row(`${name}-1-20`) })
  const next = await measure({ click: nextPage, until: row(`${name}-2-20`) })
  await perform({ click: '#home', until: '#welcome' })
  const kept = await measure({ click: '#list', until: row(contestant === 'generated' ? `${name}-2-20` : 'all-1-20') })
  await perform({ click: '#close', until: '#welcome' })
  const long = await measure({ click: '#long-list', until: row('all-1-100') })
  await perform({ click: '#close', until: '#welcome' })
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
  return {
    'list 20': list,
    query,
    'next page': next,
    'kept list': kept,
    'list 100': long,
    form,
    key: median(key),
    'linked key': median(linkedKey),
    'line key': median(lineKey),
  }
}

function ask(page: Page, method: keyof Probe, step: Step): Promise<number> {
  return page.evaluate(([name, given]) => window.probe[name](given) as Promise<number>, [method, step] as const)
}

function mediansOf(taken: readonly Times[]): Times {
  const names = Object.keys(taken[0] ?? {}) as StepName[]
  return Object.fromEntries(names.map((name) => [name, median(taken.map((times) => times[name]))])) as Times
}

async function forEach<Result>(make: (contestant: Contestant) => Promise<Result>): Promise<Record<Contestant, Result>> {
  const entries: [Contestant, Result][] = []
  for (const contestant of contestants) entries.push([contestant, await make(contestant)])
  return Object.fromEntries(entries) as Record<Contestant, Result>
}
