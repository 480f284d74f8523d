import type { AwxBeneficiary } from '../generated/awxBeneficiary'
import type { OutsideResponse } from '../providers/provider'
import type { Tools } from '../ruleTypes'
import type { OutsideCall } from './call'
import { answerOf, isSuccess, reasonOf } from './response'

/** Asks the payment provider to take a beneficiary, which it judges. */
export function beneficiaryCall(beneficiary: AwxBeneficiary): OutsideCall {
  const { beneficiaryCode, beneficiaryName, accountNo, bankName, swiftCode, country, currency } = beneficiary
  return {
    system: 'AIRWALLEX',
    interfaceName: '创建收款人',
    method: 'POST',
    path: '/api/v1/beneficiaries/create',
    bizNo: beneficiaryCode,
    requestNo: `${beneficiaryCode}-${beneficiary.version}`,
    body: JSON.stringify({
      request_id: `${beneficiaryCode}-${beneficiary.version}`,
      nickname: beneficiaryCode,
      transfer_methods: [beneficiary.transferMethod],
      beneficiary: {
        entity_type: 'COMPANY',
        company_name: beneficiaryName,
        address: { country_code: country, street_address: beneficiary.beneficiaryAddress },
        bank_details: {
          account_name: beneficiaryName,
          account_number: accountNo,
          account_currency: currency,
          bank_country_code: country,
          bank_name: bankName,
          swift_code: swiftCode,
        },
      },
    }),
  }
}

/** Valid with the provider's own number, invalid with its reason, or still to be looked at there (domain 40, beneficiaryStatus.validate). */
export async function settleBeneficiary(tools: Tools, call: OutsideCall, response: OutsideResponse): Promise<void> {
  const [beneficiary] = await tools.find('awxBeneficiary', { beneficiaryCode: call.bizNo, status: 'PENDING' }, { lock: true })
  // Answered before, or opened anew since: then that request has an answer of its own.
  if (!beneficiary || call.requestNo !== `${beneficiary.beneficiaryCode}-${beneficiary.version}`) return
  const { id, status } = answerOf(response.body)
  if (isSuccess(response) && status === 'PENDING') return
  const outcome = isSuccess(response) ? { externalCode: String(id ?? '') } : { invalidReason: reasonOf(response) }
  await tools.perform('awxBeneficiary', beneficiary.id, 'validate', outcome)
}
