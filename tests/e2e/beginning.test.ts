/**
 * The first days of a company that begins with nothing but an administrator (issue 10): it is set up, enters what a loan needs, lends, receives its
 * goods 20 short, and holds what came; then the price falls. Each leg is done by whom it belongs to, with the numbers of F1 (domain 50). The legs
 * rest on each other, so they run in the order they stand in.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { addDays } from '../../engine/core/dateTime'
import { openDatabase } from '../../engine/server/database/openDatabase'
import { violatedInvariants } from '../../src/server/invariants'
import { testProduct } from '../api/support/product'
import { usccOf } from '../api/support/uscc'
import type { FieldInput } from './support/field'
import { fileOf, rowsOf, workbook } from './support/files'
import { freePort } from './support/freePort'
import { serveProduct } from './support/serveProduct'
import { test, type Visit } from './support/test'
import { today } from './support/today'
import type { Visitor } from './support/visitor'

const [firstPassword, ownPassword] = ['Diyici#2026Mima', 'Zixuan#2026Kouling']
const [bank, borrower, keeper, supplier] = ['起步银行', '起步乳业', '起步仓储', '起步贸易']
const [longAgo, nextYear] = ['2026-01-01', addDays(today, 700)]
const pdf = (name: string) => fileOf(name, '%PDF-1.4\n%%EOF\n', 'application/pdf')

let server: Awaited<ReturnType<typeof serveProduct>>
let dataDirectory = ''

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'empty-'))
  const port = String(await freePort())
  server = await serveProduct({ DEMO: '0', PORT: port, DATA_DIR: dataDirectory, DATABASE_URL: undefined, ADMIN_PASSWORD: firstPassword })
})
afterAll(async () => {
  await server.stop()
  await rm(dataDirectory, { recursive: true, force: true })
})

/** Comes to a page of the company. */
const at =
  (visit: Visit) =>
  (path: string, userName?: string, refused: number[] = []): Promise<Visitor> =>
    visit(path, { server: server.address, refused, ...(userName === undefined ? {} : { as: userName, password: ownPassword }) })

/** Whoever signs in for the first time chooses a password of his own. */
async function signInFirst(visit: Visit, userName: string): Promise<Visitor> {
  const visitor = await at(visit)('/login', undefined, [403])
  await visitor.signIn(userName, firstPassword)
  await visitor.dialog.expectText('您的密码由管理员设置')
  await visitor.dialog.fill({ 原密码: firstPassword, 新密码: ownPassword, 确认新密码: ownPassword })
  await Promise.all([visitor.expectText('密码修改成功'), visitor.dialog.confirm()])
  return visitor
}

type Inputs = Readonly<Record<string, FieldInput>>

/** Adds a record whose form is a dialog over its list. */
async function addByDialog(visitor: Visitor, inputs: Inputs): Promise<void> {
  await visitor.list.press('新增')
  await visitor.dialog.fill(inputs)
  await visitor.dialog.press('保存')
  await visitor.dialog.gone()
}

/** Adds a record on a page of its own, by the last button of that page, which leads back to the list. */
async function addByPage(visitor: Visitor, inputs: Inputs, press: '保存' | '提交' = '提交'): Promise<void> {
  const list = await visitor.path()
  await visitor.list.press('新增')
  await visitor.form.fill(inputs)
  await visitor.form.press(press)
  if (press === '提交') await visitor.dialog.confirm()
  await visitor.expectPath(list)
}

async function decide(visitor: Visitor, row: string, answers: Inputs = {}): Promise<void> {
  await visitor.list.row(row).press('审批通过')
  await visitor.dialog.fill(answers)
  await visitor.dialog.confirm()
}

