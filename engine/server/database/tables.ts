/** What tables there should be, as plain data: made from the entities, kept in a migration folder's snapshot, compared by `diffTables`. */
export interface TableDefinition {
  name: string
  columns: ColumnDefinition[]
  primaryKey: string[]
  /** With `where` (SQL): unique among the rows that fulfil it. `nulls`: empty values count as equal; without it they differ. */
  unique: { name: string; columns: string[]; where?: string; nulls?: 'equal' }[]
  /** `gin` finds rows by members of an array column. */
  /** `descending`: the greatest first, and empty ones of the first column last, which no index in the usual order gives from either end. */
  indexes: { name: string; columns: string[]; where?: string; using?: 'gin'; descending?: true }[]
  /**
   * Checked at once, or at the end of a transaction that defers them (`set constraints all deferred`). `cascade`: goes with what it refers
   * to.
   */
  foreignKeys: { name: string; columns: string[]; references: { table: string; columns: string[] }; onDelete?: 'cascade' }[]
  /** `sql` is a condition over the row's columns. */
  checks: { name: string; sql: string }[]
  /** UPDATE, DELETE and TRUNCATE are refused by the database itself. */
  appendOnly?: boolean
}

export interface ColumnDefinition {
  name: string
  type: ColumnType
  nullable: boolean
  /** SQL. */
  default?: string
  /** SQL over the row's columns: the database computes it, and keeps it. */
  generated?: string
  /** Numbered by the database; a value of one's own is refused. */
  identity?: boolean
}

export type ColumnType =
  'bigint' | 'integer' | `numeric(${number},${number})` | 'text' | 'boolean' | 'date' | 'timestamptz' | 'jsonb' | 'text[]' | 'bigint[]'
