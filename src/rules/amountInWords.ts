import { isDecimal, type Decimal } from '../../engine/core/decimal'

const digits = '零壹贰叁肆伍陆柒捌玖'
const places = ['', '拾', '佰', '仟']

/**
 * An amount of money as it is written on invoices (价税合计大写), e.g. `11300.00` → 壹万壹仟叁佰元整; below nothing with 负 in front.
 * Zeros inside are written once, those that end a group of four not at all.
 * @throws RangeError for what is no amount: more than two decimals, or more than 16 digits before the point
 */
export function amountInWords(amount: Decimal): string {
  const parts = isDecimal(amount) ? /^(-?)0*(\d{0,16})(?:\.(\d)(\d?)0*)?$/.exec(amount) : null
  if (!parts) throw new RangeError(`${amount} is no amount of money`)
  const [, sign = '', yuan = '', jiao = '', fen = ''] = parts
  const cents = centsInWords(Number(jiao), Number(fen), yuan !== '')
  if (yuan === '' && cents === '整') return '零元整'
  return `${sign && '负'}${yuan === '' ? '' : `${numberInWords(yuan)}元`}${cents}`
}

function centsInWords(jiao: number, fen: number, afterYuan: boolean): string {
  if (jiao === 0 && fen === 0) return '整'
  if (fen === 0) return `${digits[jiao]}角整`
  if (jiao === 0) return `${afterYuan ? '零' : ''}${digits[fen]}分`
  return `${digits[jiao]}角${digits[fen]}分`
}

/** A whole number above nothing, without zeros in front. */
function numberInWords(number: string): string {
  if (number.length > 8) return joined(number, 8, '亿')
  if (number.length > 4) return joined(number, 4, '万')
  return groupInWords(number)
}

/** What stands before the last `length` digits with its unit, then these digits, with one zero where they begin with zeros. */
function joined(number: string, length: number, unit: string): string {
  const high = `${numberInWords(number.slice(0, -length))}${unit}`
  const rest = number.slice(-length)
  const low = rest.replace(/^0+/, '')
  if (low === '') return high
  return `${high}${low.length < rest.length ? '零' : ''}${numberInWords(low)}`
}

/** Up to four digits. */
function groupInWords(group: string): string {
  const words = [...group].map((digit, index) => (digit === '0' ? '零' : `${digits[Number(digit)]}${places[group.length - 1 - index]}`))
  return words.join('').replace(/零+/g, '零').replace(/零$/, '')
}