describe.sequential('a company that begins with nothing', () => {
  test('is set up by its administrator: departments, words, who works there, and what they may do', async ({ visit }) => {
    const admin = await signInFirst(visit, 'admin')
    await admin.shell.open('主数据', '部门管理')
    await addByDialog(admin, { 部门编码: '01', 部门名称: '总部' })
    await admin.list.row('总部').expectThere()
    for (const [code, name] of [
      ['0101', '业务部'],
      ['0102', '风控部'],
    ] as const)
      await addByDialog(admin, { 上级部门: '总部', 部门编码: code, 部门名称: name })

    await admin.shell.open('主数据', '基础数据')
    await admin.list.search({ 项名称: '封条' })
    await admin.list.firstRow().press('编辑')
    await admin.dialog.fill({ 项名称: '铅封异常' })
    await admin.dialog.press('保存')
    await admin.list.reset()
    await admin.list.search({ 项名称: '铅封异常' })
    await admin.list.row('铅封异常').expectThere()

    await admin.shell.open('系统管理', '用户管理')
    for (const [index, [userName, realName, role, department]] of (
      [
        ['op', '小林', '业务操作员', '业务部'],
        ['bm', '老陈', '业务经理', '总部'],
        ['rk', '小王', '风控专员', '风控部'],
      ] as const
    ).entries()) {
      await addByDialog(admin, {
        登录名: userName,
        姓名: realName,
        手机号: `1380000000${index}`,
        角色: [role],
        数据范围: { op: '本部门', bm: '本部门及下级', rk: '全部' }[userName],
        部门: department,
      })
      await admin.list.row(userName).press('重置密码')
      await admin.dialog.fill({ 临时密码: firstPassword })
      await admin.dialog.confirm()
    }
    // Operators of this company may close what risk has cleared up, which the standard role does not say.
    await admin.goTo('/userManage/role')
    await admin.list.row('业务操作员').choose()
    await admin.pane('业务操作员').press('分配权限')
    await admin.permissions.grant('库存异常通知', ['关闭'])
    await admin.permissions.save()
  })

  test('its people choose passwords of their own, and have nothing yet', async ({ visit }) => {
    for (const userName of ['bm', 'rk']) await signInFirst(visit, userName)
    const operator = await signInFirst(visit, 'op')
    for (const path of ['/loansmgr', '/product', '/goodsinf', '/collateralprice', '/basepledgerate']) {
      await operator.goTo(path)
      await operator.expectText('暂无')
    }
  })

  test('knows whom it works with, once their licences are there and the manager has approved', async ({ visit }) => {
    const operator = await at(visit)('/enterprise', 'op')
    const manager = await at(visit)('/enterprise', 'bm', [417])
    for (const [index, [name, role]] of (
      [
        [bank, '资金方'],
        [borrower, '融资客户'],
        [keeper, '仓储监管方'],
        [supplier, '供应商'],
      ] as const
    ).entries()) {
      await addByPage(
        operator,
        {
          企业名称: `${name}有限公司`,
          简称: name,
          统一社会信用代码: usccOf(900_000 + index),
          企业角色: [role],
          法定代表人: '某某',
          注册地址: '起步路 1 号',
          联系人: '某某',
          // A landline, so that no account is opened by the approval.
          联系手机: `021-5551000${index}`,
        },
        '保存',
      )
      if (name === bank) {
        await manager.list.query()
        await manager.list.row(name).press('审核通过')
        await manager.dialog.pressConfirm()
        await manager.dialog.expectText('请先上传证照附件再审核')
        await manager.dialog.cancel()
      }
      await operator.list.row(name).press('编辑')
      await operator.uploads.choose(pdf('营业执照.pdf'))
      await operator.form.press('保存')
      await operator.expectPath('/enterprise')
      await manager.list.query()
      await manager.list.row(name).press('审核通过')
      await manager.dialog.confirm()
      await manager.list.row(name).expectCell('正常')
    }

    const admin = await at(visit)('/userManage', 'admin')
    await addByDialog(admin, {
      登录名: 'wh',
      姓名: '仓管',
      手机号: '13800000009',
      角色: ['仓储伙伴'],
      数据范围: '本企业',
      所属企业: keeper,
    })
    await admin.list.row('wh').press('重置密码')
    await admin.dialog.fill({ 临时密码: firstPassword })
    await admin.dialog.confirm()
    await signInFirst(visit, 'wh')

    await operator.shell.open('主数据', '仓库管理')
    await addByPage(
      operator,
      {
        仓库编码: 'WH0001',
        仓库名称: '一号仓',
        仓库类型: '实体仓',
        '运营/监管方': keeper,
        所属部门: '业务部',
        监管模式: '动态质押',
        仓库等级: 'A级',
        省市区: '上海市',
        详细地址: '仓储路 1 号',
        仓库负责人: '某某',
        负责人手机: '13800000010',
      },
      '保存',
    )
    await operator.list.row('一号仓').expectThere()
  })

  test('agrees on terms: a product, contracts, a client, a quota and a line', async ({ visit }) => {
    const [operator, manager, risk] = [
      await at(visit)('/clientmanager', 'op'),
      await at(visit)('/product', 'bm'),
      await at(visit)('/productType', 'rk'),
    ]
    await addByDialog(risk, { 类型编码: 'INV', 类型名称: '存货质押', 业务模式: '存货质押' })
    await risk.shell.open('主数据', '融资产品')
    await addByPage(risk, {
      产品名称: '起步存货质押',
      产品类型: '存货质押',
      资金方: bank,
      生效日: longAgo,
      失效日: nextYear,
      年利率: '7.2',
      最低计息天数: '30',
      期限: '180',
      宽限期: '3',
      罚息上浮比例: '50',
      保证金比例: '5',
      服务费率: '0.5',
      技术服务费率: '0.1',
      最高质押率: '70',
      警戒线: '80',
      补仓线: '85',
      平仓线: '90',
      补仓期限: '3',
      在途计值系数: '80',
    })
    await manager.list.query()
    await decide(manager, '起步存货质押')

    await operator.shell.open('主数据', '客户管理')
    await addByPage(
      operator,
      {
        企业: borrower,
        资金方: bank,
        所属部门: '业务部',
        客户经理: '小林',
        客户评级: 'A',
        准入产品: ['起步存货质押'],
        合作开始: longAgo,
        合作结束: nextYear,
      },
      '保存',
    )
    // Contracts have no menu of their own: they are entered where their client is.
    await operator.list.row(borrower).open()
    for (const [type, name] of [
      ['框架合同', '起步框架合同'],
      ['融资合同', '起步融资合同'],
      ['质押合同', '起步质押合同'],
    ] as const) {
      await operator.record.openTab('合同')
      await operator.record.press('新增')
      await operator.form.expectValues({ 融资客户: borrower, 资金方: bank, 所属部门: '业务部' })
      await operator.form.fill({ 合同名称: name, 合同类型: type, 甲方: bank, 乙方: borrower, 起始日: longAgo, 到期日: nextYear })
      await operator.form.press('发起签署')
      await operator.dialog.confirm()
      await operator.record.openTab('合同')
      await operator.list.row(name).open()
      await operator.record.press('签署确认')
      await operator.dialog.fill({ 签署日期: today })
      await operator.uploadInDialog(pdf('签署件.pdf'))
      await operator.dialog.confirm()
      await operator.record.expectState('已签署')
      await operator.back()
    }
    await operator.shell.open('主数据', '客户管理')
    await operator.list.row(borrower).press('编辑')
    await operator.form.fill({ 框架合同: 'HT' })
    await operator.form.press('提交')
    await operator.dialog.confirm()
    await operator.expectPath('/clientmanager')
    await manager.shell.open('主数据', '客户管理')
    await decide(manager, borrower)

    await operator.shell.open('额度管理', '授信额度管理')
    await addByPage(operator, {
      额度名称: '起步授信',
      额度类型: '综合授信',
      资金方: bank,
      所属部门: '业务部',
      增信方式: '动产质押',
      适用产品: ['起步存货质押'],
      授信金额: '10000000',
      循环额度: true,
      起始日: longAgo,
      到期日: nextYear,
    })
    await manager.shell.open('额度管理', '授信额度管理')
    await decide(manager, '起步授信', { 审批意见: '同意授信' })
    await operator.shell.open('额度管理', '客户额度管理')
    await addByPage(operator, {
      授信额度: 'ED',
      融资客户: borrower,
      产品: '起步存货质押',
      额度金额: '5000000',
      循环额度: true,
      起始日: longAgo,
      到期日: nextYear,
    })
    await manager.shell.open('额度管理', '客户额度管理')
    await decide(manager, borrower)
    await manager.list.row(borrower).expectCell('生效')
  })

  test('E-09 E-10 values goods: a price by import, one agreed with the client, a rate and a rule', async ({ visit }) => {
    const [operator, risk] = [await at(visit)('/category', 'op'), await at(visit)('/basepledgerate', 'rk')]
    await addByDialog(operator, { 品类编码: '01', 品类名称: '奶粉', 基本单位: '箱', 效期管理: true, 默认增值税率: '13' })
    await operator.shell.open('主数据', '商品信息')
    await addByPage(operator, { 商品名称: '奶粉1段', 规格: '6 罐', 品类: '奶粉', 计量单位: '箱', 保质期: '365', 增值税率: '13' }, '保存')
    await operator.list.row('奶粉1段').expectThere()
    await quote(operator, risk, { price: '115.5', day: addDays(today, -1) })

    await operator.shell.open('质押管理', '客户核价')
    await addByPage(operator, {
      融资客户: borrower,
      资金方: bank,
      所属部门: '业务部',
      商品: '奶粉1段',
      '核定单价(CNY)': '118',
      生效日: today,
      失效日: nextYear,
    })
    await risk.shell.open('质押管理', '客户核价')
    await decide(risk, '奶粉1段')
    await risk.shell.open('质押管理', '基础质押率')
    await addByDialog(risk, { 资金方: bank, 品类: '奶粉', 基础质押率: '60', 上限质押率: '70', 生效日: longAgo })
    await risk.shell.open('质押管理', '质押规则')
    await addByDialog(risk, {
      规则名称: 'A 级仓',
      优先级: '10',
      生效日: longAgo,
      条件: '仓库等级',
      比较: '等于',
      条件值: ['A级'],
      调整方式: '加减点',
      调整值: '-5',
    })
    await risk.list.row('A 级仓').expectCell('-5.00%')
  })

  test('E-11 lends what the goods allow, and sends for them', async ({ visit }) => {
    const [operator, manager] = [await at(visit)('/loansmgr', 'op'), await at(visit)('/loansmgr', 'bm')]
    await operator.list.press('新增')
    await operator.form.fill({
      项目名称: '起步一期',
      融资客户: borrower,
      融资产品: '起步存货质押',
      客户额度: 'KE',
      融资合同: 'HT',
      监管仓库: '一号仓',
      供应商: supplier,
      资金用途: '采购奶粉',
    })
    await operator.form.addLines([{ 商品: '奶粉1段', 数量: '10000', 单价: '120' }])
    await operator.form.fill({ 申请金额: '635250' })
    await operator.form.expectValues({ 应缴保证金: '31,762.50' })
    await operator.form.press('提交')
    await operator.dialog.confirm()
    await operator.expectPath('/loansmgr')
    await manager.list.query()
    await decide(manager, '起步一期', { 批准金额: '635250', 审批意见: '同意' })
    await manager.list.row('起步一期').expectCell('待放款')
    await manager.list.row('起步一期').open()
    await manager.record.expectFields({ 批准金额: '635,250.00', 初始质押率: '55.00%' })
    // The base rate of 60 %, less 5 points for the warehouse.
    await manager.record.expectInTab('奶粉1段', '55.00%', '635,250.00')
  })

  test('E-31 receives 20 cases too few, and takes what they were to be financed with from the loan', async ({ visit }) => {
    const [operator, warehouse, manager] = [
      await at(visit)('/stockin', 'op'),
      await at(visit)('/stockin', 'wh'),
      await at(visit)('/shortOrder', 'bm'),
    ]
    const arrival = operator.list.row(borrower)
    for (const figure of ['草稿', '10,000.0000']) await arrival.expectCell(figure)
    await arrival.press('下发通知')
    await operator.dialog.confirm()
    await arrival.expectCell('待到货')
    await warehouse.list.query()
    const received = warehouse.list.row(borrower)
    await received.press('收货登记')
    await warehouse.dialog.fillLine(0, { 本次良品: '9980', 生产批号: 'B1', 生产日期: addDays(today, -50) })
    await warehouse.dialog.confirm()
    await received.expectCell('收货中')
    await received.press('收货完成')
    await warehouse.dialog.fill({ 仓库回执号: 'HZ-1' })
    await warehouse.dialog.confirm()
    await received.expectCell('待确认')
    await operator.list.query()
    await arrival.expectCell('待确认')
    await arrival.press('确认入库')
    await operator.dialog.confirm()
    for (const figure of ['已入库', '9,980.0000']) await arrival.expectCell(figure)
    await arrival.root.getByText('-20.0000').waitFor()

    await operator.shell.open('项目与入库', '短溢单')
    const short = operator.list.row('-20.0000')
    for (const figure of ['待处理', '短少', '2,400.00']) await short.expectCell(figure)
    await short.press('提交处理')
    await operator.dialog.fill({ 责任方: '供应商', 处理方式: '扣减融资额' })
    await operator.dialog.confirm()
    await short.expectCell('审批中')
    await short.open()
    await operator.record.expectFields({ 应扣融资额: '1,270.50' })
    await manager.list.query()
    await decide(manager, '-20.0000')
    await manager.list.row('-20.0000').expectCell('已处理')
    await manager.list.row('-20.0000').open()
    await manager.record.expectFields({ 已扣融资额: '1,270.50' })
    await operator.shell.open('项目与入库', '融资管理')
    await operator.list.row('起步一期').open()
    await operator.record.expectFields({ 批准金额: '633,979.50', 初始质押率: '55.00%' })
    await operator.shell.open('额度管理', '客户额度管理')
    for (const figure of ['633,979.50', '4,366,020.50']) await operator.list.row(borrower).expectCell(figure)
  })

  test('D1 A25 pledges the 9,980 that came, once risk has approved and the warehouse has counted the same', async ({ visit }) => {
    const [operator, risk] = [await at(visit)('/collateralmgr', 'op'), await at(visit)('/collateralmgr', 'rk')]
    const pledge = operator.list.row('9,980.0000')
    for (const figure of ['草稿', '633,979.50']) await pledge.expectCell(figure)
    await pledge.press('提交')
    await operator.dialog.confirm()
    await pledge.expectCell('审批中')
    await risk.list.query()
    await risk.list.row('9,980.0000').expectCell('审批中')
    await decide(risk, '9,980.0000', { 审批意见: '同意质押' })

    const warehouse = await at(visit)('/inventoryPledgeNotification', 'wh', [417])
    const notice = warehouse.list.row('9,980.0000')
    await notice.press('回执确认')
    await warehouse.dialog.fill({ 回执人: '仓管', 回执数量: '9981' })
    await warehouse.uploadInDialog(pdf('回执.pdf'))
    await warehouse.dialog.pressConfirm()
    await warehouse.dialog.expectText('9,980')
    await warehouse.dialog.fill({ 回执数量: '9980' })
    await warehouse.dialog.confirm()
    await notice.expectCell('已回执')

    await operator.list.query()
    await pledge.expectCell('质押中')
    await operator.shell.open('质押管理', '存货质押明细')
    const item = operator.list.row('奶粉1段')
    // 633,979.50 over 9,980 cases.
    for (const figure of ['质押中', '9,980.0000 箱', '1,152,690.00', '63.525000']) await item.expectCell(figure)
    await operator.shell.open('质押管理', '水位线')
    // Nothing is paid out yet.
    for (const figure of [today, '正常', '0.00%', '0.00', '1,152,690.00']) await operator.list.row(borrower).expectCell(figure)
  })

  test('E-13 sees what is pledged fall by 12 % with the market', async ({ visit }) => {
    const [operator, risk] = [await at(visit)('/inventorystock', 'op'), await at(visit)('/collateralprice', 'rk')]
    await quote(operator, risk, { price: '101.64', day: today })
    await operator.shell.open('质押管理', '存货质押明细')
    const item = operator.list.row('奶粉1段')
    for (const figure of ['115.5000', '101.6400', '1,014,367.20']) await item.expectCell(figure)
    await item.root.getByTitle('跌价预警（L2）').getByText('12.00%').waitFor()
    await operator.shell.open('质押管理', '水位线')
    for (const figure of ['正常', '0.00%', '1,014,367.20']) await operator.list.row(borrower).expectCell(figure)
  })

  test('leaves data in which all holds that must always hold', async () => {
    await server.stop()
    const database = await openDatabase({ directory: join(dataDirectory, 'database') })
    try {
      expect(await violatedInvariants(testProduct(), database)).toEqual([])
    } finally {
      await database.close()
    }
  })
})

