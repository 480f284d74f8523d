/** What people may read of messages between systems: numbers of accounts, papers and mobile phones in part only (domain 60, interfacelog). */
import { hiddenPart, maskedText } from '../../engine/core/fields/mask'

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
/** What lets somebody in is shown in no part. */
const secret = /token|secret|passw|api[_-]?key|authorization/i
/** No message says so much within another; what does is made to exhaust whatever walks through it. */
const deepest = 32
/** Shorter ones would be found in what they have nothing to do with. */
const shortest = 6

/** By what a text looks like, wherever it stands in another one. */
const looks: readonly [RegExp, Mask][] = [
  [/(?<![0-9A-Za-z])\d{17}[0-9Xx](?![0-9A-Za-z])/g, paper],
  [/(?<![0-9A-Za-z])1[3-9]\d{9}(?![0-9A-Za-z])/g, mobile],
  [/(?<![0-9A-Za-z])\d{12,30}(?![0-9A-Za-z])/g, account],
  // International ones.
  [/(?<![0-9A-Za-z])[A-Z]{2}\d{2}[0-9A-Z]{11,30}(?![0-9A-Za-z])/g, account],
]

/**
 * A message with these numbers in part; JSON is laid out to be read.
 * @param known numbers that are to be shown in part wherever they stand, as `numbersIn` finds them in what the message answers
 */
export function maskMessage(message: string, known: readonly Numbered[] = []): string {
  const parsed = parsedOf(message)
  const maskText = (text: string): string =>
    maskLooks(known.reduce((rest, number) => rest.replace(number.pattern, () => number.shown), text))
  return parsed === undefined ? maskText(message) : JSON.stringify(masked(parsed, maskText), null, 2)
}

/** A number, however it is written, and the part of it that is shown. */
export interface Numbered {
  pattern: RegExp
  shown: string
}

/** The numbers that a message calls so by name: an answer says them in words of its own. */
export function numbersIn(message: string): Numbered[] {
  const found = new Map<string, Numbered>()
  const parsed = parsedOf(message)
  if (parsed !== undefined)
    masked(
      parsed,
      (text) => text,
      (mask, number) => {
        const signs = number.replace(/[^0-9A-Za-z]/g, '')
        // With or without what stands between its groups.
        if (signs.length >= shortest)
          found.set(signs, { pattern: new RegExp([...signs].join('[ \\-]?'), 'gi'), shown: maskedText(mask, number) })
      },
    )
  return [...found.values()]
}

function parsedOf(message: string): object | undefined {
  try {
    const value: unknown = JSON.parse(message)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function masked(
  value: unknown,
  maskText: (text: string) => string,
  meets: (mask: Mask, number: string) => void = () => undefined,
  name = '',
  depth = 0,
): unknown {
  const inner = (next: unknown, called: string): unknown => masked(next, maskText, meets, called, depth + 1)
  if (typeof value === 'object' && value !== null && depth >= deepest) return hiddenPart
  if (Array.isArray(value)) return value.map((item) => inner(item, name))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, next]) => [key, inner(next, key)]))
  if (typeof value !== 'string' && typeof value !== 'number') return value
  if (secret.test(name)) return hiddenPart
  const byName = names.find(([pattern]) => pattern.test(name))?.[1]
  if (!byName) return typeof value === 'string' ? maskText(value) : value
  meets(byName, String(value))
  return maskedText(byName, String(value))
}

function maskLooks(text: string): string {
  return looks.reduce((rest, [pattern, mask]) => rest.replace(pattern, (found) => maskedText(mask, found)), text)
}
