import { describe, expect } from 'vitest'
import { test } from './support/test'

describe('basic data', () => {
  test('the dictionaries stand beside their items, whose colour is chosen as it looks', async ({ visit }) => {
    const admin = await visit('/basicdata', { as: 'admin' })
    await admin.list.firstRow().expectThere()
    await admin.beside.search('水位')
    await admin.beside.choose('水位')
    await admin.expectPath('/basicdata?dictCode=waterLevel')
    await admin.list.expectColumn('项名称', (names) => names.join() === '正常,警戒,补仓,平仓')
    await admin.list.search({ 项名称: '警' })
    await admin.list.expectColumn('项名称', (names) => names.join() === '警戒')
    await admin.list.reset()
    await admin.expectPath('/basicdata?dictCode=waterLevel')

    await admin.list.row('警戒').press('编辑')
    await admin.dialog.fill({ 标签色: '紫色' })
    await admin.dialog.press('保存')
    await admin.list.row('警戒').expectCell('紫色')
    await admin.list.row('警戒').press('编辑')
    await admin.dialog.fill({ 标签色: '金色' })
    await admin.dialog.press('保存')
    await admin.list.row('警戒').expectCell('金色')

    await admin.reload()
    expect(await admin.beside.chosen()).toMatch(/^水位/)
    await admin.beside.expectChosenInSight()
    await admin.beside.choose('全部')
    await admin.expectPath('/basicdata')
  })

  test('on a phone the dictionary is chosen above the items', async ({ visit }) => {
    const phone = await visit('/basicdata', { as: 'admin', window: { viewport: { width: 375, height: 812 } } })
    await phone.page.getByRole('combobox', { name: '字典名称' }).selectOption('waterLevel')
    await phone.expectPath('/basicdata?dictCode=waterLevel')
    await phone.shell.expectNoSidewaysScroll()
  })
})
