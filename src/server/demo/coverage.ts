import type { EntityPlan, ProductPlan } from '../../../engine/core/plan'
import type { Database } from '../../../engine/server/database/database'

/** Documents and master data whose every state the demo data shows (domain 70, G.4). */
const shown = [
  'enterprise',
  'warehouse',
  'category',
  'goods',
  'currency',
  'product',
  'client',
  'contract',
  'entAccount',
  'awxBeneficiary',
  'quota',
  'customerLine',
  'creditLimit',
  'collateralPrice',
  'customerPrice',
  'loan',
  'bond',
  'debtNote',
  'serviceFee',
  'miscFee',
  'redemption',
  'repayment',
  'loanPayment',
  'awxTransfer',
  'waterSlip',
  'stockIn',
  'pledge',
  'pledgeItem',
  'pledgeNotice',
  'controlGoods',
  'pledgeRelease',
  'outOrder',
  'shortOrder',
  'stockUnusual',
  'saleOrder',
  'saleInvoice',
  'subAccount',
  'bankAccount',
  'voucherType',
  'voucher',
  'receipt',
  'verification',
  'advanceDeposit',
  'warnRule',
  'warnRecord',
  'fill',
  'withdrawal',
]

/** In words, the states that no row is in, of those that an action can lead to. */
export async function statesWithoutRow(plan: ProductPlan, { kysely }: Pick<Database, 'kysely'>): Promise<string[]> {
  const missing: string[] = []
  for (const name of shown) {
    const entity = plan.entities[name]
    if (!entity) throw new TypeError(`no entity named ${name}`)
    const rows = await kysely.selectFrom(entity.table).select('status').distinct().execute()
    const present = new Set(rows.map((row) => String(row['status'])))
    missing.push(
      ...reachable(entity)
        .filter((state) => !present.has(state))
        .map((state) => `${name} ${state}`),
    )
  }
  return missing
}

function reachable({ states = {}, actions }: EntityPlan): string[] {
  const targets = new Set(Object.values(actions).flatMap((action) => action.to))
  return Object.values(states).flatMap(({ code, initial }) => (initial || targets.has(code) ? [code] : []))
}
