/** `npm run dev`: what is open follows the schemas that are edited, and nothing that was typed is lost. */
import { format, resolveConfig } from 'prettier'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { testRoot } from '../api/support/config'
import { Development } from './support/development'
import { Playground } from './support/playground'
import { test, type Visit } from './support/test'
import type { Visitor } from './support/visitor'

const warehouse = 'entities/base/warehouse.entity.json'
const warehouseScreen = 'screens/base/warehouse.screen.json'
const stockIn = 'entities/loans/stockIn.entity.json'
const broken = 'screens/base/broken.screen.json'

let development: Development
/** The first page asks for all modules and packages, each of which is made then. */
const patience = 300_000

beforeAll(async () => {
  development = await Development.start()
}, patience)
afterEach(() => development.undo())
afterAll(() => development?.stop())

function open(visit: Visit, as: string, path: string): Promise<Visitor> {
  return visit(path, { as, server: development.address })
}

describe.sequential('a schema that is edited', { timeout: patience }, () => {
  test('changes what the dialog of an action asks, and leaves what was answered; keeps the rows of a line table whose columns change', async ({
    visit,
  }) => {
    const developer = await open(visit, 'op01', '/stockin')
    await developer.list.row('草稿').press('取消')
    await developer.dialog.fill({ 取消原因: '重复' })
    await development.edit(stockIn, '"title": "取消原因"', '"title": "取消依据"')
    await developer.dialog.expectValues({ 取消依据: '重复' })
    await developer.page.keyboard.press('Escape')
    await developer.dialog.press('放弃')
    await developer.dialog.gone()

    await developer.list.press('新增')
    await developer.form.addLines([
      { 生产批号: 'B-1', 应收数量: '12' },
      { 生产批号: 'B-2', 应收数量: '7' },
    ])
    await development.edit(stockIn, '"title": "生产批号", "maxLength": 40', '"title": "批号", "maxLength": 30')
    await developer.form.expectLine(0, { 批号: 'B-1', 应收数量: '12' })
    await developer.form.expectLine(1, { 批号: 'B-2', 应收数量: '7' })
  })

  test('changes a list, and leaves what was typed into its search form; changes a record; says in one sentence how a field gets its column', async ({
    visit,
  }) => {
    const developer = await open(visit, 'op01', '/warehouse')
    await developer.list.firstRow().expectThere()
    await developer.list.type({ 仓库名称: '冷' })
    await development.edit(warehouse, '"title": "仓库名称"', '"title": "库名"')
    await developer.list.expectTitled('库名')
    await developer.list.expectTyped({ 库名: '冷' })
    // The server follows: the new column has values as soon as it has them.
    await development.edit(warehouseScreen, '"region",\n        "wmsEnabled"', '"region",\n        "country",\n        "wmsEnabled"')
    await developer.list.firstRow().expectCell('中国')
    await developer.list.expectTyped({ 库名: '冷' })

    await developer.list.firstRow().open()
    await developer.expectText('负责人手机')
    await development.edit(warehouse, '"title": "负责人手机"', '"title": "联系电话"')
    await developer.expectText('联系电话')
    await developer.back()

    await development.edit(warehouse, '"area": {', '"floor": { "type": "text", "title": "楼层", "maxLength": 20 },\n    "area": {')
    await developer.expectText('表 warehouse 新增列 floor')
    await development.expectSaid('请运行 npm run db:migrate -- --create')
    // The server goes on with what it has.
    await developer.list.type({ 库名: '' })
    await developer.list.query()
    await developer.list.firstRow().expectThere()
  })
})

