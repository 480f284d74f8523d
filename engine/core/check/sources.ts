import { specText } from '../../spec/messages'
import { byPlace, type SchemaProblem } from '../../spec/problem'
import type { LoadedSchemas } from '../../spec/load'
import type { ProductSources } from '../compile'
import { checkPerformedByCode } from './effects'
import { checkProduct } from './index'

export interface SourceOptions {
  /** System actions that code performs, as `task.run`. Without it, actions that nobody performs are not reported. */
  performedByCode?: ReadonlySet<string>
}

/**
 * From files to sources that can be compiled: the problems of the single files, and, when each of them is sound by itself, those that
 * show only together. `sources` is present when there are none.
 */
export function readSources(
  { files, problems }: LoadedSchemas,
  { performedByCode }: SourceOptions = {},
): { sources?: ProductSources; problems: SchemaProblem[] } {
  if (problems.length > 0) return { problems: [...problems].sort(byPlace) }
  const byKind = (kind: string) =>
    Object.fromEntries(files.filter((file) => file.kind === kind).map((file) => [file.key, file.json?.value]))
  const missing = ['product', 'menus', 'roles'].filter((kind) => !files.some((file) => file.kind === kind))
  if (missing.length > 0) {
    return {
      problems: missing.map((kind) => ({
        file: `schemas/${kind}.json`,
        line: 1,
        column: 1,
        code: 'missing-file',
        found: specText('file.missing'),
      })),
    }
  }
  // Each file has passed its meta-schema, from which these types are generated.
  const sources = {
    product: byKind('product')['product'],
    menus: byKind('menus')['menus'],
    roles: byKind('roles')['roles'],
    groups: byKind('group'),
    entities: byKind('entity'),
    dictionaries: byKind('dictionary'),
    screens: byKind('screen'),
    ledgers: byKind('ledger'),
    templates: byKind('templates'),
    ...(files.some(({ kind }) => kind === 'schedule') ? { schedule: byKind('schedule')['schedule'] } : {}),
  } as ProductSources
  const wrong = checkProduct(sources)
  const left = performedByCode && wrong.length === 0 ? checkPerformedByCode(sources, performedByCode) : []
  const findings = [...wrong, ...left].map((finding): SchemaProblem => {
    const file = files.find((candidate) => candidate.source === finding.source)
    const { code, found, allowed, suggestion, pointer, key, offset } = finding
    const place = (offset === undefined ? file?.json?.locate(pointer, key ? { key } : {}) : file?.json?.locateInside(pointer, offset)) ?? {
      line: 1,
      column: 1,
    }
    return {
      file: file?.path ?? finding.source,
      ...place,
      code,
      found,
      allowed,
      suggestion,
    }
  })
  return findings.length > 0 ? { problems: findings.sort(byPlace) } : { sources, problems: [] }
}
