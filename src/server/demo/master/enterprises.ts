import type { Kysely } from 'kysely'
import { creditCodeCheck } from '../../../rules/creditCode'
import type { Tables } from '../../generated/tables'
import { emptyPdf } from '../emptyPdf'
import type { World } from '../world'

interface DemoEnterprise {
  /** How stories and operators call it. */
  name: string
  full: string
  roles: string[]
  rating?: string
  /** Foreign ones have a name in English and a registration number of their country. */
  abroad?: { country: string; english: string; number: string }
}

const domestic = (name: string, roles: string[], rating?: string): DemoEnterprise => ({
  name,
  full: `${name}有限公司`,
  roles,
  rating,
})

/** 38 in business (domain 70, G.2); the five of other states are below. */
const inBusiness: DemoEnterprise[] = [
  { name: '演示平台', full: '演示综合服务平台有限公司', roles: ['PLATFORM'], rating: 'AAA' },
  { name: '甲行', full: '演示甲商业银行股份有限公司', roles: ['FUNDING'], rating: 'AAA' },
  { name: '乙信托', full: '演示乙信托有限责任公司', roles: ['FUNDING'], rating: 'AA' },
  { name: '丙保理', full: '演示丙商业保理有限公司', roles: ['FUNDING'], rating: 'AA' },
  domestic('演示乳品', ['BORROWER'], 'A'),
  domestic('演示酒业', ['BORROWER'], 'A'),
  domestic('演示美妆', ['BORROWER'], 'BBB'),
  domestic('演示有色', ['BORROWER'], 'AA'),
  domestic('演示铝业', ['BORROWER'], 'A'),
  domestic('演示冷链食品', ['BORROWER'], 'BBB'),
  domestic('演示化工', ['BORROWER'], 'A'),
  domestic('演示浆纸', ['BORROWER'], 'BBB'),
  domestic('演示橡胶', ['BORROWER'], 'BB'),
  domestic('演示家电', ['BORROWER', 'BUYER'], 'AA'),
  domestic('演示仓储一', ['WAREHOUSE'], 'A'),
  domestic('演示仓储二', ['WAREHOUSE'], 'A'),
  domestic('演示保税仓储', ['WAREHOUSE', 'LOGISTICS'], 'A'),
  {
    name: '演示海外仓储',
    full: '演示海外仓储有限公司',
    roles: ['WAREHOUSE'],
    abroad: { country: '德国', english: 'Demo Overseas Storage GmbH', number: 'HRB-900001' },
  },
  domestic('演示监管', ['WAREHOUSE'], 'BBB'),
  domestic('演示物流', ['LOGISTICS'], 'A'),
  domestic('演示国际货运', ['LOGISTICS'], 'A'),
  domestic('演示冷运', ['LOGISTICS'], 'BBB'),
  domestic('演示城配', ['LOGISTICS'], 'BBB'),
  {
    name: '演示新西兰乳业',
    full: '演示新西兰乳业有限公司',
    roles: ['SUPPLIER'],
    abroad: { country: '新西兰', english: 'Demo Dairy New Zealand Ltd', number: 'NZBN-9000001' },
  },
  {
    name: '演示法国酒庄',
    full: '演示法国酒庄',
    roles: ['SUPPLIER'],
    abroad: { country: '法国', english: 'Chateau Demo SAS', number: 'SIREN-900000001' },
  },
  domestic('演示日化', ['SUPPLIER'], 'A'),
  {
    name: '演示澳洲肉业',
    full: '演示澳洲肉业有限公司',
    roles: ['SUPPLIER'],
    abroad: { country: '澳大利亚', english: 'Demo Beef Australia Pty Ltd', number: 'ACN-900000001' },
  },
  domestic('演示冶炼', ['SUPPLIER'], 'AA'),
  domestic('演示石化', ['SUPPLIER'], 'AA'),
  domestic('演示电器制造', ['SUPPLIER'], 'A'),
  domestic('演示贸易代理', ['TRADE_AGENT'], 'A'),
  domestic('演示进出口', ['TRADE_AGENT'], 'BBB'),
  domestic('演示商超', ['BUYER'], 'A'),
  domestic('演示连锁', ['BUYER'], 'A'),
  domestic('演示制造', ['BUYER'], 'AA'),
  domestic('演示电商', ['BUYER'], 'BBB'),
  domestic('演示餐饮供应链', ['BUYER'], 'BBB'),
  domestic('演示融资担保', ['GUARANTOR'], 'AA'),
]

const screen = 'base/enterprise'

/** Typed in by an operator, with licence, and reviewed by the manager. */
export async function makeEnterprises(world: World): Promise<void> {
  for (const [index, enterprise] of inBusiness.entries()) await bringIn(world, enterprise, index + 1)
}

