import { compareDecimals, decimalsOf, formatDecimal, formatPercent, roundDecimal, toDecimal, type Decimal } from '../../core/decimal'
import { isDate, isDateTime } from '../../core/dateTime'
import type { MessageCode } from '../../core/messages'
import type { FieldPlan } from '../../core/plan'
import { isInteger, isMultiple } from '../rows'

/** Why a value does not fit its field: the rule that is named on the wire and the text for the user, whose `{label}` the caller fills. */
export class Unfit {
  readonly rule: string
  readonly code: MessageCode
  readonly params: Record<string, unknown>
  /** A text of the product's in place of the catalogue's. */
  readonly text: string | undefined

  constructor(rule: string, code: MessageCode, params: Record<string, unknown> = {}, text?: string) {
    this.rule = rule
    this.code = code
    this.params = params
    this.text = text
  }
}

/** What the product adds to the checks of single values. */
export interface ValueChecks {
  /** The codes of a dictionary as they are now. */
  codes(dictionary: string): ReadonlySet<string>
  /** Named text checks. */
  formats: Record<string, { test: (text: string) => boolean; message: string }>
  /** Whether a json value has the named shape. */
  hasShape(shape: string, value: unknown): boolean
}

/** Digits of numeric(18, d). */
const NUMERIC_DIGITS = 18
const MAX_INTEGER = '2147483647'
/** A bigint that JavaScript, JSON and PostgreSQL agree on. */
const ID = /^[1-9]\d{0,17}$/
/** Longest code or key; nothing stored is longer. */
const MAX_KEY = 200
const MAX_ITEMS = 500

/**
 * A value of a request as it is stored: texts without blanks around them, decimals with all their places, moments in UTC. Null when it is
 * empty. Strict: nothing is converted, cut or rounded, so that what the user sees is what is kept.
 */
export function readValue(field: FieldPlan, raw: unknown, checks: ValueChecks): unknown {
  if (raw === null || raw === undefined || raw === '') return null
  if (isMultiple(field)) return readList(field, raw, (item) => readKey(field, item, checks))
  switch (field.type) {
    case 'text':
    case 'serial':
    case 'status':
      return readText(field, raw, /[\p{Cc}\p{Cs}]/u, checks)
    case 'textarea':
      return readText(field, raw, /[^\P{Cc}\t\r\n]|\p{Cs}/u, checks)
    case 'digit':
    case 'money':
    case 'percent':
      return readNumber(field, raw)
    case 'date':
      return isDate(raw) && hasPlace(raw) ? raw : new Unfit('type', 'invalid.date')
    case 'dateTime':
      return isDateTime(raw) && hasPlace(raw) ? new Date(raw).toISOString() : new Unfit('type', 'invalid.dateTime')
    case 'switch':
      return typeof raw === 'boolean' ? raw : new Unfit('type', 'invalid.switch')
    case 'select':
    case 'ref':
      return readKey(field, raw, checks)
    case 'files':
      return readFiles(field, raw)
    case 'json':
      return checks.hasShape(field.shape ?? '', raw) ? raw : new Unfit('shape', 'invalid.shape')
  }
}

/** Nothing was entered: null, or a list without items. Zero and false are values. */
export function isEmptyValue(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}

function readText(field: FieldPlan, raw: unknown, forbidden: RegExp, checks: ValueChecks): unknown {
  if (typeof raw !== 'string') return new Unfit('type', 'invalid.text')
  const text = raw.trim()
  if (text === '') return null
  // The length first, so that no pattern ever runs over a long text.
  const max = field.maxLength ?? MAX_KEY
  if (text.length > 2 * max || [...text].length > max) return new Unfit('maxLength', 'invalid.maxLength', { max })
  if (forbidden.test(text)) return new Unfit('characters', 'invalid.characters')
  if (field.pattern !== undefined && !patternOf(field.pattern).test(text)) {
    return new Unfit('pattern', 'invalid.pattern', {}, field.patternMessage)
  }
  const format = field.format === undefined ? undefined : checks.formats[field.format]
  if (format && !format.test(text)) return new Unfit('format', 'invalid.pattern', {}, format.message)
  return text
}

const patterns = new Map<string, RegExp>()

