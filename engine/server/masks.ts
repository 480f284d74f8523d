/** Who sees a masked value whole, and what everybody else gets of it, in SQL and in memory. */
import { sql, type RawBuilder } from 'kysely'
import { asMasked, maskedText } from '../core/fields'
import { fewestHidden, hiddenPart, type MaskPlan } from '../core/fields/mask'
import { mayDo, type SubMenus } from '../core/permission'
import type { EntityPlan, FieldPlan, ProductPlan } from '../core/plan'
import { rowsOf, type Fields, type Values } from '../core/record/values'
import type { Accepted } from './write/body'

/** Whether an account has the right that a mask names; without an account nobody has. */
export type SeesWhole = (subMenus: SubMenus) => boolean

/**
 * The right is one of a screen that shows all rows of the entity: one that shows some of them only says nothing about the others. Rows of a
 * line table are seen as their document.
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
  const fewest = sql.lit(start + end + fewestHidden)
  return sql`(case when char_length(${value}) >= ${fewest} then left(${value}, ${sql.lit(start)}) || ${hidden} || right(${value}, ${sql.lit(end)}) when ${value} is not null then ${hidden} end)`
}

/** A value that is answered from memory, as the account may see it. */
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
 * A body with what came back as it was shown replaced by what is stored, so that a form may send what it was given. Rows are found by their ids.
 * Whatever else looks like a masked value is refused where it is read.
 */
export function withStored({ fields, lines }: Accepted, body: Values, stored: Values): Values {
  const rows = Object.values(lines).flatMap(({ table, cells }): [string, unknown][] => {
    const said = Object.hasOwn(body, table.name) ? body[table.name] : undefined
    if (!Array.isArray(said) || masked(cells).length === 0) return []
    const known = new Map(rowsOf(stored, table.name).map((row) => [row['id'], row]))
    return [[table.name, said.map((row: unknown) => (isObject(row) ? putBack(cells, row, known.get(row['id']) ?? {}) : row))]]
  })
  return { ...putBack(fields, body, stored), ...Object.fromEntries(rows) }
}

function putBack(fields: Fields, said: Values, stored: Values): Values {
  const back = masked(fields).flatMap(({ name, mask }): [string, unknown][] => {
    const [value, whole] = [Object.hasOwn(said, name) ? said[name] : undefined, stored[name]]
    const isShown = typeof value === 'string' && typeof whole === 'string' && value.trim() === maskedText(mask, whole)
    return isShown ? [[name, whole]] : []
  })
  return back.length === 0 ? said : { ...said, ...Object.fromEntries(back) }
}

function masked(fields: Fields): (FieldPlan & { mask: MaskPlan })[] {
  return Object.values(fields).flatMap((field) => (field.mask ? [{ ...field, mask: field.mask }] : []))
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
