import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type FrameLocator, type Page } from 'playwright-core'
import { demoPassword } from '../../api/support/config'
import { startServer } from '../../api/support/serverProcess'
import { browserArguments } from '../drive'
import { median, percentile } from '../report'

/** A screen of more than 300 lines, and a title in it that its record shows. */
const screen = { file: 'base/enterprise', page: '企业详情（查看）', before: '"基本"' }
const openings = 5
const keys = 40

export interface PlaygroundTimes {
  /** From the address to the first row of the preview, in ms: in an empty browser, and the median of one that has the code. */
  first: number
  again: number
  /** From a key in the editor to the record that shows it, painted, in ms. */
  key: { median: number; p95: number }
}

/**
 * An admin opens the playground of the built product, and types. The server is a process of its own.
 * @param browser path of a Chromium
 */
export async function measurePlayground(browser: string, databaseUrl: string): Promise<PlaygroundTimes> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'bench-'))
  const server = await startServer(dataDirectory, databaseUrl)
  const opened = await chromium.launch({ executablePath: browser, args: browserArguments })
  try {
    const page = await opened.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${server.guest.address}/login`)
    await page.getByLabel('登录名').fill('admin')
    await page.getByLabel('密码', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.getByRole('button', { name: /账号菜单$/ }).waitFor()
    const times: number[] = []
    for (let opening = 0; opening <= openings; opening++) times.push(await openingTime(page, `${server.guest.address}/playground`))
    const [first = Number.NaN, ...again] = times
    const taken = await keyTimes(page)
    return { first, again: median(again), key: { median: median(taken), p95: percentile(taken, 0.95) } }
  } finally {
    await opened.close()
    await server.kill()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

function previewOf(page: Page): FrameLocator {
  return page.getByTitle(/的预览$/).contentFrame()
}

async function openingTime(page: Page, address: string): Promise<number> {
  const began = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await previewOf(page).locator('tbody tr[data-row]').first().waitFor()
  return performance.now() - began
}

/** Types into the title of a section, a key after the other has been seen. */
async function keyTimes(page: Page): Promise<number[]> {
  const { keyboard } = page
  const search = page.getByRole('searchbox', { name: '搜索标题或文件名' })
  await search.fill(`${screen.file}.screen`)
  await search.press('Enter')
  await page.getByRole('combobox', { name: '页面', exact: true }).click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: screen.page }).click()
  await page.getByRole('textbox', { name: '模式文本' }).click()
  await keyboard.press('ControlOrMeta+f')
  await keyboard.type(screen.before)
  await keyboard.press('Enter')
  await keyboard.press('Escape')
  await keyboard.press('ArrowLeft')
  await keyboard.press('ArrowRight')
  const times: number[] = []
  const title = screen.before.slice(1, -1)
  await previewOf(page).getByText(title, { exact: true }).first().waitFor()
  for (let key = 0; key < keys; key++) {
    const letter = String.fromCharCode(97 + (key % 26))
    const [typed, gone] = [
      { text: letter + title, isThere: true },
      { text: letter + title, isThere: false },
    ]
    times.push(await timeOf(page, letter, typed))
    // A title has only so much room.
    await timeOf(page, 'Backspace', gone)
  }
  return times
}

async function timeOf(page: Page, key: string, wanted: Wanted): Promise<number> {
  // It watches before the key is pressed.
  const watch = await page.evaluateHandle(untilSeen, wanted)
  await page.keyboard.press(key)
  return watch.evaluate(({ seen }) => seen)
}

interface Wanted {
  text: string
  isThere: boolean
}

/** Runs in the page: from the next key to the frame after the preview has a text, or has it no more. */
function untilSeen({ text, isThere }: Wanted): { seen: Promise<number> } {
  const body = document.querySelector('iframe')?.contentDocument?.body
  if (!body) throw new Error('there is no preview')
  const seen = new Promise<number>((resolve) => {
    let began = Number.NaN
    window.addEventListener('keydown', ({ timeStamp }) => (began = timeStamp), { once: true, capture: true })
    const observer = new MutationObserver(() => {
      if (body.textContent.includes(text) !== isThere) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
    })
    observer.observe(body, { subtree: true, childList: true, characterData: true })
  })
  return { seen }
}
