import type { OutsideRequest, OutsideResponse, Provider } from '../provider'
import { answer } from './answer'
import { answerTransfer } from './transfers'

/** Countries whose accounts have an international number with a check sum. */
const withIban = new Set(['DE', 'FR', 'NL', 'ES', 'IT', 'GB', 'IE', 'BE', 'AT', 'CH'])
/** What a local clearing pays in: currency → countries. */
const clearedIn: Readonly<Record<string, readonly string[]>> = {
  USD: ['US'],
  EUR: ['DE', 'FR', 'NL', 'ES', 'IT', 'IE', 'BE', 'AT'],
  GBP: ['GB'],
  HKD: ['HK'],
  AUD: ['AU'],
  NZD: ['NZ'],
  JPY: ['JP'],
  SGD: ['SG'],
}
/** Accounts that end so are looked at by somebody. */
const reviewed = '0000'

interface Asked {
  beneficiary?: {
    company_name?: string
    address?: { street_address?: string }
    bank_details?: {
      account_name?: string
      account_number?: string
      account_currency?: string
      bank_country_code?: string
      swift_code?: string
    }
  }
  transfer_methods?: string[]
}

/**
 * Stands in for the payment provider where it is told of beneficiaries: judges what it is sent as such providers do, one mistake at a time, and
 * answers at once, or that somebody will look at it.
 */
export const demoBeneficiaries: Provider = {
  address: 'https://api.airwallex.demo.example',
  async call(request: OutsideRequest): Promise<OutsideResponse> {
    const { path, body = '{}', requestNo } = request
    const transfer = answerTransfer(request)
    if (transfer) return transfer
    if (path !== '/api/v1/beneficiaries/create') return answer(404, { code: 'not_found', message: path }, requestNo)
    const asked = JSON.parse(body) as Asked
    const mistake = mistakeIn(asked)
    if (mistake) return answer(400, { code: 'validation_failed', source: mistake[0], message: mistake[1] }, requestNo)
    const number = asked.beneficiary?.bank_details?.account_number ?? ''
    if (number.endsWith(reviewed)) return answer(202, { status: 'PENDING', message: '人工核验中' }, requestNo)
    return answer(201, { id: `bene-${requestNo.toLowerCase()}`, status: 'VALID' }, requestNo)
  },
}

/** The first mistake: where, and what. */
function mistakeIn({ beneficiary = {}, transfer_methods: methods = [] }: Asked): [source: string, message: string] | undefined {
  const { company_name: company = '', address, bank_details: bank = {} } = beneficiary
  const { swift_code: swift = '', bank_country_code: country = '', account_number: number = '', account_currency: currency = '' } = bank
  if (!/^[\x20-\x7e]{2,200}$/.test(company)) return ['company_name', '收款人名称须为英文']
  if ((address?.street_address ?? '').trim().length < 10) return ['street_address', '收款地址过短，须含门牌与城市']
  if (!/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(swift)) return ['swift_code', `SWIFT 代码 ${swift} 格式有误`]
  if (swift.slice(4, 6) !== country) return ['bank_country_code', `SWIFT 代码属于 ${swift.slice(4, 6)}，与国家 ${country} 不符`]
  if (withIban.has(country) && !isIban(number, country)) return ['account_number', `账号不是有效的 ${country} IBAN，校验位不符`]
  if (methods.includes('LOCAL') && clearedIn[currency]?.includes(country) !== true)
    return ['transfer_methods', `${currency} 不能在 ${country} 本地清算，请改用 SWIFT`]
  return undefined
}

/** ISO 13616: with its first four characters at the end and letters as numbers, it leaves 1 when divided by 97. */
function isIban(number: string, country: string): boolean {
  if (!new RegExp(`^${country}\\d{2}[A-Z0-9]{10,30}$`).test(number)) return false
  const digits = [...(number.slice(4) + number.slice(0, 4))].map((character) => String(parseInt(character, 36))).join('')
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}
