/**
 * Pictures of every screen, light and dark, wide and narrow, of the running product in demo mode.
 *   npm run screenshots                       all of them into dist/screenshots
 *   npm run screenshots -- --readme           only the four of the README, into src/app/assets/readme
 *   BASE_URL=http://127.0.0.1:3000            where it runs (default); DEMO_PASSWORD as there
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import type { ListPagePlan } from '../engine/core/plan'
import { readProduct } from '../src/server/product'
import { findBrowser } from './provision/browser.mjs'

const baseUrl = process.env['BASE_URL'] ?? 'http://127.0.0.1:3000'
const password = process.env['DEMO_PASSWORD'] ?? 'Scf@2026demo'
const widths = { wide: { width: 1440, height: 900 }, narrow: { width: 375, height: 812 } }
const themes = ['light', 'dark'] as const
/** Time for data to come and for what moves to stand still, in ms. */
const settleMs = 1_200

interface Picture {
  path: string
  name: string
}

async function signedIn(browser: Browser, size: keyof typeof widths, theme: (typeof themes)[number], account: string): Promise<Page> {
  const page = await browser.newPage({ viewport: widths[size] })
  await page.goto(`${baseUrl}/login`)
  await page.evaluate((dark) => localStorage.setItem('scf-darkTheme', String(dark)), theme === 'dark')
  await page.reload()
  await page.fill('input[name=userName]', account)
  await page.fill('input[type=password]', password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/login')
  return page
}

async function take(page: Page, { path, name }: Picture, folder: string): Promise<void> {
  await page.goto(baseUrl + path)
  await page.waitForTimeout(settleMs)
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

/** Every list, and the first record of each that has a page of its own. */
async function picturesOf(page: Page): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const screen of Object.values(readProduct(process.cwd()).screens)) {
    const list = Object.values(screen.pages).find((each): each is ListPagePlan => each.kind === 'list')
    if (list?.route === undefined || list.route.includes(':')) continue
    pictures.push({ path: list.route, name: `${screen.menu}-list` })
    const token = (await page.context().cookies()).find((cookie) => cookie.name.endsWith('accessToken'))?.value ?? ''
    const response = await page.request.get(`${baseUrl}${screen.base}/list?pageSize=1`, { headers: { authorization: `Bearer ${token}` } })
    const { records = [] } = (await response.json()) as { records?: { id: string }[] }
    const id = records[0]?.id
    for (const record of Object.values(screen.pages)) {
      if (record.kind !== 'record' || record.route === undefined || id === undefined) continue
      const address = record.route.includes(':') ? record.route.replace(/:\w+/, id) : `${record.route}?id=${id}`
      pictures.push({ path: address, name: `${screen.menu}-${record.name}` })
    }
  }
  return pictures
}

async function readmePictures(browser: Browser): Promise<void> {
  const folder = 'src/app/assets/readme'
  await mkdir(folder, { recursive: true })
  const light = await signedIn(browser, 'wide', 'light', 'op01')
  await take(light, { path: '/loansmgr', name: 'list-light' }, folder)
  const record = (await picturesOf(light)).find(({ name }) => name === 'loansmgr-detail')
  if (record) await take(light, { ...record, name: 'record-light' }, folder)
  await take(await signedIn(browser, 'wide', 'dark', 'op01'), { path: '/collateralstock', name: 'list-dark' }, folder)
  await take(await signedIn(browser, 'narrow', 'light', 'bm01'), { path: '/quotamgr', name: 'list-mobile' }, folder)
}

async function allPictures(browser: Browser): Promise<void> {
  for (const theme of themes) {
    for (const size of Object.keys(widths) as (keyof typeof widths)[]) {
      const folder = join('dist/screenshots', `${theme}-${size}`)
      await mkdir(folder, { recursive: true })
      const page = await signedIn(browser, size, theme, 'multi01')
      for (const picture of await picturesOf(page)) await take(page, picture, folder)
      const admin = await signedIn(browser, size, theme, 'admin')
      for (const path of ['/userManage', '/userManage/role', '/basicdata']) {
        await take(admin, { path, name: path.slice(1).replace('/', '-') }, folder)
      }
    }
  }
}

const executablePath = await findBrowser()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  await (process.argv.includes('--readme') ? readmePictures(browser) : allPictures(browser))
} finally {
  await browser.close()
}
