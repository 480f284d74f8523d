import type { RawBuilder } from 'kysely'
import type { Titles } from '../../core/fields'
import type { DictionaryPlan, EntityPlan, FieldPlan } from '../../core/plan'
import type { ColumnType } from '../database/tables'
import type { Cell } from '../xlsx'
import type { JsonSchema } from '../jsonSchema'

/** One kind of value on the server. */
export interface ServerType {
  /** Its place in a row; undefined for attachments, which have none. */
  row: RowType | undefined
  /** A value of a query string, whose values are all texts; what it cannot mean is handed on, and its check says what is wrong. */
  fromQuery: (text: unknown) => unknown
  sheet: SheetType
  /** The type of one value in the TypeScript that rules are written in (documentTypes). */
  script: (field: FieldPlan, titles: Pick<Titles, 'dictionaries'>) => string
  /** One value in the contract. */
  schema: (field: FieldPlan, titles: Titles) => JsonSchema
}

/** A kind of value as a column of a table. */
export interface RowType {
  /** Of fields with several values the type of the list. */
  column: (field: FieldPlan) => ColumnType
  /** As a parameter of the statement that writes it; never null. */
  encode: (value: unknown) => unknown
  /**
   * SQL of a value as it is on the wire; what JSON writes in the right form by itself stays as it is.
   * @param exact it comes from a column of the field's own type, so that a decimal has its places already
   */
  wire: (field: FieldPlan, value: RawBuilder<unknown>, exact: boolean) => RawBuilder<unknown>
  /** What may be asked of it; undefined when nothing may. */
  filter: FilterType | undefined
  /** As the label of rows it has a key beside it that orders them as people read them. */
  sortKey: boolean
  /** A value that no two rows share names a row for people, so that it can be typed in place of the row's label. */
  names: boolean
}

export interface FilterType {
  /** A value of a query as a parameter; undefined when the field cannot have it. Query parameters are all texts. */
  parameter: (field: FieldPlan, value: unknown) => string | boolean | undefined
  /** The values that a parameter stands for, when they are more than one: a day asked of moments is all of its moments. */
  span: (parameter: string | boolean) => { from: string; before: string } | undefined
}

/** A kind of value as a cell of a workbook. */
export interface SheetType {
  /** Number format of its column. */
  format: (field: FieldPlan) => string
  /** Prepares once per column how a value becomes a cell: what is counted stays a number, codes become their titles. Never empty ones. */
  cell: (field: FieldPlan, titles: Titles) => (value: unknown) => Cell
  /** How cells are filled in for an import; undefined when there is no place for it in a cell, or nobody types it. */
  entry: CellEntry | undefined
}

export interface CellEntry {
  /** The column is text from the start, so that codes keep their leading zeros and long numbers all their digits. */
  isText: boolean
  /** A cell as a form would have sent it; what it cannot mean is handed on as it stands, and the pipeline says what is wrong with it. */
  read: (field: FieldPlan, cell: NonNullable<Cell>, dictionaries: Dictionaries) => unknown
  /**
   * Prepares how a value becomes a cell that is read as just this value, where what people read of it can mean another one or several; the cell of
   * the type otherwise.
   */
  exact?: (field: FieldPlan, dictionaries: Dictionaries) => (value: unknown) => Cell
  /** What can be chosen from a list. */
  choices: (field: FieldPlan, dictionaries: Dictionaries) => string[]
  /** How one value is filled in, for people. */
  hint: (field: FieldPlan, dictionaries: Dictionaries, entities: Readonly<Record<string, EntityPlan>>) => string
}

export type Dictionaries = Readonly<Record<string, DictionaryPlan>>
