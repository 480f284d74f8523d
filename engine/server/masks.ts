/** Who sees a masked value whole, and what everybody else gets of it, in SQL and in memory. */
import { sql, type RawBuilder } from 'kysely'
import { asMasked, maskedText } from '../core/fields'
import { minHidden, hiddenPart } from '../core/fields/mask'
import { mayDo, type SubMenus } from '../core/permission'
import type { EntityPlan, FieldPlan, MaskPlan, ProductPlan } from '../core/plan'
import { rowsOf, type Fields, type Values } from '../core/record/values'
import type { Accepted } from './accepted'

/** Whether an account, by its rights, sees values of a mask whole. */
export type SeesWhole = (subMenus: SubMenus) => boolean

/**
 * Tells who sees the values of a mask whole: who has its right on a screen that shows all rows of the entity. A screen with a `where` shows some
 * of them only, so its right does not count. For rows of a line table the rights of their document count.
 */
export function seesWhole(
  plan: Pick<ProductPlan, 'screens'>,
  { name, linesOf }: Pick<EntityPlan, 'name' | 'linesOf'>,
  { unless }: MaskPlan,
): SeesWhole {
  if (unless === undefined) return () => false
  const entity = linesOf?.entity ?? name
  const screens = Object.values(plan.screens).filter((screen) => screen.entity === entity && screen.where === undefined)
  const codes = [...new Set(screens.map(({ menu }) => `${menu}_${unless}`))]
  return (subMenus) => codes.some((code) => mayDo(subMenus, code))
}

/** `maskedText` in SQL, without parameters. @param value a text */
export function maskedSql({ keep: [start, end] }: MaskPlan, value: RawBuilder<unknown>): RawBuilder<unknown> {
  const hidden = sql.lit(hiddenPart)
  const fewest = sql.lit(start + end + minHidden)
  return sql`(case when char_length(${value}) >= ${fewest} then left(${value}, ${sql.lit(start)}) || ${hidden} || right(${value}, ${sql.lit(end)}) when ${value} is not null then ${hidden} end)`
}

/** A value that was read whole, as the account may see it: masked unless it has the right. */
export function shownTo(
  plan: Pick<ProductPlan, 'screens'>,
  entity: EntityPlan,
  field: FieldPlan | undefined,
  value: unknown,
  subMenus: SubMenus,
): unknown {
  return field?.mask && !seesWhole(plan, entity, field.mask)(subMenus) ? asMasked(field, value) : value
}

/**
 * Replaces masked texts in a body by the stored values when they are exactly what the form was shown, so that a form can send them back unchanged.
 * Rows are matched by their ids. Any other text that looks masked is refused when the body is read.
 */
export function withStored({ fields, lines }: Accepted, body: Values, stored: Values): Values {
  const rows = Object.values(lines).flatMap(({ table, cells }): [string, unknown][] => {
    const submitted = Object.hasOwn(body, table.name) ? body[table.name] : undefined
    if (!Array.isArray(submitted) || masked(cells).length === 0) return []
    const known = new Map(rowsOf(stored, table.name).map((row) => [row['id'], row]))
    return [[table.name, submitted.map((row: unknown) => (isObject(row) ? putBack(cells, row, known.get(row['id']) ?? {}) : row))]]
  })
  return { ...putBack(fields, body, stored), ...Object.fromEntries(rows) }
}

function putBack(fields: Fields, submitted: Values, stored: Values): Values {
  const back = masked(fields).flatMap(({ name, mask }): [string, unknown][] => {
    const [value, whole] = [Object.hasOwn(submitted, name) ? submitted[name] : undefined, stored[name]]
    const isShown = typeof value === 'string' && typeof whole === 'string' && value.trim() === maskedText(mask, whole)
    return isShown ? [[name, whole]] : []
  })
  return back.length === 0 ? submitted : { ...submitted, ...Object.fromEntries(back) }
}

function masked(fields: Fields): (FieldPlan & { mask: MaskPlan })[] {
  return Object.values(fields).flatMap((field) => (field.mask ? [{ ...field, mask: field.mask }] : []))
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
