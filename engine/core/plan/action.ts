import type { Expression } from '../expression'
import type { ColumnPlan, RowListPlan, TonePlan } from './column'
import type { EntityActionPlan, LinesPlan, TextPlan } from './entity'
import type { FieldPlan } from './field'
import type { FormItemPlan } from './page'
import type { Where } from './where'

/** A button: its title, its permission, the states in which it is possible, and what it does. */
export interface ActionPlan {
  name: string
  title: string
  /** Permission code `<menu>_<code>`; absent for `view`, which needs no more than the menu itself. */
  permission?: string
  does:
    /** Built-in operations. `add`, `edit` and `view` open `page` (or a dialog), `print` lays it out on paper; the rest call the endpoint. */
    | { kind: 'add' | 'view' | 'print'; page: string }
    /** Prints templates, `GET {base}/print/{name}`. */
    | { kind: 'print'; templates: PrintChoice[] }
    /** `change`: in its states what is changed of its pending fields is sent by this action of the entity. */
    | { kind: 'edit'; page: string; change?: EntityActionPlan }
    | { kind: 'delete' | 'export' | 'attach' }
    /** Saves the files of the record, `GET {base}/download/{id}`, or of the selected ones, `POST {base}/batchDownload`. */
    | { kind: 'download' }
    /** `POST {base}/{name}` with a workbook, `GET {base}/{name}/template`. */
    | ({ kind: 'import' } & ImportPlan)
    /** An action of the entity, `POST {base}/{name}/{id}`; the screen may call it otherwise. */
    | { kind: 'action'; action: EntityActionPlan }
    /** `same`: fields in which several records must agree. */
    | { kind: 'link'; to: string; same?: SharedField[] }
    /** Opens a list of another screen in a drawer. */
    | ({ kind: 'list' } & RowListPlan)
    | { kind: 'request'; endpoint: ExtraEndpointPlan; ask: FieldPlan[]; confirm?: TextPlan; done?: string }
    | ({ kind: 'calculate' } & CalculationPlan)
    | { kind: 'widget'; widget: string }
  /** States of the record in which it is enabled; empty: any. */
  states: string[]
  visible?: Expression
  danger: boolean
  /** Name of the action that opens when this one is done. */
  leadsTo?: string
}

/** A field, as it is asked for by its title. */
export interface SharedField {
  name: string
  title: string
}

/** A request whose response is shown and not stored. */
export interface CalculationPlan {
  method: ExtraEndpointPlan['method']
  url: string
  /** The endpoint is there in demo mode alone. */
  demo?: boolean
  /** The inputs, as a form of a record has them. */
  items: FormItemPlan[]
  /** Those that are the endpoint's alone: a field of the record that bears the same name is another one. */
  alone?: string[]
  lines: CalculationLinesPlan[]
  /** Field of the body → field of the record that gives its value. */
  given?: Record<string, string>
  figures: ResponseFigurePlan[]
  /** Fields of the answer, which notes and tones of figures read. */
  answer: FieldPlan[]
}

export interface CalculationLinesPlan {
  /** The line table of the record that the rows come from. */
  of: string
  /** Under the name it has in the body: columns to type, then those that the answer fills. */
  table: LinesPlan
  /** Name of the rows in the response, where there are any; they are in the order of the submitted ones. */
  answered?: string
}

export interface ResponseFigurePlan {
  field: FieldPlan
  /** With `{field}` for fields of the answer. */
  note?: string
  /** Over the answer. */
  tone?: TonePlan[]
}

/** A template as the print button offers it. */
export interface PrintChoice {
  name: string
  title: string
  /** Records that it can be printed for; undefined: all. */
  when?: Expression
}

/** A print template. */
export interface PrintPlan extends PrintChoice {
  paper: PaperPlan
  /** Names of the copies; empty: one copy without a name. */
  copies: string[]
  parts: PrintPartPlan[]
  /** Names of the fields and display values to read of a record, and for each line table the names of its columns. */
  reads: { fields: string[]; lines: Record<string, string[]> }
}

export interface PaperPlan {
  size: 'A3' | 'A4' | 'A5' | 'B5' | '241x140'
  landscape: boolean
  /** In mm. */
  margin: number
}

export type PrintPartPlan = { when?: Expression } & (
  | { kind: 'fields'; title?: string; across: number; items: { field: FieldPlan; title: string; span: number }[] }
  | { kind: 'lines'; title: string; lines: string; columns: ColumnPlan[] }
  /** `fields`: those that its holes name. */
  | ({ kind: 'text'; align: 'start' | 'center' | 'end' } & TextPlan)
  | { kind: 'sign'; who: string[] }
)

/** An import: its texts, its limit, and where its rows go. */
export interface ImportPlan {
  description?: string
  /** The noun for a row in the message about the limit. */
  noun: string
  maxRows: number
  /** How the list is loaded again afterwards: as it is, or from its first page without filters. */
  queryType: 'same' | 'first'
  /** Values that every imported record gets beside those of its row. */
  values?: Record<string, string | number | boolean>
  /** Fields by which a row is a record that is there already, which is passed over. */
  known?: string[]
  /** Fields whose empty cells a rule fills. */
  complete?: { fields: string[]; rule: string }
  /** The rows go back into this line table of the form and nothing is stored, or they are stored with the records that they say. */
  into?: ImportedLinesPlan
}

export interface ImportedLinesPlan {
  lines: string
  /** Fields by which a row of the file is one that the form already has. */
  match: string[]
  rule?: string
  /** The rows are stored: each with the record whose fields have these values, which are said of the row. */
  record?: Record<string, Expression>
}

export interface ExtraEndpointPlan {
  name: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Full URL template with `{name}` parts. */
  url: string
  /** Permission code; `view`: the menu itself; `session`: any account; `open`: none. */
  permission: string
  description: string
  list?: ExtraListPlan
  handler?: string
  query: FieldPlan[]
  body: FieldPlan[]
  /** Rows of the body. */
  lines?: PayloadLinesPlan[]
  answer?: { fields: FieldPlan[]; lines: PayloadLinesPlan[] }
  /** Largest body in bytes, where it is not the usual one. */
  bodyLimit?: number
  /** Code of the system outside whose signature lets a call in. */
  signed?: string
  /** There is no such endpoint but in demo mode. */
  demo?: true
}

export interface ExtraListPlan {
  /** Whose rows; absent: the screen's own. */
  of?: string
  where?: Where
  fields: string[]
  /** Newest first when absent. */
  sort?: { field: string; order: 'ascend' | 'descend' }
  /** All rows in one response, unless a page is requested. */
  whole: boolean
}

/** Some columns of a line table, under the name that a body or an answer has for them. */
export interface PayloadLinesPlan {
  /** The line table. */
  of: string
  table: LinesPlan
}
