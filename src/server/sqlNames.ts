import { sql, type RawBuilder, type SelectType } from 'kysely'
import type { Tables } from './generated/tables'

type Column<T extends keyof Tables> = keyof Tables[T] & string

/** A table with an alias, for SQL that is written by hand. The name of a column that no longer exists does not compile. */
export interface Aliased<T extends keyof Tables> {
  /** What follows FROM: the table and its alias. */
  from: RawBuilder<unknown>
  column: <C extends Column<T>>(name: C) => RawBuilder<SelectType<Tables[T][C]>>
  /** The condition that a column has a value. The value becomes part of the SQL text, so this is for codes, not for what users type. */
  is: <C extends Column<T>>(name: C, value: SelectType<Tables[T][C]>) => RawBuilder<boolean>
}

export function aliased<T extends keyof Tables>(table: T, alias: string): Aliased<T> {
  const column: Aliased<T>['column'] = (name) => sql.ref(`${alias}.${name}`)
  return {
    from: sql`${sql.table(table)} as ${sql.ref(alias)}`,
    column,
    is: (name, value) => sql`${column(name)} = ${sql.lit(value)}`,
  }
}
