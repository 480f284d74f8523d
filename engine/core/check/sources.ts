import { specText } from '../../spec/messages'
import { byPlace, type SchemaProblem } from '../../spec/problem'
import type { LoadedSchemas, SchemaFile } from '../../spec/schemaFiles'
import type { ProductSources } from '../compile'
import { noMemory, type SourcesMemory } from '../memory'
import { checkCodeNames, type CodeNames } from './codeNames'
import { checkPerformedByCode } from './effects'
import { withoutConsequences } from './causes'
import { checkProduct, type Finding } from './index'
import { waitingFiles } from './waiting'

export interface SourceOptions {
  /** System actions that code performs, as `task.run`. Without it, actions that nobody performs are not reported. */
  performedByCode?: ReadonlySet<string>
  /** Names that code has. Without it, names of code are not checked; the server starts with none that has no function. */
  codeNames?: CodeNames
  /** For who reads the same files again. */
  memory?: SourcesMemory
}

type Kind = SchemaFile['kind']

/** Files that every product has. */
const needed: readonly Kind[] = ['product', 'menus', 'roles']

/** What stands for a broken file in the check of the others: of its kind, and nothing in it. */
const nothing: Partial<Record<Kind, object>> = {
  group: {},
  entity: { title: '-', label: 'id', scope: 'global', fields: {} },
  dictionary: { title: '-', items: {} },
  menus: { menus: [] },
  roles: { roles: {} },
}

/** What is missed elsewhere where one of these is broken: findings of these codes, and unknown names of these kinds. */
const consequences: Partial<Record<Kind, readonly string[]>> = {
  menus: ['menu', 'route'],
  screen: ['page', 'route', 'screen', 'right', 'check.which-screen'],
  entity: ['check.unused'],
  group: ['check.unused'],
  dictionary: ['code'],
  schedule: ['check.daily-without-step', 'check.performed-by-nobody'],
}

/**
 * From files to sources that can be compiled: the problems of the single files, and those that show only together, of all that does not
 * build on a file that is wrong by itself. `sources` is present when there are none.
 */
export function readSources(
  { files, problems }: LoadedSchemas,
  { performedByCode, codeNames, memory }: SourceOptions = {},
): { sources?: ProductSources; problems: SchemaProblem[] } {
  const missing = needed
    .filter((kind) => !files.some((file) => file.kind === kind))
    .map((kind) => ({ file: `schemas/${kind}.json`, line: 1, column: 1, code: 'missing-file', found: specText('file.missing') }))
  const unnamed = codeNames ? checkCodeNames(files, codeNames).map((finding) => located(finding, files)) : []
  const own = [...problems, ...missing]
  // Without it nobody knows whose records are whose.
  if (!files.some(({ kind, json }) => kind === 'product' && json)) return { problems: [...own, ...unnamed].sort(byPlace) }

  const isSound = own.length === 0
  const read = sourcesOf(files)
  const sources = memory?.take(read) ?? read
  const check: Check = (some) => (some === files ? checkProduct(sources, memory) : checkProduct(sourcesOf(some)))
  const wrong = isSound ? findingsOf(files, check) : findingsOfSound(files, check)
  const left =
    performedByCode && isSound && wrong.length === 0
      ? (memory ?? noMemory).remember('check performed by code', () => checkPerformedByCode(sources, performedByCode))
      : []
  const found = [...withoutConsequences(wrong), ...left].map((finding) => located(finding, files))
  const all = [...own, ...unnamed, ...found].sort(byPlace)
  return all.length > 0 ? { problems: all } : { sources, problems: [] }
}

type Check = (files: readonly SchemaFile[]) => Finding[]

/** What an unknown group would bring is missed in every place, so that who includes it counts as broken. */
function findingsOf(files: readonly SchemaFile[], check: Check): Finding[] {
  const findings = check(files)
  const torn = findings.filter(({ what }) => what === 'group')
  if (torn.length === 0) return findings
  const sources = new Set(torn.map(({ source }) => source))
  return [
    ...torn,
    ...findingsOfSound(
      files.map((file) => (sources.has(file.source) ? withoutContent(file) : file)),
      check,
    ),
  ]
}

function withoutContent({ json: _wrong, ...file }: SchemaFile): SchemaFile {
  return file
}

function findingsOfSound(files: readonly SchemaFile[], check: Check): Finding[] {
  const broken = files.filter(({ json }) => !json)
  const waiting = waitingFiles(files, new Set(broken.map(({ source }) => source)))
  const absent = needed.filter((kind) => !files.some((file) => file.kind === kind && file.json))
  const silent = [...absent, ...broken.map(({ kind }) => kind)].flatMap((kind) => consequences[kind] ?? [])
  return check(files).filter(
    ({ source, entity, code, what }) =>
      !waiting.has(source) && !waiting.has(`entities/${entity}`) && !silent.includes(code) && !silent.includes(what ?? ''),
  )
}

/** The part of a file that sources are made of. */
interface SourceFile extends Pick<SchemaFile, 'kind' | 'key'> {
  json?: { value: unknown }
}

/** Each file has passed its meta-schema, from which these types are generated; the others say nothing. */
export function sourcesOf(files: readonly SourceFile[]): ProductSources {
  const byKind = (kind: Kind) =>
    Object.fromEntries(
      files.flatMap((file) => {
        const value = file.kind === kind ? (file.json?.value ?? nothing[kind]) : undefined
        return value === undefined ? [] : [[file.key, value]]
      }),
    )
  return {
    product: byKind('product')['product'],
    menus: byKind('menus')['menus'] ?? nothing.menus,
    roles: byKind('roles')['roles'] ?? nothing.roles,
    groups: byKind('group'),
    entities: byKind('entity'),
    dictionaries: byKind('dictionary'),
    screens: byKind('screen'),
    ledgers: byKind('ledger'),
    templates: byKind('templates'),
    ...(files.some(({ kind, json }) => kind === 'schedule' && json) ? { schedule: byKind('schedule')['schedule'] } : {}),
  } as ProductSources
}

function located(finding: Finding, files: readonly SchemaFile[]): SchemaProblem {
  const file = files.find((candidate) => candidate.source === finding.source)
  const { code, found, allowed, suggestion, pointer, key, offset } = finding
  const place = (offset === undefined ? file?.json?.locate(pointer, key ? { key } : {}) : file?.json?.locateInside(pointer, offset)) ?? {
    line: 1,
    column: 1,
  }
  return { file: file?.path ?? finding.source, ...place, code, found, allowed, suggestion }
}
