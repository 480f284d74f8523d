import { sql } from 'kysely'
import type { Services } from '../../../engine/server/services'
import { systemUser } from '../../../engine/server/session'
import type { WriteContext } from '../../../engine/server/record/context'
import { inWrite } from '../../../engine/server/write/transaction'
import type { Config } from '../config'
import { openBooks } from './books'
import { openFirstAdmin } from './firstAdmin'
import { addDictionaryItems } from './dictionaryItems'
import { bringRoles } from './standardRoles'

/**
 * Brings the database to what the schemas say must be there: roles, dictionary items, base currency, the books, and, where there are no demo accounts, a
 * first administrator. Runs at each start; what administrators have changed stays.
 */
export async function seedStandard(services: Services, config: Pick<Config, 'demo' | 'adminPassword'>): Promise<void> {
  const made = await inWrite(services, systemUser, async (context) => {
    await addStandardData(context)
    return config.demo ? undefined : openFirstAdmin(context, config.adminPassword)
  })
  if (made !== undefined) process.stdout.write(`已建立管理员账号 admin，初始口令 ${made}（仅显示这一次，首次登录须修改）\n`)
}

async function addStandardData(context: WriteContext): Promise<void> {
  // Servers that start at once do it one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended('standard data', 0))`.execute(context.trx)
  await bringRoles(context)
  await addDictionaryItems(context)
  const base = await context.tools.find('currency', { currencyCode: 'CNY' }, { limit: 1 })
  if (base.length === 0)
    await context.tools.create('currency', { currencyCode: 'CNY', currencyName: '人民币', symbol: '¥', decimals: 2, isBase: true, seq: 1 })
  await openBooks(context)
}
