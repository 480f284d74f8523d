import type { NewCustomerLine } from '../../generated/customerLine'
import type { NewQuota } from '../../generated/quota'
import type { Press } from '../office'
import type { World } from '../world'
import { operatorOf } from './clients'

interface DemoQuota {
  name: string
  party: string
  department: 'EAST' | 'SOUTH'
  products: string[]
  amount: string
  more?: Partial<NewQuota>
}

interface DemoLine {
  quota: string
  borrower: string
  product: string
  amount: string
  more?: Partial<NewCustomerLine>
}

const ofBank = ['甲行存货质押', '甲行代理采购', '甲行跨境代采']
const ofTrust = ['乙信托大宗质押', '乙信托进口代采']
const ofFactor = ['丙保理快消质押']

/** Five quotas in force of three funding parties, one of them not revolving (domain 70, G.2). */
const quotas: DemoQuota[] = [
  { name: '甲行华东综合授信', party: '甲行', department: 'EAST', products: ofBank, amount: '60000000.00' },
  { name: '甲行华南综合授信', party: '甲行', department: 'SOUTH', products: ofBank, amount: '40000000.00' },
  {
    name: '乙信托华东大宗授信',
    party: '乙信托',
    department: 'EAST',
    products: ofTrust,
    amount: '50000000.00',
    more: { quotaType: 'SPECIAL', guaranteeMode: 'MIXED' },
  },
  {
    name: '乙信托华南大宗授信',
    party: '乙信托',
    department: 'SOUTH',
    products: ofTrust,
    amount: '80000000.00',
    more: { oversellRatio: '1.2000' },
  },
  {
    name: '丙保理华东快消授信',
    party: '丙保理',
    department: 'EAST',
    products: ofFactor,
    amount: '20000000.00',
    more: { isRevolving: false, guaranteeMode: 'GUARANTEE' },
  },
]

/** Fourteen lines in force. The first is that of the reference case. */
const lines: DemoLine[] = [
  { quota: '甲行华东综合授信', borrower: '演示乳品', product: '甲行存货质押', amount: '15000000.00' },
  { quota: '甲行华东综合授信', borrower: '演示乳品', product: '甲行代理采购', amount: '8000000.00' },
  { quota: '丙保理华东快消授信', borrower: '演示酒业', product: '丙保理快消质押', amount: '8000000.00', more: { isRevolving: false } },
  {
    quota: '丙保理华东快消授信',
    borrower: '演示美妆',
    product: '丙保理快消质押',
    amount: '6000000.00',
    more: { isRevolving: false, pledgeRateCap: '0.4500' },
  },
  { quota: '乙信托华东大宗授信', borrower: '演示有色', product: '乙信托大宗质押', amount: '30000000.00' },
  { quota: '乙信托华东大宗授信', borrower: '演示有色', product: '乙信托进口代采', amount: '15000000.00' },
  { quota: '甲行华东综合授信', borrower: '演示铝业', product: '甲行存货质押', amount: '20000000.00' },
  { quota: '乙信托华南大宗授信', borrower: '演示冷链食品', product: '乙信托进口代采', amount: '20000000.00' },
  { quota: '乙信托华南大宗授信', borrower: '演示冷链食品', product: '乙信托大宗质押', amount: '15000000.00' },
  { quota: '乙信托华南大宗授信', borrower: '演示化工', product: '乙信托大宗质押', amount: '18000000.00' },
  { quota: '乙信托华南大宗授信', borrower: '演示浆纸', product: '乙信托大宗质押', amount: '12000000.00' },
  {
    quota: '乙信托华南大宗授信',
    borrower: '演示橡胶',
    product: '乙信托大宗质押',
    amount: '16000000.00',
    more: { pledgeRateCap: '0.5000' },
  },
  { quota: '甲行华南综合授信', borrower: '演示家电', product: '甲行存货质押', amount: '18000000.00' },
  { quota: '甲行华南综合授信', borrower: '演示家电', product: '甲行跨境代采', amount: '12000000.00' },
]

