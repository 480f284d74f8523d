import type { Entity, Field } from '../../spec/generated/entity'
import type { ProductSources, ResolvedEntity } from '../compile'
import { codesOf } from './codes'
import { isLinesView } from '../compile/linesView'
import type { Finding, Report } from './report'

/** As `mask` of a field; undefined for one that is shown whole. */
export function maskOf(field: Field | undefined): Extract<Field, { type: 'text' }>['mask'] {
  return field && 'mask' in field ? field.mask : undefined
}

/**
 * Reports a field by which nothing may be asked, ordered or filled, because who asks would learn what is not shown: a secret, or a value of which a
 * part is shown. Answers whether it did.
 */
export function isUnasked(
  report: Report,
  source: string,
  pointer: string,
  name: string,
  field: Field | undefined,
  more: Partial<Finding> = {},
): boolean {
  if (field?.secret) report.add(source, pointer, 'check.secret', { name }, more)
  else if (maskOf(field)) report.add(source, pointer, 'check.masked', { name }, more)
  else return false
  return true
}

/** What is filled from a masked field is masked itself, and not typed: a form would send back the part that it was shown. */
export function isFilledWhole(ours: Field | undefined, theirs: Field | undefined): boolean {
  return maskOf(theirs) === undefined || (ours?.system === true && maskOf(ours) !== undefined)
}

/** Masks of an entity and its line tables: of values that are kept, that name no record, and that some role can be given to see. */
export function checkMasks(name: string, own: Entity, entity: ResolvedEntity, sources: ProductSources, report: Report): void {
  // Rows of a line table are masked as their document says.
  if (own.view !== undefined && isLinesView(own.view)) return
  const source = `entities/${name}`
  if (maskOf(entity.fields[entity.label])) report.add(source, '/label', 'check.mask-label', { name: entity.label })
  const check = (at: string, fields: Record<string, Field>, said: Record<string, Field> | undefined): void => {
    for (const [key, field] of Object.entries(fields)) {
      const mask = maskOf(field)
      if (!mask) continue
      const isOwn = said !== undefined && Object.hasOwn(said, key)
      const place = isOwn ? `${at}/${key}/mask` : '/include'
      if (field.secret || field.value !== undefined || field.query !== undefined)
        report.add(source, place, 'check.mask-kept', { name: key }, { key: true })
      if (mask.unless === undefined) continue
      const known = Object.values(sources.screens).flatMap((screen) =>
        screen.entity === name && screen.endpoints.where === undefined ? [...codesOf(screen)] : [],
      )
      report.known(source, isOwn ? `${place}/unless` : place, 'right', mask.unless, new Set(known))
    }
  }
  check('/fields', entity.fields, own.fields)
  for (const [key, line] of Object.entries(entity.lines ?? {})) check(`/lines/${key}/fields`, line.fields, own.lines?.[key]?.fields)
}

/** A right belongs to no button, and some mask asks for it. */
export function checkRights(id: string, sources: ProductSources, report: Report): void {
  const screen = sources.screens[id]
  if (!screen?.rights) return
  const of = [sources.entities[screen.entity], ...Object.values(sources.groups)]
  const fields = of.flatMap((part) => [part?.fields ?? {}, ...Object.values(part?.lines ?? {}).map((line) => line.fields ?? {})])
  const asked = new Set(fields.flatMap((each) => Object.values(each).flatMap((field) => maskOf(field)?.unless ?? [])))
  const buttons = codesOf({ ...screen, rights: undefined })
  for (const code of Object.keys(screen.rights)) {
    const at = `/rights/${code}`
    if (buttons.has(code)) report.add(`screens/${id}`, at, 'check.twice', { name: code, other: 'actions' }, { key: true })
    else if (!asked.has(code)) report.add(`screens/${id}`, at, 'check.unused', { what: 'right', name: code }, { key: true })
  }
}
