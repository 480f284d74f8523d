import type { Entity, Field } from '../../spec/generated/entity'
import type { ProductSources, ResolvedEntity } from '../compile'
import { codesOf } from './codes'
import { isLinesView } from '../sources/linesView'
import type { Finding, Report } from './report'

/** The mask of a field; undefined for a field that is shown whole. */
export function maskOf(field: Field | undefined): Extract<Field, { type: 'text' }>['mask'] {
  return field && 'mask' in field ? field.mask : undefined
}

/**
 * Reports a secret, masked or internal field where it would be used to filter, to sort, to count or to fill other fields, because the answers
 * would reveal what is not shown.
 * @returns whether the field was reported
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
  else if (field?.internal) report.add(source, pointer, 'check.internal', { name }, more)
  else return false
  return true
}

/**
 * Whether a field may be filled from another. From a masked one only when it is masked itself, and not typed: a form would send back the masked text.
 */
export function isFilledWhole(ours: Field | undefined, theirs: Field | undefined): boolean {
  return maskOf(theirs) === undefined || (ours?.system === true && maskOf(ours) !== undefined)
}

/** Checks the masks of an entity and its line tables: a masked field is stored, is not the label, and its right exists on some screen. */
export function checkMasks(name: string, own: Entity, entity: ResolvedEntity, sources: ProductSources, report: Report): void {
  // A view over lines shows rows of a line table, which have the masks of their document.
  if (own.view !== undefined && isLinesView(own.view)) return
  const source = `entities/${name}`
  if (maskOf(entity.fields[entity.label])) report.add(source, '/label', 'check.mask-label', { name: entity.label })
  const check = (at: string, fields: Record<string, Field>, own: Record<string, Field> | undefined): void => {
    for (const [key, field] of Object.entries(fields)) {
      const mask = maskOf(field)
      if (!mask) continue
      const isOwn = own !== undefined && Object.hasOwn(own, key)
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

/** Each further right of a screen must be named by some mask, where no code asks for it, and must not have the name of a button. */
export function checkRights(id: string, sources: ProductSources, report: Report): void {
  const screen = sources.screens[id]
  if (!screen?.rights && !screen?.programRights) return
  const of = [sources.entities[screen.entity], ...Object.values(sources.groups)]
  const fields = of.flatMap((part) => [part?.fields ?? {}, ...Object.values(part?.lines ?? {}).map((line) => line.fields ?? {})])
  const asked = new Set(fields.flatMap((each) => Object.values(each).flatMap((field) => maskOf(field)?.unless ?? [])))
  const buttons = codesOf({ ...screen, rights: undefined, programRights: undefined })
  const { rights = {}, programRights = {} } = screen
  for (const code of Object.keys(programRights)) {
    const at = `/programRights/${code}`
    const other = buttons.has(code) ? 'actions' : Object.hasOwn(rights, code) ? 'rights' : undefined
    if (other !== undefined) report.add(`screens/${id}`, at, 'check.twice', { name: code, other }, { key: true })
  }
  for (const code of Object.keys(rights)) {
    const at = `/rights/${code}`
    if (buttons.has(code)) report.add(`screens/${id}`, at, 'check.twice', { name: code, other: 'actions' }, { key: true })
    else if (!asked.has(code)) report.add(`screens/${id}`, at, 'check.unused', { what: 'right', name: code }, { key: true })
  }
}
