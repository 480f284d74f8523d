import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { demoPassword } from '../api/support/config'
import { focusedName, tabTo } from './support/keyboard'
import { test } from './support/test'

describe('with the keyboard alone', () => {
  test('an operator signs in, finds a page, queries, opens a record and comes back', async ({ visit }) => {
    const operator = await visit('/login')
    const { page } = operator
    await page.getByLabel('登录名').waitFor()
    await tabTo(page, '登录名')
    await page.keyboard.type('op01')
    await page.keyboard.press('Tab')
    await page.keyboard.type(demoPassword)
    await page.keyboard.press('Enter')
    await operator.shell.expectSignedInAs('林晓')

    await searchMenu(page, '汇率')
    await operator.expectPath('/exchangerate')
    await operator.list.firstRow().expectThere()

    await searchMenu(page, '融资管理')
    await operator.expectPath('/loansmgr')
    await tabTo(page, '项目名称')
    await page.keyboard.type('奶粉')
    await page.keyboard.press('Enter')
    await operator.list.expectColumn('项目名称', (names) => names.length > 0 && names.every((name) => name.includes('奶粉')))

    await tabTo(page, /^RZ\d/)
    await page.keyboard.press('Enter')
    await operator.expectPath(/^\/loansmgr\/detail\?id=/)
    await tabTo(page, '返回')
    await page.keyboard.press('Enter')
    await operator.expectPath('/loansmgr?projectName=奶粉')
  })

  test('a page that was left while a date had the focus goes on when it is back', async ({ visit }) => {
    const operator = await visit('/loansmgr', { as: 'op01' })
    const { page } = operator
    await operator.list.firstRow().expectThere()
    await searchMenu(page, '汇率')
    await operator.expectPath('/exchangerate')
    await operator.list.firstRow().expectThere()
    await tabTo(page, '汇率日期')
    await expect.poll(() => focusIsIn(page, '.ant-picker')).toBe(true)
    await page.goBack()
    await operator.expectPath('/loansmgr')
    await operator.list.firstRow().expectThere()
    await page.goForward()
    await operator.expectPath('/exchangerate')
    await operator.list.firstRow().expectThere()
    await expect.poll(() => page.locator('.ant-picker-focused:visible').count()).toBe(0)
  })

  test('the menu opens its branches and leads to its pages', async ({ visit }) => {
    const operator = await visit('/loansmgr', { as: 'op01' })
    await operator.list.firstRow().expectThere()
    await tabTo(operator.page, '额度管理')
    await operator.page.keyboard.press('Enter')
    await tabTo(operator.page, '客户额度管理')
    await operator.page.keyboard.press('Enter')
    await operator.expectPath('/customerline')
  })

  test('a dialog takes the focus, holds it, and gives it back', async ({ visit }) => {
    const admin = await visit('/userManage', { as: 'admin' })
    await admin.list.firstRow().expectThere()
    await tabTo(admin.page, '新增')
    await admin.page.keyboard.press('Enter')
    await admin.dialog.button('保存').waitFor()
    await admin.dialog.expectFocused()
    for (let stop = 0; stop < 40; stop++) {
      await admin.page.keyboard.press('Tab')
      expect(await focusIsIn(admin.page, '.ant-modal-wrap')).toBe(true)
    }
    await admin.page.keyboard.press('Escape')
    await admin.dialog.gone()
    await expect.poll(() => focusedName(admin.page)).toBe('新增')
  })

  test('every stop of a list, a form and the shell around them can be seen', async ({ visit }) => {
    const operator = await visit('/loansmgr', { as: 'op01' })
    await operator.list.firstRow().expectThere()
    expect(await unseenStops(operator.page, 60)).toEqual([])
    await operator.list.press('新增')
    await operator.form.root.getByText('金额').first().waitFor()
    expect(await unseenStops(operator.page, 60)).toEqual([])
  })

  test('no stop of a wide table lies under what stays in place, forwards and backwards', async ({ visit }) => {
    const operator = await visit('/loansmgr', { as: 'op01', window: { viewport: { width: 1024, height: 768 } } })
    const { page } = operator
    await operator.list.firstRow().expectThere()
    await operator.list.firstRow().root.locator('a[data-nav]').first().focus()
    const list = await stopsOfTable(page, 'Tab')
    expect(list.covered).toEqual([])
    // Each row has a link and its buttons.
    expect(list.visited).toBeGreaterThan(15)

    await operator.list.press('新增')
    await operator.form.addLines([{ 数量: '1' }, { 数量: '2' }])
    const cells = operator.form.root.locator('.engine-lines-table:visible tr[data-row]')
    await cells.first().locator('input').first().focus()
    const forwards = await stopsOfTable(page, 'Tab')
    expect(forwards.covered).toEqual([])
    // The tools of a row are no stops.
    expect(forwards.visited).toBeGreaterThan(6)
    await cells.last().locator('input').last().focus()
    const backwards = await stopsOfTable(page, 'Shift+Tab')
    expect(backwards.covered).toEqual([])
    expect(backwards.visited).toBeGreaterThan(6)
  })
})

