/** Opens both contestants' pages in turn, in one browser, and takes the time of what is walked through in them. */
import { chromium, type Browser, type Page } from 'playwright-core'
import type { Step } from './browser/probe'
import { contestants, type Contestant, type PageServer } from './pages'
import { median } from './report'
import { ask, mediansOf, places, walk, type Times } from './walk'

export interface DriveOptions {
  /** Path of a Chromium. */
  browser: string
  probe: string
  servers: Record<Contestant, PageServer>
  warmUps: number
  turns: number
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

export const viewport = { width: 1440, height: 900 }

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

export async function forEach<Result>(make: (contestant: Contestant) => Promise<Result>): Promise<Record<Contestant, Result>> {
  const entries: [Contestant, Result][] = []
  for (const contestant of contestants) entries.push([contestant, await make(contestant)])
  return Object.fromEntries(entries) as Record<Contestant, Result>
}
