import type { ProductPlan } from '../../../engine/core/plan'
import { refuseStale } from '../../../engine/server/record/guards'
import type { Handler } from '../ruleTypes'
import { loadSeen } from './loadSeen'

/** The account's own button, at the address that the payment provider's endpoints have. */
export function openAccountBeneficiary({ entities }: Pick<ProductPlan, 'entities'>): Handler<'openAccountBeneficiary'> {
  return async (call) => {
    const { params, body, tools } = call
    const { version, ...form } = body
    const account = await loadSeen(call, 'entAccount', params.accountId, { lock: true })
    if (entities['entAccount']) refuseStale(entities['entAccount'], { ...account }, version)
    await tools.perform('entAccount', account.id, 'openBeneficiary', form)
    const { enterpriseId, accountNo, currency } = account
    const [beneficiary] = await tools.find('awxBeneficiary', { enterpriseId, accountNo, currency })
    return { id: beneficiary?.id, beneficiaryCode: beneficiary?.beneficiaryCode, status: beneficiary?.status }
  }
}
