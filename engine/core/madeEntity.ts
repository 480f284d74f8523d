/** What the server makes of an entity, in words that a person reads beside its schema: its tables, and the types of its records. */
export interface MadeEntity {
  entity: string
  /** Why drafts made nothing; then all else is of what runs. */
  problems: string[]
  /** A read model has none. Of drafts, with a mark on what differs from what runs. */
  tables: MadeTable[]
  types: { running: string; draft: string }
  /** What leads from the tables that run, of all entities, to those of the drafts. */
  migration: MadeMigration
}

export interface MadeTable {
  name: string
  change?: MadeChange
  columns: MadeColumn[]
  parts: MadePart[]
}

/** Against what runs. */
export type MadeChange = 'new' | 'changed' | 'gone'

export interface MadeColumn {
  name: string
  type: string
  nullable: boolean
  /** Numbered, computed or filled in by the database: SQL. */
  filled?: string
  change?: MadeChange
  /** SQL of the column that runs, where it is another one. */
  was?: string
}

/** A key, an index or a check. */
export interface MadePart {
  kind: 'primaryKey' | 'unique' | 'index' | 'foreignKey' | 'check' | 'appendOnly'
  name: string
  /** SQL that makes it. */
  sql: string
  change?: MadeChange
}

export interface MadeMigration {
  statements: string[]
  /** What loses data or protection, which no migration does by itself. */
  destructive: string[]
}

/** The most drafts that are sent at once, and how long each may be. */
export const madeLimits = { drafts: 40, characters: 400_000, bytes: 2_000_000 }
