import type { SchemaFile } from '../../spec/schemaFiles'
import type { SchemaKind } from '../../spec/metaSchemas'
import { engineCells } from '../cellNames'
import { engineSteps } from '../engineSteps'
import { fieldTypes } from '../fields/schemas'
import { nearest } from '../../spec/nearest'
import { schemaText } from '../schemaMessages'
import { Report, type Finding } from './report'

/** What schemas name and code performs: by the code's own words for it, the names that it has. */
export type CodeNames = Readonly<Record<CodeKind, readonly string[]>>

export type CodeKind =
  | 'save'
  | 'saved'
  | 'remove'
  | 'action'
  | 'refresh'
  | 'offer'
  | 'line'
  | 'queries'
  | 'views'
  | 'handlers'
  | 'steps'
  | 'formats'
  | 'shapes'
  | 'refusals'
  | 'cells'
  | 'inputs'
  | 'widgets'
  | 'pages'

interface Naming {
  of: readonly SchemaKind[]
  at: RegExp
  kind: CodeKind
  /** Names that the engine itself has code for. */
  engine?: readonly string[]
}

const documents = ['entity', 'group'] as const
const anyField = ['entity', 'group', 'screen'] as const

/** Where a schema names code. A place that is not here takes no such name. */
const namings: readonly Naming[] = [
  { of: documents, at: /^\/rules\/save$/, kind: 'save' },
  { of: documents, at: /^\/rules\/saved$/, kind: 'saved' },
  { of: documents, at: /^\/rules\/remove$/, kind: 'remove' },
  { of: documents, at: /^\/rules\/refresh$/, kind: 'refresh' },
  { of: documents, at: /^\/rules\/offer$/, kind: 'offer' },
  { of: documents, at: /^\/actions\/[^/]+\/rule$/, kind: 'action' },
  { of: documents, at: /^\/view$/, kind: 'views' },
  { of: documents, at: /^(?:\/lines\/[^/]+)?\/fields\/[^/]+\/query$/, kind: 'queries' },
  { of: anyField, at: /\/(?:fields|ask|fill|params|query|body|answer)\/[^/]+\/format$/, kind: 'formats' },
  { of: anyField, at: /\/(?:fields|ask|fill|params|query|body|answer)\/[^/]+\/shape$/, kind: 'shapes' },
  { of: anyField, at: /\/sumOf\/refusal$/, kind: 'refusals' },
  { of: ['ledger'], at: /^\/short$|^\/limits\/\d+\/refusal$/, kind: 'refusals' },
  { of: ['schedule'], at: /^\/steps\/[^/]+\/handler$/, kind: 'steps', engine: engineSteps },
  { of: ['screen'], at: /^\/endpoints\/extra\/[^/]+\/handler$/, kind: 'handlers' },
  { of: ['screen'], at: /^\/actions\/[^/]+\/(?:into|complete)\/rule$/, kind: 'line' },
  { of: ['screen'], at: /^\/actions\/[^/]+\/widget$|^\/pages\/[^/]+\/tabs\/[^/]+\/widget$/, kind: 'widgets' },
  { of: ['screen'], at: /^\/pages\/[^/]+\/widget$/, kind: 'pages' },
  { of: ['screen'], at: /\/columns\/\d+\/as$/, kind: 'cells', engine: [...engineCells, ...fieldTypes] },
  { of: ['screen'], at: /^\/pages\/[^/]+\/sections\/[^/]+(?:\/fields)?\/\d+\/as$/, kind: 'inputs', engine: [...engineCells] },
]

const naming = /\/(?:save|saved|remove|refresh|offer|rule|view|query|format|shape|refusal|short|handler|widget|as)$/

/** What kind of code a file of this kind names at a place; undefined where it names none. */
export function codeKindAt(kind: SchemaKind, pointer: string): CodeKind | undefined {
  // Most texts stand where no code is named.
  return naming.test(pointer) ? namings.find(({ of, at }) => of.includes(kind) && at.test(pointer))?.kind : undefined
}

/** The names of a kind: those that the product's code has, and those of the engine's own. */
export function codeNamesOf(kind: CodeKind, names: CodeNames): string[] {
  return [...names[kind], ...namings.flatMap((each) => (each.kind === kind ? (each.engine ?? []) : []))]
}

/** Names of functions, refusals, widgets … that no code has. */
export function checkCodeNames(files: readonly SchemaFile[], names: CodeNames): Finding[] {
  const inTexts = found.get(names) ?? new WeakMap<object, Finding[]>()
  found.set(names, inTexts)
  return files.flatMap((file) => {
    if (!file.json) return []
    const findings = inTexts.get(file.json) ?? findingsIn(file, names)
    inTexts.set(file.json, findings)
    return findings
  })
}

/** A text that has not changed has the same names of code in it. */
const found = new WeakMap<CodeNames, WeakMap<object, Finding[]>>()

function findingsIn({ kind, source, json }: SchemaFile, names: CodeNames): Finding[] {
  const report = new Report()
  if (json)
    eachText(json.value, '', (pointer, text) => {
      const code = codeKindAt(kind, pointer)
      if (!code) return
      const known = codeNamesOf(code, names)
      if (known.includes(text)) return
      const params = { what: schemaText(`check.code-${code}`), name: text }
      const allowed = known.length <= 30 ? known.join(', ') : undefined
      report.add(source, pointer, 'check.unknown-code', params, { allowed, suggestion: nearest(text, known), name: text })
    })
  return report.findings
}

function eachText(value: unknown, pointer: string, visit: (pointer: string, text: string) => void): void {
  if (typeof value === 'string') visit(pointer, value)
  else if (typeof value === 'object' && value !== null)
    for (const [key, part] of Object.entries(value)) eachText(part, `${pointer}/${key.replace(/~/g, '~0').replace(/\//g, '~1')}`, visit)
}
