import type { NewContract } from '../../generated/contract'
import { emptyPdf } from '../emptyPdf'
import type { World } from '../world'

export interface DemoContract {
  type: 'FRAME' | 'LOAN' | 'PLEDGE' | 'PURCHASE' | 'SUPERVISE'
  borrower: string
  party: string
  department: 'EAST' | 'SOUTH'
  /** Who types it. */
  operator: string
  /** Who stands beside the borrower, where the type does not say it. */
  partner?: string
  /** Told apart from others of its kind by stories. */
  name?: string
  more?: Partial<NewContract>
  /** Where it stays; SIGNED when left out. */
  until?: 'DRAFT' | 'SIGNING' | 'SIGNED'
}

const titles: Record<DemoContract['type'], string> = {
  FRAME: '供应链服务框架合同',
  LOAN: '融资合同',
  PLEDGE: '动产质押合同',
  PURCHASE: '委托采购合同',
  SUPERVISE: '动产监管协议',
}
const platform = '演示平台'
const screen = 'loans/contractdetail'

/** A contract from the draft to its signature, as far as it is to go; answers its id. */
export async function makeContract(world: World, contract: DemoContract): Promise<string> {
  const { office, names, clock } = world
  const { type, borrower, party, until = 'SIGNED', operator } = contract
  const desk = await office.as(operator)
  const { id } = await desk.add(screen, valuesOf(world, contract))
  names.remember('contract', contract.name ?? `${borrower} ${party} ${type}`, id)
  if (until === 'DRAFT') return id
  await desk.act(screen, id, 'submit')
  if (until === 'SIGNING') return id
  const signedFiles = [await desk.upload(`${titles[type]}（签署件）.pdf`, emptyPdf)]
  await desk.act(screen, id, 'sign', { signDate: clock.today(), signedFiles })
  return id
}

function valuesOf({ names }: World, { type, borrower, party, department, partner, more }: DemoContract): NewContract {
  const enterprise = (name: string): string => names.id('enterprise', name)
  const [first, third] = type === 'FRAME' ? [platform, party] : type === 'PLEDGE' ? [party, platform] : [partner ?? party, undefined]
  return {
    contractName: `${borrower}${titles[type]}`,
    contractType: type,
    borrowerId: enterprise(borrower),
    departmentId: names.id('department', department),
    fundingPartyId: enterprise(party),
    partyAId: enterprise(first),
    partyBId: enterprise(borrower),
    ...(third === undefined ? {} : { partyCId: enterprise(third) }),
    startDate: '2026-01-01',
    endDate: '2030-12-31',
    ...more,
  }
}

/** Contracts that are under way, have ended or run out (domain 70, S11 and S22). */
export function planOtherContracts(world: World): void {
  const { diary, office, names } = world
  const ofDairy = { borrower: '演示乳品', party: '甲行', department: 'EAST', operator: 'op01' } as const
  const ofAluminium = { borrower: '演示铝业', party: '甲行', department: 'EAST', operator: 'op01' } as const
  diary.at('2026-03-04', '10:40', 'a contract that ends early, and one of half a year', async () => {
    await makeContract(world, { ...ofAluminium, type: 'PURCHASE', partner: '演示冶炼', more: { amount: '2600000.00' } })
    await makeContract(world, {
      ...ofDairy,
      type: 'LOAN',
      name: '演示乳品 上半年',
      more: { contractName: '演示乳品 2026 年上半年融资合同', endDate: '2026-06-30', amount: '5000000.00' },
    })
  })
  diary.at('2026-07-15', '11:10', 'ending one', async () => {
    const id = names.id('contract', '演示铝业 甲行 PURCHASE')
    await (await office.as('bm01')).act(screen, id, 'terminate', { opinion: '供应商停产，双方协商终止采购' })
  })
  diary.at('2026-11-19', '11:30', 'contracts under way', async () => {
    await makeContract(world, { ...ofDairy, type: 'SUPERVISE', partner: '演示仓储一', until: 'DRAFT' })
    await makeContract(world, { ...ofDairy, type: 'PURCHASE', partner: '演示新西兰乳业', more: { amount: '3560000.00' }, until: 'SIGNING' })
  })
}