/** The enterprises that are not in business (domain 70, S22): each comes to its state as enterprises do. */
export function planOtherStates(world: World): void {
  const { diary, office } = world
  const number = inBusiness.length
  diary.at('2026-03-11', '09:40', 'an enterprise that is frozen later', () =>
    bringIn(world, domestic('演示恒通商贸', ['SUPPLIER'], 'BB'), number + 1),
  )
  diary.at('2026-08-06', '11:00', 'freezing it', async () => {
    await (await office.as('bm01')).act(screen, world.names.id('enterprise', '演示恒通商贸'), 'freeze', { opinion: '涉诉，暂停新增业务' })
  })
  diary.at('2026-03-11', '10:10', 'an enterprise that ends later', () =>
    bringIn(world, domestic('演示旧仓储', ['WAREHOUSE'], 'C'), number + 2),
  )
  diary.at('2026-09-14', '15:00', 'ending it', async () => {
    await (
      await office.as('admin')
    ).act(screen, world.names.id('enterprise', '演示旧仓储'), 'cancel', { confirmName: '演示旧仓储有限公司' })
  })
  diary.at('2026-10-20', '14:05', 'a registration that is rejected', async () => {
    await register(world, domestic('演示速达供应链', ['LOGISTICS']), number + 3)
    await (await office.as('bm01')).act(screen, world.names.id('enterprise', '演示速达供应链'), 'reject', { opinion: '证照不清晰，请补充' })
  })
  diary.at('2026-11-18', '10:20', 'a registration', () => register(world, domestic('演示华彩贸易', ['BORROWER']), number + 4))
  diary.at('2026-11-19', '16:45', 'another registration', () =>
    register(world, domestic('演示远帆贸易', ['BORROWER', 'BUYER']), number + 5),
  )
}

async function bringIn({ office, names }: World, enterprise: DemoEnterprise, number: number): Promise<void> {
  const operator = await office.as('op01')
  const { id } = await operator.add(screen, { ...identityOf(enterprise, number), ...detailsOf(enterprise, number) })
  await operator.attach(screen, id, 'licenseFiles', '营业执照.pdf', emptyPdf)
  await (await office.as('bm01')).act(screen, id, 'approve', { enterpriseRoles: enterprise.roles, opinion: '资料齐全' })
  names.remember('enterprise', enterprise.name, id)
}

/** From the open page, without an account. */
async function register({ office, services, names }: World, enterprise: DemoEnterprise, number: number): Promise<void> {
  const body = {
    ...identityOf(enterprise, number),
    contactMobile: `1000001${String(number).padStart(4, '0')}`,
    licenses: [{ name: '营业执照.pdf', content: emptyPdf.toString('base64') }],
    agreed: true,
  }
  const { enterpriseNo } = (await office.system.ask('registerEnterprise', { body })) as { enterpriseNo: string }
  const kysely: Kysely<Tables> = services.database.kysely
  const { id } = await kysely.selectFrom('enterprise').select('id').where('enterprise_no', '=', enterpriseNo).executeTakeFirstOrThrow()
  names.remember('enterprise', enterprise.name, id)
}

function identityOf({ name, full, roles, abroad }: DemoEnterprise, number: number) {
  const serial = String(number).padStart(3, '0')
  const first17 = `91310115MA1DEM${serial}`
  return {
    enterpriseName: full,
    shortName: name,
    enterpriseNameEn: abroad?.english,
    uscc: abroad?.number ?? `${first17}${creditCodeCheck(first17)}`,
    enterpriseRoles: roles,
    legalPerson: `演示法人${number}`,
    country: abroad?.country ?? '中国',
    region: abroad ? abroad.country : '上海市浦东新区',
    address: `演示路 ${number} 号`,
    contactName: `联系人${number}`,
    contactEmail: `contact${number}@demo.example`,
  }
}

/** As it stands on invoices; the tax number of a domestic enterprise is its credit code. */
function invoiceDetailsOf(full: string, number: number) {
  const serial = String(number).padStart(4, '0')
  return {
    invoiceTitle: full,
    invoiceAddressPhone: `上海市浦东新区演示路 ${number} 号 021-5550${serial}`,
    invoiceBankAccount: `演示甲商业银行上海分行 6000000000000${serial}`,
  }
}

/** A landline in place of a mobile number: whose contact has a mobile number gets an account, and the demo accounts are those of the list. */
function detailsOf({ full, roles, rating, abroad }: DemoEnterprise, number: number) {
  return {
    contactMobile: `021-5550${String(number).padStart(4, '0')}`,
    riskRating: rating ?? 'BBB',
    taxpayerType: abroad ? 'NONE' : 'GENERAL',
    registeredCapital: `${(number % 9) + 1}000.00`,
    establishedDate: `20${String(10 + (number % 12))}-0${(number % 9) + 1}-15`,
    licenseExpireDate: '2099-12-31',
    businessScope: roles.includes('FUNDING') ? '存款、贷款与结算业务' : '货物销售、仓储与供应链管理服务',
    ...(abroad ? {} : invoiceDetailsOf(full, number)),
    contacts: [
      {
        contactName: `联系人${number}`,
        contactMobile: `021-5550${String(number).padStart(4, '0')}`,
        position: '业务负责人',
        isPrimary: true,
      },
    ],
  }
}
