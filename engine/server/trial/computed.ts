import { displaysOf } from '../../core/compile'
import { isDecimal, roundDecimal } from '../../core/decimal'
import { isAttached } from '../../core/fields'
import { isBuiltIn } from '../../core/record/difference'
import type { FieldPlan, ScreenPlan } from '../../core/plan'
import { byName, rowsOf, type Fields, type Values } from '../../core/record/values'
import type { TryResponse } from '../../core/wire'
import { shownTo } from '../masks'
import { isShown } from '../outside'
import type { WriteContext } from '../record/context'

/**
 * What a save would compute, as far as the screen shows it: of the record and of its rows the fields that nobody types, with what references
 * among them are called.
 */
export function computedOf({ writing, user }: WriteContext, screen: ScreenPlan, values: Values): Pick<TryResponse, 'values' | 'lines'> {
  const entity = writing.entity(screen.entity)
  const { recordFields, recordLines } = screen.access
  const fields = recordFields.filter((name) => {
    const field = entity.fields[name] ?? entity.fields[entity.displays[name] ?? '']
    // Number and state come of being saved.
    return field && isComputed(field) && isShown(field, user) && name !== entity.serial?.field && name !== entity.statusField
  })
  const shown: Shown = (field, value) => shownTo(writing.services.plan, entity, field, value, user.subMenus)
  const lines = recordLines.flatMap((name): [string, Values[]][] => {
    const table = entity.lines[name]
    if (!table) return []
    const columns = Object.values(table.fields).filter(
      (field) => !field.secret && !isAttached(field) && isShown(field, user) && (table.system || isComputed(field)),
    )
    const own = byName(columns)
    const names = [...Object.keys(own), ...Object.keys(displaysOf(own))]
    return [[name, rowsOf(values, name).map((row) => pick(row, names, table.fields, shown))]]
  })
  return { values: pick(values, fields, entity.fields, shown), lines: Object.fromEntries(lines) }
}

function isComputed(field: FieldPlan): boolean {
  // What only the database computes is there when the record is saved.
  return field.readOnly && !field.secret && !isAttached(field) && field.query === undefined && !isBuiltIn(field.name)
}

/** A value as the account may see it. */
type Shown = (field: FieldPlan | undefined, value: unknown) => unknown

/** What a rule has computed for half a record has not been read as a value of its field. */
function pick(values: Values, names: readonly string[], fields: Fields, shown: Shown): Values {
  return Object.fromEntries(
    names.map((name) => {
      const value = values[name] ?? null
      const decimals = fields[name]?.decimals ?? 0
      return [name, decimals > 0 && isDecimal(value) ? roundDecimal(value, decimals) : shown(fields[name], value)]
    }),
  )
}