async function searchMenu(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: '搜索' })
  await palette.waitFor()
  await page.keyboard.type(name)
  await palette.getByRole('option', { selected: true }).filter({ hasText: name }).waitFor()
  await page.keyboard.press('Enter')
}

/** Or nowhere, which is in the browser's own bars. */
function focusIsIn(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((wanted) => {
    const { activeElement } = document
    return activeElement === null || activeElement === document.body || activeElement.closest(wanted) !== null
  }, selector)
}

/** Stops of the Tab key that look the same with the focus as without it. */
async function unseenStops(page: Page, stops: number): Promise<string[]> {
  const unseen: string[] = []
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return undefined
      // antd draws a ring around these, and takes it away late.
      if (element.closest('.ant-select-focused, .ant-picker-focused')) return undefined
      const lookOf = (): string =>
        [element, element.parentElement, element.parentElement?.parentElement]
          .map((each) => {
            if (!each) return ''
            const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor } = getComputedStyle(each)
            return [outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor].join(' ')
          })
          .join('|')
      const style = document.createElement('style')
      style.textContent = '* { transition: none !important; animation: none !important }'
      style.nonce = document.querySelector<HTMLElement>('[nonce]')?.nonce ?? ''
      document.head.append(style)
      const focused = lookOf()
      ;(element as HTMLElement).blur()
      const blurred = lookOf()
      ;(element as HTMLElement).focus({ preventScroll: true })
      style.remove()
      return focused === blurred ? element.outerHTML.slice(0, 200) : undefined
    })
    if (name !== undefined) unseen.push(name)
  }
  return unseen
}

/** Goes on by a key until the focus leaves the table that it is in; answers which stops something else lies over, as whoever types would see. */
async function stopsOfTable(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<{ visited: number; covered: string[] }> {
  const covered: string[] = []
  for (let visited = 0; ; visited++) {
    const stop = await page.evaluate(async () => {
      // The browser scrolls first, then the table does; what the focus wakes may take the place of what had it.
      let element = document.activeElement
      for (let frames = 0; frames < 4; frames++) {
        await new Promise((resolve) => requestAnimationFrame(resolve))
        if (document.activeElement !== element) frames = 0
        element = document.activeElement
      }
      if (!element?.closest('table')) return undefined
      const control = element.closest('.ant-select, .ant-picker, .ant-checkbox-wrapper') ?? element
      const { left, top, width, height } = control.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
      return { name, over: control.contains(hit) ? undefined : (hit?.outerHTML.slice(0, 120) ?? 'outside of the window') }
    })
    if (!stop || visited > 200) return { visited, covered }
    if (stop.over !== undefined) covered.push(`${stop.name}: ${stop.over}`)
    await scrollNextUnderPinned(page, key)
    await page.keyboard.press(key)
  }
}

/** Scrolls the table so that the next stop lies under a column that stays, as far as that can be: a browser takes it for being in sight there. */
async function scrollNextUnderPinned(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<void> {
  await page.evaluate(
    (step) => {
      const table = document.activeElement?.closest('table')
      const stops = [...(table?.querySelectorAll<HTMLElement>('input, button, a[href]') ?? [])].filter((each) => each.tabIndex >= 0)
      const next = stops[stops.findIndex((each) => each === document.activeElement) + step]
      const pinned = next?.closest('tr')?.querySelector(step > 0 ? ':scope > :last-child' : ':scope > :nth-child(2)')
      if (!table?.parentElement || !next || !pinned || pinned.contains(next)) return
      const middleOf = (element: Element): number => (element.getBoundingClientRect().left + element.getBoundingClientRect().right) / 2
      table.parentElement.scrollLeft += middleOf(next) - middleOf(pinned)
    },
    key === 'Tab' ? 1 : -1,
  )
}
