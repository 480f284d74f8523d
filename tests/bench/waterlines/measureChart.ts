import { chromium, type Page } from 'playwright-core'
import { demoPassword } from '../../api/support/config'
import { median } from '../report'

const turns = 7

/**
 * Milliseconds from the response with the numbers to the picture on the screen, in the drawer of a water line, without the animation in which it is
 * shown; the code that draws it is there from the second drawer on.
 * @param browser path of a Chromium @param address of the product
 */
export async function measureChart(browser: string, address: string, loanNo: string): Promise<{ first: number; usual: number }> {
  const chrome = await chromium.launch({
    executablePath: browser,
    args: ['--no-sandbox', '--disable-frame-rate-limit', '--disable-gpu-vsync'],
  })
  try {
    const page = await chrome.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
    await page.addInitScript(watchChart)
    await page.goto(`${address}/login`)
    await page.fill('input[name=userName]', 'rk01')
    await page.fill('input[type=password]', demoPassword)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname !== '/login')
    const times = []
    for (let turn = 0; turn < turns; turn++) times.push(await drawn(page, `${address}/waterline`, loanNo))
    return { first: times[0] ?? Number.NaN, usual: median(times.slice(1)) }
  } finally {
    await chrome.close()
  }
}

async function drawn(page: Page, address: string, loanNo: string): Promise<number> {
  await page.goto(address)
  const row = page.locator('tr', { hasText: loanNo }).first()
  await row.getByText('查看', { exact: true }).click()
  return page.evaluate(() => (window as unknown as Watched).drawn)
}

interface Watched {
  drawn: Promise<number>
}

/** Runs in the page: from the answer with the numbers of a chart to the first frame in which its canvas has something on it. */
function watchChart(): void {
  const ask = window.fetch
  ;(window as unknown as Watched).drawn = new Promise((resolve) => {
    window.fetch = async (...request) => {
      const response = await ask(...request)
      const [input] = request
      const url = input instanceof Request ? input.url : String(input)
      if (!url.includes('/charts/')) return response
      const body = await response.clone().text()
      const begin = performance.now()
      const look = (): void => {
        const canvas = document.querySelector<HTMLCanvasElement>('.engine-chart-place canvas')
        const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
        if (pixels?.some((value) => value !== 0)) resolve(performance.now() - begin)
        else requestAnimationFrame(look)
      }
      look()
      return new Response(body, { status: response.status, headers: response.headers })
    }
  })
}
