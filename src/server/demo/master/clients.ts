import type { NewClient } from '../../generated/client'
import type { World } from '../world'
import { makeContract } from './contracts'

export interface DemoClient {
  borrower: string
  party: string
  department: 'EAST' | 'SOUTH'
  products: string[]
  terms?: Partial<NewClient>
}

/** Ten who are worked with (domain 70, G.2). */
const inForce: DemoClient[] = [
  { borrower: '演示乳品', party: '甲行', department: 'EAST', products: ['甲行存货质押', '甲行代理采购', '甲行跨境代采'] },
  { borrower: '演示酒业', party: '丙保理', department: 'EAST', products: ['丙保理快消质押'] },
  { borrower: '演示美妆', party: '丙保理', department: 'EAST', products: ['丙保理快消质押'], terms: { annualRate: '0.082000' } },
  {
    borrower: '演示有色',
    party: '乙信托',
    department: 'EAST',
    products: ['乙信托大宗质押', '乙信托进口代采'],
    terms: { annualRate: '0.065000', bondRate: '0.0300' },
  },
  { borrower: '演示铝业', party: '甲行', department: 'EAST', products: ['甲行存货质押', '甲行代理采购', '甲行跨境代采'] },
  { borrower: '演示冷链食品', party: '乙信托', department: 'SOUTH', products: ['乙信托大宗质押', '乙信托进口代采'] },
  { borrower: '演示化工', party: '乙信托', department: 'SOUTH', products: ['乙信托大宗质押', '乙信托进口代采'] },
  { borrower: '演示浆纸', party: '乙信托', department: 'SOUTH', products: ['乙信托大宗质押'] },
  { borrower: '演示橡胶', party: '乙信托', department: 'SOUTH', products: ['乙信托大宗质押'], terms: { annualRate: '0.075000' } },
  { borrower: '演示家电', party: '甲行', department: 'SOUTH', products: ['甲行存货质押', '甲行代理采购', '甲行跨境代采'] },
]

const screen = 'base/clientmanager'

export function operatorOf(department: 'EAST' | 'SOUTH'): string {
  return department === 'EAST' ? 'op01' : 'op02'
}

export async function makeClients(world: World): Promise<void> {
  for (const client of inForce) {
    await approve(world, await submit(world, client))
    // What its loans stand on, and what they will be pledged by.
    for (const type of ['LOAN', 'PLEDGE'] as const) await makeContract(world, { ...client, type, operator: operatorOf(client.department) })
  }
}

/** Clients in the other states (domain 70, S22); ending one closes its line. */
export function planOtherClients(world: World): void {
  const { diary, office, names } = world
  const product = ['丙保理快消质押']
  diary.at('2026-02-03', '10:00', 'clients that do not stay', async () => {
    await approve(world, await submit(world, { borrower: '演示铝业', party: '丙保理', department: 'EAST', products: product }))
    await approve(world, await submit(world, { borrower: '演示有色', party: '甲行', department: 'EAST', products: ['甲行存货质押'] }))
  })
  diary.at('2026-07-21', '16:00', 'ending one', async () => {
    await (await office.as('bm01')).act(screen, names.id('client', '演示铝业 丙保理'), 'terminate', { opinion: '客户主动退出合作' })
  })
  diary.at('2026-10-13', '11:00', 'pausing one', async () => {
    await (await office.as('bm01')).act(screen, names.id('client', '演示有色 甲行'), 'suspend', { opinion: '待更新财务报表' })
  })
  diary.at('2026-11-18', '15:00', 'clients under way', async () => {
    await draft(world, { borrower: '演示乳品', party: '丙保理', department: 'EAST', products: product })
    await submit(world, { borrower: '演示酒业', party: '甲行', department: 'EAST', products: ['甲行存货质押'] })
    const rejected = await submit(world, { borrower: '演示美妆', party: '甲行', department: 'EAST', products: ['甲行存货质押'] })
    await (await office.as('bm01')).act(screen, rejected, 'reject', { opinion: '负债率偏高，请补充说明' })
  })
}

async function draft(world: World, { borrower, party, department, products, terms = {} }: DemoClient): Promise<string> {
  const { office, names } = world
  const userName = operatorOf(department)
  const frameContractId = await makeContract(world, { borrower, party, department, type: 'FRAME', operator: userName })
  const client = await (
    await office.as(userName)
  ).add(screen, {
    enterpriseId: names.id('enterprise', borrower),
    departmentId: names.id('department', department),
    fundingPartyId: names.id('enterprise', party),
    accountManagerId: names.id('appUser', userName),
    productIds: products.map((product) => names.id('product', product)),
    coopStartDate: '2026-01-01',
    coopEndDate: '2030-12-31',
    frameContractId,
    creditRedemptionAllowed: party === '甲行',
    virtualReleaseAllowed: party === '甲行',
    ...terms,
  })
  names.remember('client', `${borrower} ${party}`, client.id)
  return client.id
}

async function submit(world: World, client: DemoClient): Promise<string> {
  const id = await draft(world, client)
  await (await world.office.as(operatorOf(client.department))).act(screen, id, 'submit')
  return id
}

async function approve({ office }: World, id: string): Promise<void> {
  await (await office.as('bm01')).act(screen, id, 'approve', { opinion: '同意准入' })
}
