import { isDecimal, compareDecimals } from '../../../engine/core/decimal'
import type { OutsideResponse } from '../providers/provider'
import type { Tools } from '../ruleTypes'
import type { OutsideCall } from './call'
import { answerOf, isSuccess, storable } from './response'

/** Asks the payment institution for our accounts with it, and what they hold. */
export function balancesCall(requestNo: string): OutsideCall {
  return {
    system: 'AIRWALLEX',
    interfaceName: '账户余额',
    method: 'GET',
    path: '/api/v1/balances/current',
    bizNo: 'BALANCES',
    requestNo,
  }
}

interface Told {
  awxAccountCode: string
  awxAccountName: string
  currency: string
  balance: string
}

/** Accounts that it opened are ours from then on, in the name of the whole house; what they hold is what it says. */
export async function settleBalances(tools: Tools, _call: OutsideCall, response: OutsideResponse): Promise<void> {
  if (!isSuccess(response)) return
  for (const told of await accountsIn(tools, response.body)) {
    const { awxAccountCode, awxAccountName, currency, balance } = told
    const [known] = await tools.find('awxAccount', { awxAccountCode, currency }, { lock: true })
    // Of money that is on its way nobody knows whether it has left already: the next time says it.
    if (known && (await tools.find('awxTransfer', { awxAccountId: known.id, status: ['PROCESSING', 'SENT'] }, { limit: 1 })).length > 0)
      continue
    const { id } =
      known ?? (await tools.create('awxAccount', { awxAccountCode, awxAccountName, currency, departmentId: await houseOf(tools) }))
    await tools.perform('awxAccount', id, 'sync', { told: balance })
  }
}

async function accountsIn(tools: Tools, body: string): Promise<Told[]> {
  const { accounts } = answerOf(body)
  if (!Array.isArray(accounts)) return []
  const currencies = new Set((await tools.find('currency', { status: 'ENABLED' })).map(({ currencyCode }) => currencyCode))
  return accounts.flatMap((account: unknown) => {
    const { account_id: code, account_name: name, currency, total_amount: balance } = (account ?? {}) as Record<string, unknown>
    const isWhole = isText(code, 60) && isText(name, 100) && isText(currency, 3) && currencies.has(currency) && isAmount(balance)
    return isWhole ? [{ awxAccountCode: code, awxAccountName: name, currency, balance }] : []
  })
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longest && storable(value) === value
}

function isAmount(value: unknown): value is string {
  return isDecimal(value) && /^\d{1,15}(\.\d{1,2})?$/.test(value) && compareDecimals(value, '0') >= 0
}

async function houseOf(tools: Tools): Promise<string> {
  const [house] = await tools.find('department', { parentId: null, status: 'ENABLED' }, { limit: 1 })
  if (!house) throw new TypeError('there is no department')
  return house.id
}
