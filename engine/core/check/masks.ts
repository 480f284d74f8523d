import type { Entity, Field } from '../../spec/generated/entity'
import { resolveGroups, type ProductSources, type ResolvedEntity } from '../compile'
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

/** Checks the masks of an entity and its line tables: a masked field is stored, and is not the label. */
export function checkMasks(name: string, own: Entity, entity: ResolvedEntity, report: Report): void {
  const source = `entities/${name}`
  const masks = masksOf(own, entity)
  if (masks.length > 0 && maskOf(entity.fields[entity.label])) report.add(source, '/label', 'check.mask-label', { name: entity.label })
  for (const { key, field, place } of masks)
    if (field.secret || field.value !== undefined || field.query !== undefined)
      report.add(source, place, 'check.mask-kept', { name: key }, { key: true })
}

/** The right to read what a mask hides exists on some screen of the entity. */
export function checkMaskRights(sources: ProductSources, report: Report): void {
  for (const [name, own] of Object.entries(sources.entities))
    for (const { mask, isOwn, place } of masksOf(own, resolveGroups(name, own, sources))) {
      if (mask.unless === undefined) continue
      const known = Object.values(sources.screens).flatMap((screen) =>
        screen.entity === name && screen.endpoints.where === undefined ? [...codesOf(screen)] : [],
      )
      report.known(`entities/${name}`, isOwn ? `${place}/unless` : place, 'right', mask.unless, new Set(known))
    }
}

interface Masked {
  key: string
  field: Field
  mask: NonNullable<ReturnType<typeof maskOf>>
  /** It stands in the entity's own file, not in a group. */
  isOwn: boolean
  place: string
}

function masksOf(own: Entity, entity: ResolvedEntity): Masked[] {
  // A view over lines shows rows of a line table, which have the masks of their document.
  if (own.view !== undefined && isLinesView(own.view)) return []
  const among = (at: string, fields: Record<string, Field>, said: Record<string, Field> | undefined): Masked[] =>
    Object.entries(fields).flatMap(([key, field]) => {
      const mask = maskOf(field)
      const isOwn = said !== undefined && Object.hasOwn(said, key)
      return mask ? [{ key, field, mask, isOwn, place: isOwn ? `${at}/${key}/mask` : '/include' }] : []
    })
  const lines = Object.entries(entity.lines ?? {})
  return [
    ...among('/fields', entity.fields, own.fields),
    ...lines.flatMap(([key, line]) => among(`/lines/${key}/fields`, line.fields, own.lines?.[key]?.fields)),
  ]
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