const quotaScreen = 'limit/quotamgr'
const lineScreen = 'limit/customerline'

export async function makeQuotas(world: World): Promise<void> {
  for (const quota of quotas) await approveQuota(world, await submitQuota(world, quota))
}

export async function makeLines(world: World): Promise<void> {
  for (const line of lines) await approveLine(world, await submitLine(world, line))
}

/** Quotas and lines in the other states, and changes of amount (domain 70, S21). */
export function planOtherLimits(world: World): void {
  const { diary, office, names } = world
  const quotaOf =
    (name: string): Press<typeof quotaScreen> =>
    async (userName, action, ...form) => {
      await (await office.as(userName)).act(quotaScreen, names.id('quota', name), action, ...form)
    }
  const lineOf =
    (name: string): Press<typeof lineScreen> =>
    async (userName, action, ...form) => {
      await (await office.as(userName)).act(lineScreen, names.id('line', name), action, ...form)
    }

  diary.at('2026-01-19', '09:30', 'quotas and lines that do not stay', async () => {
    await approveQuota(
      world,
      await submitQuota(world, {
        name: '丙保理华东年中授信',
        party: '丙保理',
        department: 'EAST',
        products: ofFactor,
        amount: '5000000.00',
        more: { endDate: '2026-06-30' },
      }),
    )
    await approveQuota(
      world,
      await submitQuota(world, {
        name: '乙信托华东专项授信',
        party: '乙信托',
        department: 'EAST',
        products: ofTrust,
        amount: '10000000.00',
      }),
    )
    await approveQuota(
      world,
      await submitQuota(world, { name: '甲行华南专项授信', party: '甲行', department: 'SOUTH', products: ofBank, amount: '6000000.00' }),
    )
    const short = {
      quota: '甲行华东综合授信',
      borrower: '演示乳品',
      product: '甲行跨境代采',
      amount: '3000000.00',
      more: { endDate: '2026-10-31' },
    }
    await approveLine(world, await submitLine(world, short))
    const frozen = { quota: '甲行华东综合授信', borrower: '演示铝业', product: '甲行跨境代采', amount: '2000000.00' }
    await approveLine(world, await submitLine(world, frozen))
  })
  diary.at('2026-02-04', '10:30', 'a line that ends with its client', async () => {
    const line = {
      quota: '丙保理华东快消授信',
      borrower: '演示铝业',
      product: '丙保理快消质押',
      amount: '1000000.00',
      more: { isRevolving: false },
    }
    await approveLine(world, await submitLine(world, line))
  })
  diary.at('2026-05-18', '14:00', 'more quota, some of it for a time', async () => {
    await quotaOf('甲行华东综合授信')('bm01', 'adjust', {
      approvedAmount: '65000000.00',
      tempAmount: '5000000.00',
      tempExpireDate: '2027-03-31',
      opinion: '旺季增额',
    })
    await lineOf('演示有色 乙信托大宗质押')('bm01', 'adjust', { lineAmount: '32000000.00', opinion: '业务增长' })
  })
  diary.at('2026-08-12', '10:00', 'freezing', async () => {
    await quotaOf('乙信托华东专项授信')('rk01', 'freeze', { opinion: '资金方风险提示' })
    await lineOf('演示铝业 甲行跨境代采')('rk01', 'freeze', { opinion: '经营异常，暂停使用' })
    await lineOf('演示橡胶 乙信托大宗质押')('rk01', 'freeze', { opinion: '价格大幅下跌，暂停使用' })
  })
  diary.at('2026-09-02', '11:00', 'in force again', async () => {
    await lineOf('演示橡胶 乙信托大宗质押')('bm01', 'unfreeze', { opinion: '风险已缓释' })
  })
  diary.at('2026-10-15', '16:00', 'closing', async () => {
    await quotaOf('甲行华南专项授信')('bm01', 'close', { opinion: '专项业务结束' })
  })
  diary.at('2026-11-16', '15:30', 'quotas and lines under way', async () => {
    await draftQuota(world, { name: '甲行华东 2027 年续授信', party: '甲行', department: 'EAST', products: ofBank, amount: '80000000.00' })
    await submitQuota(world, { name: '乙信托华南增额授信', party: '乙信托', department: 'SOUTH', products: ofTrust, amount: '30000000.00' })
    const quota = await submitQuota(world, {
      name: '丙保理华南授信',
      party: '丙保理',
      department: 'SOUTH',
      products: ofFactor,
      amount: '9000000.00',
    })
    await (await office.as('bm01')).act(quotaScreen, quota, 'reject', { opinion: '缺少资金方批复' })
    await draftLine(world, { quota: '乙信托华南大宗授信', borrower: '演示化工', product: '乙信托进口代采', amount: '4000000.00' })
    await submitLine(world, { quota: '甲行华东综合授信', borrower: '演示铝业', product: '甲行代理采购', amount: '5000000.00' })
    const line = await submitLine(world, { quota: '甲行华南综合授信', borrower: '演示家电', product: '甲行代理采购', amount: '9000000.00' })
    await (await office.as('bm01')).act(lineScreen, line, 'reject', { opinion: '请先提交上年度销售数据' })
  })
}