describe.sequential('a form that is being filled', { timeout: patience }, () => {
  test('follows a schema that is edited and keeps its values, stays below what is told of a broken one until it is mended, and has a changed menu beside it', async ({
    visit,
  }) => {
    // A page that is opened while a schema is broken shows the message too.
    await development.create(broken, '{')
    const developer = await open(visit, 'op01', '/warehouse')
    await developer.overlay.waitFor()
    await development.remove(broken)
    await developer.overlay.waitFor({ state: 'detached' })

    await developer.list.press('新增')
    await developer.form.fill({ 仓库名称: '我的仓库', 仓库负责人: '张三', 负责人手机: '13900000000', 库容: '120' })
    const kept = { 仓库负责人: '张三', 负责人手机: '13900000000' }

    // Another title, no longer required, a section that moves, a field that leaves the form and comes back.
    await development.edit(warehouse, '"title": "仓库名称", "maxLength": 80, "required": true', '"title": "库名", "maxLength": 80')
    await developer.form.expectValues({ ...kept, 库名: '我的仓库', 库容: '120' })
    await development.edit(warehouseScreen, '"系统与费用": [', '"费用": [')
    await developer.expectText('费用')
    await developer.form.expectValues({ ...kept, 库名: '我的仓库' })
    await development.edit(warehouseScreen, '"area", "capacity", "managerName"', '"area", "managerName"')
    await developer.expectGone('库容')
    await developer.form.expectValues({ ...kept, 库名: '我的仓库' })
    await development.edit(warehouseScreen, '"area", "managerName"', '"area", "capacity", "managerName"')
    await developer.form.expectValues({ 库名: '我的仓库', 库容: '120' })

    await development.edit('menus.json', '"name": "主数据"', '"name": "基础资料"')
    await developer.shell.branch('基础资料').waitFor()
    await developer.form.expectValues(kept)

    await development.edit(warehouse, '"title": "仓库负责人"', '"titel": "仓库负责人"')
    await developer.overlay.waitFor()
    await development.edit(warehouse, '"titel": "仓库负责人"', '"title": "负责人"')
    await developer.overlay.waitFor({ state: 'detached' })
    await developer.form.expectValues({ 负责人: '张三' })

    await development.create(broken, '{')
    await developer.overlay.waitFor()
    await development.remove(broken)
    await developer.overlay.waitFor({ state: 'detached' })
    await developer.form.expectValues({ 负责人: '张三' })
  })
})

describe.sequential('a screen that is written in the playground', { timeout: patience }, () => {
  const file = 'screens/base/currency.screen.json'

  test('is saved to its file as the formatter writes it, and pages that are open follow', async ({ visit }) => {
    const officer = await open(visit, 'op01', '/currency')
    await officer.list.firstRow().expectThere()
    const shipped = await officer.list.titles()
    const before = await development.keep(file)
    const admin = await open(visit, 'admin', '/playground')
    const playground = new Playground(admin.page)
    await playground.open('currency.screen')

    // What is not saved concerns nobody else: neither the files nor the server over the page.
    await playground.typeAtTheBeginning('"titel": 1,')
    await playground.problems.getByText('未知的键“titel”').waitFor()
    await playground.releases.show('比较与发布')
    await expect.poll(() => playground.releases.saveButton.getAttribute('aria-disabled')).toBe('true')
    expect(await admin.overlay.count()).toBe(0)
    expect(await development.text(file)).toBe(before)

    const screen = JSON.parse(before) as { pages: { list: { columns: string[] } } }
    screen.pages.list.columns.splice(3, 0, ...screen.pages.list.columns.splice(-1))
    const draft = JSON.stringify(screen)
    await playground.releases.type(draft)
    await expect.poll(() => playground.releases.saveButton.getAttribute('aria-disabled')).not.toBe('true')
    await playground.releases.saveButton.click()
    await admin.expectText(`已保存到 schemas/${file}`)
    const written = { ...(await resolveConfig(`${testRoot}/schemas/${file}`)), filepath: file }
    expect(await development.text(file)).toBe(await format(draft, written))
    await expect.poll(() => officer.list.titles()).toEqual([...shipped.slice(0, 5), shipped.at(-1), ...shipped.slice(5, -1)])
    expect(await admin.overlay.count()).toBe(0)
  })
})
