import { messageText, type MessageCode } from '../messages'
import { nearest } from '../../spec/nearest'

/** A mistake that only shows when schema files are read together; the place is a JSON pointer into one of them. */
export interface Finding {
  /** `entities/book`, `screens/base/book`, `menus` …: folder and key of the source. */
  source: string
  pointer: string
  /** Point at the key instead of the value. */
  key?: boolean
  /** Offset inside the text value, for expressions. */
  offset?: number
  code: string
  found: string
  allowed?: string
  suggestion?: string
}

export class Report {
  readonly findings: Finding[] = []

  add(source: string, pointer: string, code: MessageCode, params: Record<string, unknown>, more: Partial<Finding> = {}): void {
    this.findings.push({ source, pointer, code, found: messageText(code, params), ...more })
  }

  /** Reports a name that is not among the known ones, with the nearest. Answers whether it is known. */
  known(source: string, pointer: string, what: string, name: string, among: Iterable<string>, more: Partial<Finding> = {}): boolean {
    const names = [...among]
    if (names.includes(name)) return true
    const suggestion = nearest(name, names)
    const allowed = names.length > 0 && names.length <= 30 ? { allowed: names.join(', ') } : {}
    this.add(source, pointer, 'check.unknown', { what, name }, { ...allowed, ...(suggestion ? { suggestion } : {}), ...more })
    return false
  }
}
