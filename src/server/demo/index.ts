/**
 * Demo data (domain 70): master data written in bulk, documents by the demo accounts through the screens' own write pipeline, day by day on a
 * clock that stands still between them. The same each time.
 *
 *   master/   who and what there is          flows/    how a stock-in or a loan runs      stories/   which of them there are
 *   office.ts the accounts at work           diary.ts  what happens when                  coverage.ts, ../invariants  the checks at the end
 */
import type { Services } from '../../../engine/server/services'
import { FixedClock } from '../clock'
import type { Config } from '../config'
import { extensionsOf } from '../extensions'
import { violatedInvariants } from '../invariants'
import { demoProviders } from '../providers'
import { seedStandard } from '../seed'
import { tablesOf } from '../tables'
import { makeCalendars } from './calendar'
import { planCalls } from './calls'
import { statesWithoutRow } from './coverage'
import { planDayEnds } from './dayEnds'
import { Diary } from './diary'
import { planExports } from './exports'
import { demoState, emptyTables, isInUse, setDemoState } from './lifecycle'
import { makeAccounts, planBeneficiaries } from './master/accounts'
import { makeClients, planOtherClients } from './master/clients'
import { planOtherContracts } from './master/contracts'
import { makeCurrencies, planExchangeRates } from './master/currencies'
import { makeEnterprises, planOtherStates } from './master/enterprises'
import { makeBankAccounts } from './master/bankAccounts'
import { makeCategories, makeGoods, planDisabledGoods } from './master/goods'
import { makeKeywords } from './master/keywords'
import { planCreditLimits } from './master/creditLimits'
import { makeLines, makeQuotas, planOtherLimits } from './master/limits'
import { makeDepartments, makePartners, makeStaff } from './master/organisation'
import { makePledgeRates } from './master/pledgeRates'
import { planAgreedPrices, planPrices } from './master/prices'
import { makeProducts, makeProductTypes, planOtherProducts } from './master/products'
import { makeRelations } from './master/relations'
import { makeWarehouses, planDisabledWarehouse } from './master/warehouses'
import { makeWarnRules } from './master/warnRules'
import { Office } from './office'
import { DemoQueue } from './queue'
import { Random } from './random'
import { planStories } from './stories'
import { planBooks } from './stories/books'
import { firstDay, lastDay, Names, seed, type World } from './world'

/**
 * Fills an empty database with demo data; one that has them, or that somebody works with, is left alone. What an interrupted start has left
 * is thrown away and made anew. `fill` makes the data, `say` tells that it begins. @throws Error that says what failed, or which check the data do not stand
 */
export async function seedDemo(
  services: Services,
  config: Pick<Config, 'demoPassword'>,
  { fill = makeSoundDemo, say }: { fill?: typeof makeSoundDemo; say?: ((sentence: string) => void) | undefined } = {},
): Promise<void> {
  const { database, plan } = services
  const state = await demoState(database)
  if (state === 'filled') return
  if (state === 'filling') {
    // On a server another process may be at it.
    if (database.kind === 'postgres') throw new Error('演示数据正由另一进程生成，或上次生成被中断：请稍后重试，或换用空的数据库')
    await emptyTables(database, tablesOf(plan))
    await seedStandard(services, { demo: true })
  } else if (await isInUse(database)) return
  say?.('正在生成一年的演示数据，约需一两分钟……')
  await setDemoState(database, 'filling')
  await fill(services, config.demoPassword)
  await setDemoState(database, 'filled')
}

async function makeSoundDemo(services: Services, password: string): Promise<void> {
  await makeDemo(services, password)
  await refuseFaults(services)
}

/** The demo data until a day, without the checks at the end. */
export async function makeDemo(services: Services, password: string, through = lastDay): Promise<void> {
  const clock = new FixedClock(`${firstDay}T00:00:00+08:00`)
  const queue = new DemoQueue()
  const extensions = extensionsOf(services.plan, services.fileStore, queue, [], demoProviders)
  const own: Services = { ...services, clock, extensions }
  const world: World = {
    services: own,
    clock,
    random: new Random(seed),
    diary: new Diary(clock, firstDay, lastDay),
    office: new Office(own, clock, queue),
    queue,
    names: new Names(),
    goods: new Map(),
  }
  planFirstDays(world, password)
  planYear(world)
  await world.diary.run(through)
}

/** What must be there before any business: each step rests on the one before. */
function planFirstDays(world: World, password: string): void {
  const { diary } = world
  diary.at('2026-01-05', '08:20', 'departments', () => makeDepartments(world))
  diary.at('2026-01-05', '08:30', 'staff', () => makeStaff(world, password))
  diary.at('2026-01-05', '08:35', 'calendars', () => makeCalendars(world))
  diary.at('2026-01-05', '08:40', 'currencies', () => makeCurrencies(world))
  diary.at('2026-01-05', '09:00', 'categories, goods and product types', async () => {
    await makeCategories(world)
    for (const [name, goods] of await makeGoods(world)) world.goods.set(name, goods)
    await makeProductTypes(world)
  })
  diary.at('2026-01-05', '13:00', 'enterprises', () => makeEnterprises(world))
  diary.at('2026-01-06', '09:00', 'accounts of partners', () => makePartners(world, password))
  diary.at('2026-01-06', '09:30', 'warehouses', () => makeWarehouses(world))
  diary.at('2026-01-06', '10:30', 'products', () => makeProducts(world))
  diary.at('2026-01-06', '14:00', 'pledge rates', () => makePledgeRates(world))
  diary.at('2026-01-07', '16:30', 'warning rules', () => makeWarnRules(world))
  diary.at('2026-01-07', '09:30', 'clients', () => makeClients(world))
  diary.at('2026-01-07', '14:30', 'accounts, relations and keywords', async () => {
    await makeAccounts(world)
    await makeRelations(world)
    await makeKeywords(world)
  })
  diary.at('2026-01-07', '16:00', 'bank accounts', () => makeBankAccounts(world))
  diary.at('2026-01-08', '09:30', 'quotas', () => makeQuotas(world))
  diary.at('2026-01-08', '10:30', 'customer lines', () => makeLines(world))
}

function planYear(world: World): void {
  planExchangeRates(world)
  planPrices(world)
  planAgreedPrices(world)
  planOtherStates(world)
  planDisabledWarehouse(world)
  planDisabledGoods(world)
  planOtherProducts(world)
  planOtherClients(world)
  planOtherContracts(world)
  planBeneficiaries(world)
  planOtherLimits(world)
  planCreditLimits(world)
  planStories(world)
  planExports(world)
  planCalls(world)
  planBooks(world)
  planDayEnds(world)
}

async function refuseFaults({ plan, database }: Services): Promise<void> {
  const faults = [
    ...(await violatedInvariants(plan, database)).map(({ invariant, what }) => `${invariant} ${what}`),
    ...(await statesWithoutRow(plan, database)).map((state) => `no row is in state ${state}`),
  ]
  if (faults.length > 0) throw new Error(`the demo data do not stand their checks:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
}