async function draftQuota({ office, names }: World, { name, party, department, products, amount, more = {} }: DemoQuota): Promise<string> {
  const quota = await (
    await office.as(operatorOf(department))
  ).add(quotaScreen, {
    quotaName: name,
    quotaType: 'MASTER',
    fundingPartyId: names.id('enterprise', party),
    departmentId: names.id('department', department),
    productIds: products.map((product) => names.id('product', product)),
    currency: 'CNY',
    guaranteeMode: 'PLEDGE',
    approvedAmount: amount,
    isRevolving: true,
    startDate: '2026-01-01',
    endDate: '2028-12-31',
    ...more,
  })
  names.remember('quota', name, quota.id)
  return quota.id
}

async function submitQuota(world: World, quota: DemoQuota): Promise<string> {
  const id = await draftQuota(world, quota)
  await (await world.office.as(operatorOf(quota.department))).act(quotaScreen, id, 'submit')
  return id
}

async function approveQuota({ office }: World, id: string): Promise<void> {
  await (await office.as('bm01')).act(quotaScreen, id, 'approve', { opinion: '同意授信' })
}

function departmentOf(quotaName: string): 'EAST' | 'SOUTH' {
  return quotaName.includes('华南') ? 'SOUTH' : 'EAST'
}

function partyOf(quotaName: string): string {
  return ['甲行', '乙信托', '丙保理'].find((party) => quotaName.startsWith(party)) ?? ''
}

async function draftLine({ office, names }: World, { quota, borrower, product, amount, more = {} }: DemoLine): Promise<string> {
  const line = await (
    await office.as(operatorOf(departmentOf(quota)))
  ).add(lineScreen, {
    quotaId: names.id('quota', quota),
    borrowerId: names.id('enterprise', borrower),
    productId: names.id('product', product),
    // The page takes both over from the quota.
    departmentId: names.id('department', departmentOf(quota)),
    fundingPartyId: names.id('enterprise', partyOf(quota)),
    lineAmount: amount,
    isRevolving: true,
    startDate: '2026-01-01',
    endDate: '2028-12-31',
    ...more,
  })
  names.remember('line', `${borrower} ${product}`, line.id)
  return line.id
}

async function submitLine(world: World, line: DemoLine): Promise<string> {
  const id = await draftLine(world, line)
  await (await world.office.as(operatorOf(departmentOf(line.quota)))).act(lineScreen, id, 'submit')
  return id
}

async function approveLine({ office }: World, id: string): Promise<void> {
  await (await office.as('bm01')).act(lineScreen, id, 'approve', { opinion: '同意' })
}
