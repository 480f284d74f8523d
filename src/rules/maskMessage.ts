/** What people may read of messages between systems: numbers of accounts, papers and mobile phones in part only (domain 60, interfacelog). */
import { maskedText } from '../../engine/core/fields/mask'

type Mask = Parameters<typeof maskedText>[0]

const account: Mask = { keep: [4, 4] }
const paper: Mask = { keep: [4, 4] }
const mobile: Mask = { keep: [3, 4] }

/** By the name of the value. */
const names: readonly [RegExp, Mask][] = [
  [/account_?(?:no|number)|iban|card_?(?:no|number)|账号|卡号/i, account],
  [/(?:^|_)id_?(?:no|number|card)$|idCard|identity|passport|licen[cs]e_?(?:no|number)|证件/i, paper],
  [/mobile|phone|手机|电话/i, mobile],
]
/** By what a text looks like, wherever it stands in another one. */
const looks: readonly [RegExp, Mask][] = [
  [/(?<![0-9A-Za-z])\d{17}[0-9Xx](?![0-9A-Za-z])/g, paper],
  [/(?<![0-9A-Za-z])1[3-9]\d{9}(?![0-9A-Za-z])/g, mobile],
  [/(?<![0-9A-Za-z])\d{12,30}(?![0-9A-Za-z])/g, account],
]

/** A message with these numbers in part; JSON is laid out to be read. */
export function maskMessage(message: string): string {
  const parsed = parsedOf(message)
  return parsed === undefined ? maskLooks(message) : JSON.stringify(masked(parsed), null, 2)
}

function parsedOf(message: string): object | undefined {
  try {
    const value: unknown = JSON.parse(message)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function masked(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(item, name))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, masked(inner, key)]))
  const byName = names.find(([pattern]) => pattern.test(name))?.[1]
  if (byName && (typeof value === 'string' || typeof value === 'number')) return maskedText(byName, String(value))
  return typeof value === 'string' ? maskLooks(value) : value
}

function maskLooks(text: string): string {
  return looks.reduce((rest, [pattern, mask]) => rest.replace(pattern, (found) => maskedText(mask, found)), text)
}
