import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { demoPassword } from '../api/support/config'
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
})

async function searchMenu(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: '搜索菜单' })
  await palette.waitFor()
  await page.keyboard.type(name)
  await palette.getByText(name).first().waitFor()
  await page.keyboard.press('Enter')
}

const mostStops = 120

/** Presses Tab until something of this name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const seen: string[] = []
  for (let stop = 0; stop < mostStops; stop++) {
    const focused = await focusedName(page)
    if (typeof name === 'string' ? focused === name : name.test(focused)) return
    seen.push(focused)
    await page.keyboard.press('Tab')
  }
  throw new Error(`${String(name)} cannot be reached with Tab; stops: ${seen.join(', ')}`)
}

/** What a screen reader would call it, without the mark of a required field. */
function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null
    if (!element || element === document.body) return ''
    const label = element.labels?.[0]?.textContent ?? element.getAttribute('aria-label') ?? element.textContent ?? ''
    return label.replace('*', '').trim()
  })
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