/** A price of the market comes by a workbook with the columns of the template; risk approves it. */
async function quote(operator: Visitor, risk: Visitor, { price, day }: { price: string; day: string }): Promise<void> {
  await operator.shell.open('主数据', '商品信息')
  await operator.list.row('奶粉1段').expectThere()
  const [goodsNo = ''] = await operator.list.column('商品编号')
  await operator.shell.open('质押管理', '押品价格')
  await operator.list.press('行情导入')
  const { head } = await rowsOf((await operator.importDialog.template()).content)
  const said: Record<string, string> = { 商品: goodsNo, 价格来源: '市场行情', 价格日期: day, 币种: 'CNY', '价格(不含税)': price, 汇率: '1' }
  await operator.importDialog.choose(
    await workbook('行情.xlsx', head, [Object.fromEntries(head.map((title) => [title, said[title.replace('*', '')] ?? null]))]),
  )
  await operator.importDialog.start.click()
  await operator.importDialog.gone()
  const draft = operator.list.row('草稿')
  await draft.press('提交')
  await operator.dialog.confirm()
  await risk.shell.open('质押管理', '押品价格')
  await risk.list.query()
  await decide(risk, '审批中')
  await risk.list.row(`${Number(price).toFixed(4)}`).expectCell('生效')
}
