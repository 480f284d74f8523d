import { cutText } from '../../../engine/server/exchange/cutText'
import type { AwxBeneficiary } from '../generated/awxBeneficiary'
import type { OutsideResponse } from '../providers/provider'
import type { Tools } from '../ruleTypes'
import type { OutsideCall } from './call'
import { answerOf, isSuccess, numberOf, reasonOf } from './response'

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

/** Room for the provider's own number, and for its reasons. */
const maxNumber = 60
const maxReason = 450

/** Valid with the provider's own number, invalid with its reason, or still to be looked at there (domain 40, beneficiaryStatus.validate). */
export async function settleBeneficiary(tools: Tools, call: OutsideCall, response: OutsideResponse): Promise<void> {
  const [beneficiary] = await tools.find('awxBeneficiary', { beneficiaryCode: call.bizNo, status: 'PENDING' }, { lock: true })
  // Answered before, or opened anew since: then that request has an answer of its own.
  if (!beneficiary || call.requestNo !== `${beneficiary.beneficiaryCode}-${beneficiary.version}`) return
  if (isSuccess(response) && answerOf(response.body)['status'] === 'PENDING') return
  await tools.perform('awxBeneficiary', beneficiary.id, 'validate', outcomeOf(response))
}

/** What nobody can be paid by is not valid. */
function outcomeOf(response: OutsideResponse): { externalCode: string } | { invalidReason: string } {
  if (!isSuccess(response)) return { invalidReason: cutText(reasonOf(response), maxReason) }
  const externalCode = numberOf(response.body, maxNumber)
  return externalCode === undefined ? { invalidReason: '支付机构没有给出收款人编号' } : { externalCode }
}
