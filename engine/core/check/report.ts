import type { ProductSources } from '../sources/sources'
import { schemaText, type SchemaCode } from '../schemaMessages'
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
  /** It is only so where this entity includes the group. */
  entity?: string
  /** Of an unknown name: what it should be the name of, and the name. */
  what?: string
  name?: string
  found: string
  allowed?: string
  suggestion?: string
}

/** Known names; a map stands for its keys. */
export type Names = Iterable<string> | Readonly<Record<string, unknown>>

export class Report {
  readonly findings: Finding[]
  /** What is checked; absent where expressions stand alone. */
  readonly sources: ProductSources | undefined
  readonly #entity: string | undefined

  constructor(sources?: ProductSources, findings: Finding[] = [], entity?: string) {
    this.sources = sources
    this.findings = findings
    this.#entity = entity
  }

  /** For findings that are looked at before they are told. */
  apart(): Report {
    return new Report(this.sources)
  }

  /** For what is wrong in a group only where this entity includes it: told once, whichever entities show it, and with the entity's name. */
  inEntity(entity: string): Report {
    return new Report(this.sources, this.findings, entity)
  }

  add(source: string, pointer: string, code: SchemaCode, params: Record<string, unknown>, more: Partial<Finding> = {}): void {
    this.push({ source, pointer, code, found: schemaText(code, params), ...more })
  }

  push(finding: Finding): void {
    if (this.#entity === undefined) {
      this.findings.push(finding)
      return
    }
    const { source, pointer, offset, code } = finding
    const known = this.findings.some(
      (other) => other.source === source && other.pointer === pointer && other.offset === offset && other.code === code,
    )
    if (!known)
      this.findings.push({
        ...finding,
        entity: this.#entity,
        found: schemaText('check.in-entity', { found: finding.found, entity: this.#entity }),
      })
  }

  /** Reports a name that is not among the known ones (a map: its keys), with the nearest. Returns whether it is known. */
  known(source: string, pointer: string, what: string, name: string, among: Names, more: Partial<Finding> = {}): boolean {
    // A set or a map is asked, not copied: that of all entities is asked by each of their references.
    if (among instanceof Set ? among.has(name) : !isIterable(among) && Object.hasOwn(among, name)) return true
    const names = isIterable(among) ? [...among] : Object.keys(among)
    if (names.includes(name)) return true
    const allowed = names.length > 0 && names.length <= 30 ? names.join(', ') : undefined
    this.add(source, pointer, 'check.unknown', { what, name }, { allowed, suggestion: nearest(name, names), what, name, ...more })
    return false
  }
}

function isIterable(names: Names): names is Iterable<string> {
  return Symbol.iterator in names
}
