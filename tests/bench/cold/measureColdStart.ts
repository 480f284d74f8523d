/**
 * A list opened in a browser that has nothing: document, program, session, plan and rows all come over the wire. Ours is the product's own
 * program with its shell, of the bench's schemas; the hand-written one has a shell of antd's parts.
 */
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { chromium, type Browser } from 'playwright-core'
import { build } from 'vite'
import { compiledProduct } from '../compileSpeed'
import { browserArguments, forEach, viewport } from '../drive'
import { buildProgram } from '../entryChunk'
import { writeManySchemas } from '../manySchemas'
import { buildProbe, contestants, servePages, type Contestant, type PageServer } from '../pages'
import { median } from '../report'
import { places } from '../walk'
import { createAnswers } from './answers'

/** Pages in the menu, as many as a product of some size has. */
const MENU_PAGES = 60
/** How much slower than here the processor is. */
export const slowdowns = [1, 4] as const
export type ColdTimes = Record<(typeof slowdowns)[number], number>

interface ColdOptions {
  root: string
  /** Path of a Chromium. */
  browser: string
  out: string
  warmUps: number
  turns: number
}

/** Milliseconds from the begin of the navigation until the last row is painted. */
export async function measureColdStart({ root, browser: path, out, warmUps, turns }: ColdOptions): Promise<Record<Contestant, ColdTimes>> {
  await buildShells(root, out)
  const answers = await createAnswers(compiledProduct(root, writeManySchemas(root, MENU_PAGES)))
  const servers = await forEach((contestant) => servePages(join(out, `cold-${contestant}`), answers))
  const script = await buildProbe(root, 'arrival')
  const browser = await chromium.launch({ executablePath: path, args: browserArguments })
  try {
    const taken = await forEach(async () => ({ 1: [] as number[], 4: [] as number[] }))
    for (let turn = 0; turn < warmUps + turns; turn++) {
      for (const slowdown of slowdowns) {
        for (const contestant of contestants) {
          const time = await start(browser, servers[contestant], { script, awaited: places[contestant].row('all-1-20'), slowdown })
          if (turn >= warmUps) taken[contestant][slowdown].push(time)
        }
      }
    }
    return await forEach(async (contestant) => ({ 1: median(taken[contestant][1]), 4: median(taken[contestant][4]) }))
  } finally {
    await browser.close()
    for (const server of Object.values(servers)) server.close()
  }
}

async function buildShells(root: string, out: string): Promise<void> {
  buildProgram(root, join(out, 'cold-generated'), 'tests/bench/schemas')
  await build({
    configFile: false,
    root: join(root, 'tests/bench/cold/handwritten'),
    logLevel: 'warn',
    plugins: [react()],
    build: { outDir: join(out, 'cold-handwritten'), emptyOutDir: true, reportCompressedSize: false, chunkSizeWarningLimit: 1500 },
  })
}

interface Start {
  script: string
  awaited: string
  slowdown: number
}

async function start(browser: Browser, { url }: PageServer, { script, awaited, slowdown }: Start): Promise<number> {
  const context = await browser.newContext({ viewport })
  try {
    // The cookie of a user who is signed in already.
    await context.addCookies([{ name: 'accessToken', value: 'token', url }])
    await context.addInitScript({ content: `window.awaited = ${JSON.stringify(awaited)};\n${script}` })
    const page = await context.newPage()
    page.on('pageerror', (error) => {
      throw error
    })
    const devTools = await context.newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(`${url}/order`, { waitUntil: 'commit' })
    return await page.evaluate(() => window.arrived)
  } finally {
    await context.close()
  }
}
