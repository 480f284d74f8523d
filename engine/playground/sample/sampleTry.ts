/** What a save of a form would compute, as far as the schema alone says it: rules and SQL are the server's. */
import { isAttached } from '../../core/fields'
import type { EntityPlan, ScreenPlan } from '../../core/plan'
import { complete } from '../../core/record/defaults'
import { computeFormulas, isComputed } from '../../core/record/formulas'
import { readOf, readOfRow, type Environment } from '../../core/record/scope'
import { rowsOf, type Fields, type Values } from '../../core/record/values'
import type { RecordValues, TryResponse } from '../../core/wire'

/** @param record as it is stored; absent: a new one */
export function trySave(
  { access }: Pick<ScreenPlan, 'access'>,
  entity: EntityPlan,
  body: Values,
  record: RecordValues | undefined,
  environment: Environment,
): TryResponse {
  const lines = access.recordLines.filter((name) => entity.lines[name])
  const rows = Object.fromEntries(
    lines.map((name) => [name, rowsOf(Object.hasOwn(body, name) ? body : (record ?? {}), name).map((row) => ({ ...row }))]),
  )
  const values: Values = { ...record, ...body, ...rows }
  if (!record) {
    complete(entity.fields, values, new Set(Object.keys(body)), readOf(values), environment)
    for (const name of lines) {
      const fields = entity.lines[name]?.fields ?? {}
      for (const row of rowsOf(values, name))
        complete(fields, row, new Set(Object.keys(row)), readOfRow(fields, row, readOf(values)), environment)
    }
  }
  computeFormulas(entity, values, environment)
  return {
    asOf: environment.now,
    problems: [],
    values: computedPart(entity.fields, values, (name) => access.recordFields.includes(name)),
    lines: Object.fromEntries(
      lines.map((name) => [name, rowsOf(values, name).map((row) => computedPart(entity.lines[name]?.fields ?? {}, row, () => true))]),
    ),
  }
}

function computedPart(fields: Fields, values: Values, isShown: (name: string) => boolean): Values {
  const names = Object.values(fields).filter((field) => isComputed(field) && !field.secret && !isAttached(field) && isShown(field.name))
  return Object.fromEntries(names.map(({ name }) => [name, values[name] ?? null]))
}
