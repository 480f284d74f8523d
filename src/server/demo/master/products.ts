import type { NewProduct } from '../../generated/product'
import { insertRows } from '../../seed/insertRows'
import type { World } from '../world'

const types = [
  { code: 'INV', name: '存货质押', bizMode: 'INVENTORY_PLEDGE' },
  { code: 'AGT', name: '代理采购', bizMode: 'AGENT_PROCUREMENT' },
  { code: 'IMP', name: '进口代采', bizMode: 'IMPORT_AGENT' },
]

interface DemoProduct {
  name: string
  type: string
  party: string
  terms?: Partial<NewProduct>
}

/** The terms of the reference case F1 (domain 50); other products say where they differ. */
const usualTerms = {
  currency: 'CNY',
  startDate: '2026-01-01',
  endDate: '2030-12-31',
  annualRate: '0.072000',
  dayCount: 'ACT_360',
  interestMode: 'WITH_PRINCIPAL',
  minInterestDays: 30,
  termDays: 180,
  graceDays: 3,
  penaltyUplift: '0.5000',
  holidayExtend: true,
  bondRate: '0.0500',
  bondAsPayment: false,
  serviceFeeRate: '0.005000',
  serviceFeeMode: 'ONE_OFF',
  techFeeRate: '0.001000',
  techFeeMode: 'ONE_OFF',
  maxPledgeRate: '0.7000',
  warnLtv: '0.8000',
  callLtv: '0.8500',
  closeLtv: '0.9000',
  fillDays: 3,
  inTransitFactor: '0.8000',
  minSingleAmount: '10000.00',
  maxSingleAmount: '20000000.00',
} satisfies Partial<NewProduct>

/** Six in force (domain 70, G.2): four pay interest with the principal, two by the month. */
const inForce: DemoProduct[] = [
  { name: '甲行存货质押', type: 'INV', party: '甲行' },
  {
    name: '乙信托大宗质押',
    type: 'INV',
    party: '乙信托',
    terms: {
      annualRate: '0.068000',
      interestMode: 'MONTHLY',
      maxPledgeRate: '0.7500',
      termDays: 120,
      techFeeMode: 'MONTHLY',
      techFeeRate: '0.006000',
    },
  },
  {
    name: '丙保理快消质押',
    type: 'INV',
    party: '丙保理',
    terms: {
      annualRate: '0.085000',
      dayCount: 'ACT_365',
      termDays: 90,
      graceDays: 5,
      serviceFeeMode: 'DAILY',
      serviceFeeRate: '0.010000',
    },
  },
  { name: '甲行代理采购', type: 'AGT', party: '甲行', terms: { bondRate: '0.2000', bondAsPayment: true, termDays: 120 } },
  { name: '乙信托进口代采', type: 'IMP', party: '乙信托', terms: { bondRate: '0.2000', bondAsPayment: true, termDays: 150 } },
  {
    name: '甲行跨境代采',
    type: 'IMP',
    party: '甲行',
    terms: { bondRate: '0.1500', bondAsPayment: true, interestMode: 'MONTHLY', dayCount: 'D30_360' },
  },
]

const screen = 'base/product'

export async function makeProductTypes({ office, names }: World): Promise<void> {
  const desk = await office.as('rk01')
  const rows = types.map(({ code, name, bizMode }) => ({ values: { typeCode: code, typeName: name, bizMode } }))
  const ids = await desk.write((context) => insertRows(context, 'productType', rows))
  types.forEach(({ code }, index) => names.remember('productType', code, ids[index] ?? ''))
}

export async function makeProducts(world: World): Promise<void> {
  for (const product of inForce) await approve(world, await submit(world, product))
}

/** Products in the other states (domain 70, S22). */
export function planOtherProducts(world: World): void {
  const { diary, office, names } = world
  const old = { name: '甲行存货质押(2025版)', type: 'INV', party: '甲行', terms: { startDate: '2025-07-01', endDate: '2026-06-30' } }
  const paused = { name: '丙保理仓单质押', type: 'INV', party: '丙保理' }

  diary.at('2026-01-12', '09:40', 'a product that ends in June', async () => approve(world, await submit(world, old)))
  diary.at('2026-01-12', '10:00', 'a product that is paused later', async () => approve(world, await submit(world, paused)))
  diary.at('2026-09-10', '15:30', 'pausing it', async () => {
    await (await office.as('bm01')).act(screen, names.id('product', paused.name), 'suspend', { opinion: '资金方额度调整' })
  })
  diary.at('2026-11-16', '14:00', 'products under way', async () => {
    await (await office.as('rk01')).ask('copyProduct', { params: { id: names.id('product', '甲行存货质押') } })
    await submit(world, { name: '乙信托家电质押', type: 'INV', party: '乙信托' })
    const rejected = await submit(world, { name: '丙保理葡萄酒质押', type: 'INV', party: '丙保理', terms: { maxPledgeRate: '0.7900' } })
    await (await office.as('bm01')).act(screen, rejected, 'reject', { opinion: '最高质押率偏高' })
  })
}

async function submit({ office, names }: World, { name, type, party, terms = {} }: DemoProduct): Promise<string> {
  const risk = await office.as('rk01')
  const product = await risk.add(screen, {
    ...usualTerms,
    ...terms,
    productName: name,
    productTypeId: names.id('productType', type),
    fundingPartyId: names.id('enterprise', party),
  })
  await risk.act(screen, product.id, 'submit')
  names.remember('product', name, product.id)
  return product.id
}

async function approve({ office }: World, id: string): Promise<void> {
  await (await office.as('bm01')).act(screen, id, 'approve', { opinion: '同意' })
}
