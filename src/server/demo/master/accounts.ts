import type { NewEntAccount } from '../../generated/entAccount'
import type { World } from '../world'

const screen = 'base/entaccount'

interface DemoAccount {
  enterprise: string
  name: string
  more: Omit<NewEntAccount, 'enterpriseId' | 'accountName'>
}

/** Enterprises of the country with a current account in yuan each, by the short names that stories use. */
const domestic = [
  '演示平台',
  '甲行',
  '乙信托',
  '丙保理',
  '演示乳品',
  '演示酒业',
  '演示美妆',
  '演示有色',
  '演示铝业',
  '演示冷链食品',
  '演示化工',
  '演示浆纸',
  '演示橡胶',
  '演示家电',
  '演示仓储一',
  '演示仓储二',
  '演示物流',
  '演示日化',
  '演示冶炼',
  '演示石化',
  '演示电器制造',
  '演示贸易代理',
  '演示商超',
]

const banks = ['演示甲商业银行上海分行', '演示丁银行浦东支行', '演示戊银行外滩支行']

/** Abroad: one that payments may go to, one that the provider finds wrong, one that it looks at, and one without. */
const abroad: DemoAccount[] = [
  {
    enterprise: '演示新西兰乳业',
    name: 'Demo Dairy New Zealand Ltd',
    more: {
      accountNo: 'NZ0299990012345600',
      bankName: 'Demo Bank of New Zealand',
      swiftCode: 'DEMONZ22',
      currency: 'USD',
      country: '新西兰',
      accountType: 'OVERSEAS',
    },
  },
  {
    enterprise: '演示法国酒庄',
    name: 'Chateau Demo SAS',
    more: {
      accountNo: 'FR7630006000011234567890188',
      bankName: 'Banque Demo',
      swiftCode: 'DEMOFRPP',
      currency: 'EUR',
      country: '法国',
      accountType: 'OVERSEAS',
    },
  },
  {
    enterprise: '演示澳洲肉业',
    name: 'Demo Beef Australia Pty Ltd',
    more: {
      accountNo: '062000-99990000',
      bankName: 'Demo Bank of Australia',
      swiftCode: 'DEMOAU2S',
      currency: 'AUD',
      country: '澳大利亚',
      accountType: 'OVERSEAS',
    },
  },
  {
    enterprise: '演示海外仓储',
    name: 'Demo Overseas Storage GmbH',
    more: {
      accountNo: 'DE89370400440532013000',
      bankName: 'Demo Bank AG',
      swiftCode: 'DEMODEFF',
      currency: 'EUR',
      country: '德国',
      accountType: 'OVERSEAS',
    },
  },
]

/** Typed in by an operator; the first of a currency is the usual one. */
export async function makeAccounts(world: World): Promise<void> {
  for (const [index, name] of domestic.entries()) {
    const serial = String(index + 1).padStart(4, '0')
    await addUsual(world, {
      enterprise: name,
      name: await nameOf(world, name),
      more: {
        accountNo: `6000000000000${serial}`,
        bankName: banks[index % banks.length] ?? '',
        bankBranch: '营业部',
        bankCode: `30529000${serial}`,
        currency: 'CNY',
        accountType: 'BASIC',
      },
    })
  }
  for (const account of abroad) await addUsual(world, account)
}

/** The beneficiaries of the payment provider (domain 70, S07 and S27), and accounts that come and go. */
export function planBeneficiaries(world: World): void {
  const { diary, office, names } = world
  const open = async (enterprise: string, beneficiaryAddress: string): Promise<void> => {
    const form = { beneficiaryAddress, transferMethod: 'SWIFT' } as const
    await (await office.as('fn01')).act(screen, names.id('account', enterprise), 'openBeneficiary', form)
  }
  diary.at('2026-04-14', '10:20', 'a beneficiary is opened', () => open('演示新西兰乳业', '12 Demo Quay Street, Auckland 1010'))
  diary.at('2026-11-17', '14:10', 'beneficiaries that are wrong, and looked at', async () => {
    await open('演示法国酒庄', '5 Rue de la Demo, 33000 Bordeaux')
    await open('演示澳洲肉业', '88 Demo Parade, Sydney NSW 2000')
  })
  diary.at('2026-05-20', '09:50', 'an account that is given up', async () => {
    const operator = await office.as('op01')
    const id = await add(world, {
      enterprise: '演示有色',
      name: await nameOf(world, '演示有色'),
      more: { accountNo: '6000000000000901', bankName: banks[1] ?? '', currency: 'CNY', accountType: 'GENERAL' },
    })
    await operator.act(screen, id, 'setDefault')
    await operator.act(screen, names.id('account', '演示有色'), 'setDefault')
    await operator.act(screen, id, 'disable')
  })
}

async function addUsual(world: World, account: DemoAccount): Promise<void> {
  const id = await add(world, { ...account, more: { ...account.more, isDefault: true } })
  world.names.remember('account', account.enterprise, id)
}

async function nameOf({ office, names }: World, enterprise: string): Promise<string> {
  return (await office.system.read('enterprise', names.id('enterprise', enterprise))).enterpriseName
}

async function add({ office, names }: World, { enterprise, name, more }: DemoAccount): Promise<string> {
  const enterpriseId = names.id('enterprise', enterprise)
  return (await (await office.as('op01')).add(screen, { enterpriseId, accountName: name, ...more })).id
}
