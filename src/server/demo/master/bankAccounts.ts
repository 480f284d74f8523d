import type { NewBankAccount } from '../../generated/bankAccount'
import type { World } from '../world'

interface DemoBankAccount extends Omit<
  NewBankAccount,
  'accountNo' | 'accountName' | 'departmentId' | 'fundingPartyId' | 'subAccountId' | 'awxAccountId'
> {
  name: string
  party?: string
  /** Its account with the payment institution. */
  institution?: string
}

const shanghai = '演示甲商业银行上海分行'
const pudong = '演示丁银行浦东支行'

/** The platform's accounts, what they began with, and when somebody has to look (domain 70, G.2). Those of a funding party are for its loans alone. */
export const bankAccounts: DemoBankAccount[] = [
  {
    name: '甲行放款户',
    bankName: shanghai,
    accountPurpose: 'LOAN',
    party: '甲行',
    openingBalance: '60000000.00',
    lowBalanceWarn: '5000000.00',
  },
  {
    name: '乙信托放款户',
    bankName: shanghai,
    accountPurpose: 'LOAN',
    party: '乙信托',
    openingBalance: '80000000.00',
    lowBalanceWarn: '5000000.00',
  },
  {
    name: '丙保理放款户',
    bankName: pudong,
    accountPurpose: 'LOAN',
    party: '丙保理',
    openingBalance: '20000000.00',
    lowBalanceWarn: '2000000.00',
  },
  { name: '回款户', bankName: pudong, accountPurpose: 'COLLECT', openingBalance: '1000000.00', lowBalanceWarn: '100000.00' },
  { name: '保证金户', bankName: pudong, accountPurpose: 'BOND', openingBalance: '500000.00' },
  { name: '费用户', bankName: pudong, accountPurpose: 'FEE', openingBalance: '80000.00', lowBalanceWarn: '100000.00' },
  {
    name: '美元外汇户',
    bankName: shanghai,
    accountPurpose: 'FX',
    currency: 'USD',
    institution: '支付机构美元户',
    openingBalance: '300000.00',
  },
  { name: '旧回款户', bankName: shanghai, accountPurpose: 'COLLECT', openingBalance: '0.00' },
]

/** Code of the account that books it: money in a bank, or with the payment institution. */
export function subjectOf(name: string): string {
  const index = bankAccounts.findIndex((account) => account.name === name)
  return bankAccounts[index]?.institution === undefined ? `1002${String(index + 1).padStart(2, '0')}` : '101201'
}

/** Each has an account of its own below 1002 or 1012, made with it by the finance officer; one has been given up since. */
export async function makeBankAccounts({ office, names }: World): Promise<void> {
  const finance = await office.as('fn01')
  const { enterpriseName: accountName } = await office.system.read('enterprise', names.id('enterprise', '演示平台'))
  await askInstitution({ office, names })
  for (const [index, { name, party, institution, ...account }] of bankAccounts.entries()) {
    const serial = String(index + 1).padStart(2, '0')
    const subject = await finance.add('evidence/subAccount', {
      subjectCode: subjectOf(name),
      subjectName: institution === undefined ? `银行存款-${name}` : `其他货币资金-${name}`,
      balanceDirection: 'DEBIT',
      auxType: 'BANK',
      ...(account.currency === undefined ? {} : { currency: account.currency }),
    })
    const { id } = await finance.add('evidence/bankAccount', {
      ...account,
      accountName,
      accountNo: `60000000000017${serial}`,
      departmentId: names.id('department', 'FINANCE'),
      fundingPartyId: party === undefined ? null : names.id('enterprise', party),
      subAccountId: subject.id,
      ...(institution === undefined ? {} : { awxAccountId: names.id('awxAccount', institution) }),
    })
    names.remember('bankAccount', name, id)
    names.remember('subAccount', subject.subjectCode, subject.id)
  }
  await finance.act('evidence/bankAccount', names.id('bankAccount', '旧回款户'), 'disable')
  await finance.work(async (tools) => {
    for (const { subjectCode, id } of await tools.find('subAccount', {})) names.remember('subAccount', subjectCode, id)
    for (const { typeCode, id } of await tools.find('voucherType', {})) names.remember('voucherType', typeCode, id)
  })
  // Nothing is paid in cash, and a bond that is offset has been debited by what it is offset with.
  await finance.act('evidence/subAccount', names.id('subAccount', '1001'), 'disable')
  await finance.act('evidence/certificateType', names.id('voucherType', 'BOND_USE'), 'disable')
}

/** The institution is asked for the accounts that we have with it (domain 70, G.2). */
async function askInstitution({ office, names }: Pick<World, 'office' | 'names'>): Promise<void> {
  const finance = await office.as('fn01')
  await finance.ask('syncInstitutionAccounts', {})
  await finance.work(async (tools) => {
    for (const { awxAccountName, id } of await tools.find('awxAccount', {})) names.remember('awxAccount', awxAccountName, id)
  })
}
