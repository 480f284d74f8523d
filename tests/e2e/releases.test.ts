import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { testRoot } from '../api/support/config'
import { ReleasePanel } from './support/releasePanel'
import { test } from './support/test'
import type { Visitor } from './support/visitor'

interface ScreenText {
  pages: { list: { columns: (string | { field: string; width?: number })[] } }
}

/** With its last column right behind those that a row is judged by. */
function draft(): string {
  const screen = JSON.parse(readFileSync(join(testRoot, 'schemas/screens/base/currency.screen.json'), 'utf8')) as ScreenText
  screen.pages.list.columns.splice(3, 0, ...screen.pages.list.columns.splice(-1))
  return JSON.stringify(screen, null, 2)
}

/** Closes the page and comes back by the menu. */
async function reopen({ shell, list }: Visitor): Promise<void> {
  await shell.open('主数据', '汇率')
  await shell.closeTab('币种')
  await shell.open('主数据', '币种')
  await list.firstRow().expectThere()
}

describe('a screen that is published', () => {
  test('is compared in words, shown to others when they come, and taken back', async ({ visit }) => {
    // One who works meanwhile, in a window that is not loaded again.
    const working = await visit('/currency', { as: 'op01', ownSession: true })
    await working.list.firstRow().expectThere()
    const shipped = await working.list.titles()
    const admin = await visit('/playground', { as: 'admin' })
    const panel = new ReleasePanel(admin.page)
    await panel.open('currency.screen')
    await panel.show('比较与发布')
    await panel.type(draft())
    await expect.poll(() => panel.changes.allTextContents()).toEqual([expect.stringMatching(/列“.+”移到“.+”之后$/)])
    if (process.env['PICTURES']) await admin.page.screenshot({ path: `${process.env['PICTURES']}/changes.png` })
    await panel.show('文本差异')
    await admin.expectText('未改动')
    if (process.env['PICTURES']) await admin.page.screenshot({ path: `${process.env['PICTURES']}/text.png` })
    await panel.publish('状态看得更早')
    await admin.expectText('已发布第 1 版')

    const officer = await visit('/currency', { as: 'op01', ownSession: true })
    await officer.list.firstRow().expectThere()
    const published = await officer.list.titles()
    expect(published).not.toEqual(shipped)
    // Its next request tells it of the release: that is this opening, or one that it has sent by itself meanwhile.
    await working.page.evaluate(() => Object.assign(window, { isTheSame: true }))
    await reopen(working)
    await expect.poll(() => working.list.titles()).toEqual(published)
    await panel.show('发布记录')
    await admin.expectText('状态看得更早')
    if (process.env['PICTURES']) await admin.page.screenshot({ path: `${process.env['PICTURES']}/history.png` })
    await panel.takeBack()
    await admin.expectText('已撤回，线上为随程序发布的界面')
    await officer.reload()
    await officer.list.firstRow().expectThere()
    await expect.poll(() => officer.list.titles()).toEqual(shipped)
    await reopen(working)
    await expect.poll(() => working.list.titles()).toEqual(shipped)
    expect(await working.page.evaluate(() => 'isTheSame' in window)).toBe(true)
  })
})
