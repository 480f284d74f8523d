import { isBlank } from '../../../core/fields'
import type { ScanPlan } from '../../../core/plan'
import type { Values } from '../../../core/record/values'

/** A reader sends its keys in a few milliseconds each, one that is slow over radio in some fifty; fingers need more for each of four and Enter. */
const MAX_GAP_MS = 80
/** Fingers do type two or three keys at once. */
const MIN_LENGTH = 4

type Key = Pick<KeyboardEvent, 'key' | 'timeStamp' | 'target' | 'ctrlKey' | 'altKey' | 'metaKey' | 'isComposing'>

export interface Scanned {
  code: string
  /** Where its first key went, and what stood there before. */
  target: EventTarget | null
  before: string | undefined
}

/** Listens to keys, and tells at the Enter after a burst what a barcode reader has sent. */
export function scanReader(): (key: Key) => Scanned | undefined {
  let read: Scanned = nothing
  let last = Number.NEGATIVE_INFINITY

  return ({ key, timeStamp, target, ctrlKey, altKey, metaKey, isComposing }) => {
    // A capital is sent with its Shift.
    if (key === 'Shift') return undefined
    const isNext = timeStamp - last <= MAX_GAP_MS
    const before = isNext ? read : nothing
    last = timeStamp
    read = nothing
    if (ctrlKey || altKey || metaKey || isComposing) return undefined
    if (key === 'Enter') return before.code.length >= MIN_LENGTH ? before : undefined
    if (key.length === 1) read = before === nothing ? { code: key, target, before: textOf(target) } : { ...before, code: before.code + key }
    return undefined
  }
}

const nothing: Scanned = { code: '', target: null, before: undefined }

function textOf(target: EventTarget | null): string | undefined {
  return target instanceof HTMLInputElement ? target.value : undefined
}

/** Index of the row that a code means, -1 for none; of several the first that is not filled yet. */
export function rowOfCode(rows: readonly Values[], { by, to }: ScanPlan, code: string): number {
  const wanted = plain(code)
  if (wanted === '') return -1
  const matches = rows.flatMap((row, index) => (by.some(({ name }) => plain(row[name]) === wanted) ? [index] : []))
  return matches.find((index) => isBlank(rows[index]?.[to])) ?? matches[0] ?? -1
}

function plain(text: unknown): string {
  return typeof text === 'string' ? text.normalize('NFKC').trim().toLowerCase() : ''
}
