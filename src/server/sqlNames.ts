import { sql, type RawBuilder, type SelectType } from 'kysely'
import type { Tables } from './generated/tables'

type Column<T extends keyof Tables> = keyof Tables[T] & string

/** A table under an alias, in SQL that is written by hand. A name that no column has any more does not compile. */
export interface Aliased<T extends keyof Tables> {
  /** Stands after FROM. */
  from: RawBuilder<unknown>
  column: <C extends Column<T>>(name: C) => RawBuilder<SelectType<Tables[T][C]>>
  /** The condition that a column has a value, which is written into the SQL: for codes, not for what users type. */
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