/** Schemas are fixed while the server runs, so there are as many as there are patterns in them. */
function patternOf(source: string): RegExp {
  let pattern = patterns.get(source)
  if (pattern === undefined) {
    pattern = new RegExp(`^(?:${source})$`, 'u')
    patterns.set(source, pattern)
  }
  return pattern
}

function readNumber(field: FieldPlan, raw: unknown): unknown {
  const decimal = toDecimal(raw)
  if (decimal === undefined) return new Unfit('type', isInteger(field) ? 'invalid.integer' : 'invalid.number')
  const decimals = field.decimals ?? 0
  if (decimalsOf(decimal) > decimals) {
    // A rate is typed in per cent.
    const shown = field.type === 'percent' ? decimals - 2 : decimals
    return decimals === 0 ? new Unfit('type', 'invalid.integer') : new Unfit('decimals', 'invalid.decimals', { decimals: shown })
  }
  const limit = isInteger(field) ? MAX_INTEGER : largest(decimals)
  const max = field.max !== undefined && compareDecimals(field.max, limit) < 0 ? field.max : limit
  const min = field.min !== undefined && compareDecimals(field.min, `-${limit}`) > 0 ? field.min : `-${limit}`
  if (compareDecimals(decimal, min) < 0) return new Unfit('min', 'invalid.min', { min: boundText(field, min) })
  if (compareDecimals(decimal, max) > 0) return new Unfit('max', 'invalid.max', { max: boundText(field, max) })
  return isInteger(field) ? Number(decimal) : roundDecimal(decimal, decimals)
}

/** PostgreSQL knows no year 0; the last year is kept free, so that a day after every day and a moment in every zone have a place too. */
function hasPlace(text: string): boolean {
  return text >= '0001-01-02' && text < '9999'
}

/** What numeric(18, d) holds at most. */
function largest(decimals: number): string {
  return `${'9'.repeat(NUMERIC_DIGITS - decimals)}.${'9'.repeat(decimals)}`
}

/** A bound as the field itself is read: a rate in per cent, thousands commas. */
export function boundText({ type }: FieldPlan, bound: Decimal): string {
  return type === 'percent' ? formatPercent(bound, Math.max(decimalsOf(bound) - 2, 0)) : formatDecimal(bound, decimalsOf(bound))
}

/** A dictionary code, or the id or key of a row; whether the row exists is asked of the database. */
function readKey(field: FieldPlan, raw: unknown, checks: ValueChecks): unknown {
  // Acceptance C6: some clients send ids as numbers, which hold them exactly as far as they are safe integers.
  if (field.ref && field.ref.by === undefined && Number.isSafeInteger(raw)) return readKey(field, String(raw), checks)
  const wellFormed = typeof raw === 'string' && raw.length <= MAX_KEY && !/[\p{Cc}\p{Cs}]/u.test(raw)
  if (field.ref) {
    if (wellFormed && (field.ref.by !== undefined || ID.test(raw))) return raw
    return new Unfit('reference', 'invalid.reference')
  }
  if (wellFormed && checks.codes(field.dictionary ?? '').has(raw)) return raw
  return new Unfit('dictionary', 'invalid.dictionary', { value: wellFormed ? raw : typeof raw })
}

function readList(field: FieldPlan, raw: unknown, read: (item: unknown) => unknown): unknown {
  if (!Array.isArray(raw)) return new Unfit('type', 'invalid.list')
  if (raw.length > MAX_ITEMS) return new Unfit('maxCount', 'invalid.maxCount', { max: MAX_ITEMS })
  const items = raw.map(read)
  return (
    items.find((item) => item instanceof Unfit) ?? (new Set(items).size < items.length ? new Unfit('repeated', 'invalid.repeated') : items)
  )
}

/** The ids of the files; a page sends each with its name and size, which are known here already. */
function readFiles(field: FieldPlan, raw: unknown): unknown {
  if (!Array.isArray(raw)) return new Unfit('type', 'invalid.list')
  const max = field.maxCount ?? MAX_ITEMS
  if (raw.length > max) return new Unfit('maxCount', 'invalid.maxCount', { max })
  return readList(field, raw, (item) => {
    const id = typeof item === 'object' && item !== null ? (item as { id?: unknown }).id : item
    return typeof id === 'string' && /^[0-9a-f]{32}$/.test(id) ? id : new Unfit('file', 'invalid.file')
  })
}
