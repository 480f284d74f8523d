/** Shapes on the wire, shared by browser and server. Design: design.md sections 5 and 6. */
import type { MenuPlan, PrintPlan, RoutePlan, ScreenPlan } from './plan'

export type SortOrder = 'ascend' | 'descend'

/** Rows are ordered by a field, and those that are alike in it by the next one. */
export interface ListSort {
  field: string
  order: SortOrder
  further?: readonly { field: string; order: SortOrder }[]
}

/** The most fields that rows are ordered by. */
export const maxSorts = 3

/** The list query; filters stand beside these keys by field name, ranges as `<name>Start` and `<name>End`. */
export interface ListQuery {
  page?: number
  /** In place of `page`, where the list is paged so. */
  cursor?: string
  pageSize?: number
  /** Of several fields one after the other, with commas between them; `sortOrder` has as many. */
  sortField?: string
  sortOrder?: string
  [filter: string]: unknown
}

export type RecordValues = Record<string, unknown> & { id: string }

export interface ListResponse<Row = RecordValues> {
  records: Row[]
  total: number
  /** There are more rows than `total`, which are neither counted nor summed. */
  beyond?: true
  /** Of such a list: the `cursor` of the page behind this one, of the page before it, and of the last one. */
  next?: string
  previous?: string
  last?: string
  page: number
  pageSize: number
  /** Sums over all matching rows of the columns marked `total`, by column key. */
  summary?: Record<string, Total>
}

/** A sum as a decimal; of what is counted in different units one for each, by unit, '' for rows without one. */
export type Total = string | Record<string, string>

/** Numbers above a list, by name: a count, a decimal, or one for each unit that is not zero; null is the mean of nothing. */
export interface FiguresResponse {
  figures: Record<string, number | Total | null>
}

/** How many rows are in each state, by its code. */
export interface StateCountsResponse {
  counts: Record<string, number>
  total: number
  /** There are more rows than `total`, which were not counted. */
  beyond?: true
}

/** How high the rows of a table are. */
export const densities = ['large', 'middle', 'small'] as const
export type Density = (typeof densities)[number]

export const maxViewName = 30

/** What a saved view asks of a list and how it shows it, by names of the plan, of which some may be gone. */
export interface ViewContent {
  /** By query parameter. */
  filters?: Record<string, string | boolean | string[]>
  /** The first counts most. */
  sort?: { field: string; order: SortOrder }[]
  columns?: ViewColumns
  density?: Density
  pageSize?: number
  /** What the names were called when it was saved. */
  titles?: Record<string, string>
}

export interface ViewColumns {
  order: readonly string[]
  off: readonly string[]
  widths?: Readonly<Record<string, number>>
  /** How many of them, from the first on, stay in place while the others are scrolled; one without. */
  pinned?: number
}

export interface ListView {
  id: string
  name: string
  version: number
  /** The user has made it, and may change it. */
  mine: boolean
  ownerName: string
  /** Code of the role that it is shared with. */
  role?: string
  content: ViewContent
}

export interface ViewsResponse {
  views: ListView[]
  /** Of the user: what views can be shared with. */
  roles: { code: string; name: string }[]
}

/** The names of all views that the user may open, over all lists that he may read: one request for a session. */
export interface ViewNamesResponse {
  views: (Pick<ListView, 'id' | 'name' | 'mine'> & { screen: string; page: string })[]
}

/** Charts above a table, by name. */
export interface ChartsResponse {
  charts: Record<string, ChartData>
}

export interface ChartData {
  /** In the order in which groups are drawn: periods by time, other groups from the largest to the smallest. */
  points: ChartPoint[]
  /** The number of all groups and lines, including those beyond `chartBounds`, which are left out of `points`. */
  groups: number
  lines: number
  /** For a pie: the sum of the groups that are left out; null when none are. */
  rest?: string | null
}

/** The numbers of one group, or of one group and line. */
export interface ChartPoint {
  /** The value of the group; for a period `YYYY-MM-DD`, `YYYY-MM` or `YYYY`; null for rows without a value. */
  x: unknown
  /** The label of the record that a reference points to. */
  title?: string | null
  by?: unknown
  byTitle?: string | null
  /** By the name of the series: a count, or a decimal; null when no row has a value. */
  values: Record<string, number | string | null>
}

/** The values of a field beside a list, in the order of their titles. */
export interface SideResponse {
  values: { value: string; title: string; count: number }[]
}

/** A choice of a reference: what is stored, what is read, and the fields that the choice fills. */
export interface Option {
  value: string
  label: string
  /** A text that distinguishes equal labels, such as a number. */
  hint?: string
  /** Which of the texts asked for it alone has (lower-case): number, code, barcode. */
  keys?: string[]
  /** A second line that says what the row is about: whom, figures, date, as far as the account may read them. */
  about?: string
  fill?: Record<string, unknown>
  /** What the rows are called that it fills into references of the form, which the account need not see by themselves. */
  fillNames?: Record<string, string>
  /** Why the user may not choose it. */
  refused?: string
}

/** `GET /api/work`: what a user has to see to. */
export interface WorkResponse {
  /** By list and state, in the order of the menus' screens. */
  waiting: WaitingItem[]
  /** What the user has submitted and nobody has decided, and what came back; newest first. */
  mine: WorkRecord[]
  /** What falls due within the next days, or has not been settled in time; oldest first. */
  due: WorkRecord[]
}

/** Records of a list that wait for an act of the user. */
export interface WaitingItem {
  /** Of the list. */
  title: string
  menuName: string
  state: StateTag
  /** At most `waitingBound`; of more it is only said that there are more. */
  count: number
  beyond?: true
  place: ListPlace
}

/** Where a list is shown as it is asked for. */
export interface ListPlace {
  route: string
  /** Title of the tab that it is in, where it shares its page with others. */
  tab?: string
  /** With its question mark, or empty. */
  query: string
}

export interface StateTag {
  title: string
  color: string
}

/** A record in a list of records of any kind. */
export interface WorkRecord {
  entity: string
  id: string
  /** Of the list or page that it is shown by. */
  title: string
  label: string
  state?: StateTag
  /** Whom or what it is about, as far as the account may read it. */
  about?: string
  /** Its first figure and its date, each with its title; `date` is not said again. */
  facts?: string[]
  /** The day that it falls due. */
  date?: string
  address: string
}

/** `GET /api/chain?entity=&id=`: where a document comes from, the furthest first, and what has come of it. */
export interface ChainResponse {
  before: WorkRecord[]
  after: ChainGroup[]
}

/** `GET /api/timeline?entity=&id=`: what has happened with the record, as far as screens that the account may read show it. */
export interface TimelineResponse {
  /** As the lanes of the plan; of the record's own steps, which its history has, none. */
  lanes: TimelineEvent[][]
  /** The numbers kept of it, oldest first; absent where the account may not read them. */
  line?: TimelinePoint[]
  /** There are more than `timelineBounds`; these are the latest. */
  beyond?: true
}

export interface TimelineEvent {
  /** A day, or a moment. */
  at: string
  record: WorkRecord
}

export interface TimelinePoint {
  at: string
  /** As the values of the plan. */
  values: (string | null)[]
}

/** Most events of one kind, and most points of a line. */
export const timelineBounds = { events: 200, points: 800 } as const

/** Documents of one list that refer to another one. */
export interface ChainGroup {
  /** Of the list. */
  title: string
  /** At most `chainBounds.count`; of more it is only said that there are more. */
  count: number
  beyond?: true
  /** Where there are no more than `chainBounds.records`, these. */
  records: WorkRecord[]
  /** The list that shows just these, where one can be asked so. */
  address?: string
}

export const chainBounds = { count: 99, records: 3 }

/** `GET /api/search`: records that begin with a text, by number, name or code; exact ones first. */
export interface SearchResponse {
  records: WorkRecord[]
}

/** How far waiting records are counted. */
export const waitingBound = 99

/** A template and the records to print with it, in the requested order; the user who prints, and when. */
export interface PrintResponse {
  print: PrintPlan
  records: RecordValues[]
  by: string
  /** ISO time. */
  at: string
}

/** The most records that are printed at once. */
export const MAX_PRINTED = 50

export interface HistoryEntry {
  id: string
  action: string
  actionTitle: string
  from?: string
  to?: string
  opinion?: string
  operator: string
  at: string
  /** Field → before and after, as shown to users. */
  changes?: RecordChange[]
}

/** A field before and after, as shown to users. */
export interface RecordChange {
  field: string
  title: string
  before: unknown
  after: unknown
  /** Of a line table, where its row came or went as a whole; absent for a cell of a row that stayed. */
  row?: 'added' | 'removed'
}

/** What came of an action on several records, each by itself. */
export interface BatchResponse {
  /** On which it was done. */
  ids: string[]
  refused: { id: string; reason: string }[]
}

export interface Attachment {
  id: string
  name: string
  size: number
  type: string
  uploadedBy: string
  uploadedAt: string
}

/** What an export of many rows is answered with in place of the file: a task makes it, and a page offers it later. */
export interface QueuedExport {
  /** Of the task. */
  id: string
  title: string
  /** Address of the page; absent where the account may not open it. */
  page?: string
}

/** Largest file that is sent or taken: 20 MB (acceptance I2). */
export const MAX_FILE_BYTES = 20_971_520

/** Form field of an import for what the page holds already, as JSON (acceptance I1). */
export const importExtraField = 'goodsStockInCheckList'

/** Header in which a request names what its user has confirmed: keys of warnings, separated by commas. */
export const confirmedHeader = 'Confirmed-Warnings'

/** What came of an import, in an answer that is HTTP 200 whatever it was (acceptance I3). */
export const importCodes = {
  stored: 200,
  /** Nothing is stored: the rows go back into the form. */
  returned: 1001,
  /** Nothing is stored: something is wrong with the file. */
  refused: 1002,
  /** Nothing is stored yet: the file may be imported when what is listed is confirmed, by `data.confirm` in `confirmedHeader`. */
  unconfirmed: 1003,
} as const

/** A row that an import gives back to a form: with an index it changes the row that stood there, without one it is new. */
export interface ImportedLine {
  index?: number
  values: Record<string, unknown>
}

/** Application codes beside the HTTP status. */
export const errorCodes = {
  badRequest: 400000,
  keyRequired: 400001,
  unauthorized: 401000,
  forbidden: 403000,
  notFound: 404000,
  methodNotAllowed: 405000,
  tooSlow: 408000,
  stale: 100409,
  wrongState: 100410,
  duplicate: 100411,
  /** The same Idempotency-Key is still being worked on: the response will be available soon to a request with the same key. */
  inFlight: 100412,
  /** What an action would book is no longer what its preview showed; the answer carries the new `effects`. */
  previewChanged: 100413,
  /** A newer dry run of the same user has taken its place. */
  superseded: 100414,
  /** May be done, but must be confirmed: `errors` of the rule `warning`, whose parameters `key` confirm them in `confirmedHeader`. */
  unconfirmed: 100415,
  /** A rule refuses; rules give codes of their own from here upwards (1005xx). */
  refused: 100500,
  /** Refusal that the screen handles itself: no toast (acceptance E2). */
  silent: 100520,
  tooLarge: 413000,
  unsupportedType: 415000,
  invalid: 422000,
  tooMany: 429000,
  headersTooLarge: 431000,
  server: 500000,
  unavailable: 503000,
} as const

export interface FieldProblem {
  /** RFC 6901 pointer into the body, e.g. `/goods/0/qty`. */
  pointer: string
  /** Formily address, e.g. `goods.0.qty`. */
  path: string
  /** Which rule: required, maxLength, decimals, min, max, pattern, format, type, dictionary, reference, unique, check, unknown … */
  rule: string
  params?: Record<string, unknown>
  /** For the user. */
  detail: string
}

/** Body of every error answer, `application/problem+json` (RFC 9457). `message`, `error` and `errorMessage` equal `detail`. */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  instance: string
  code: number
  message: string
  error: string
  errorMessage: string
  traceId: string
  errors?: FieldProblem[]
  /** On 409: the record as it is now. */
  current?: { version: number; updatedBy: string; updatedById?: string; updatedAt: string }
  /** On a changed preview: what would be booked now. */
  effects?: EffectsResponse
  /** Figures of a refusal, e.g. `{available: '100.00'}`. */
  params?: Record<string, unknown>
  retryAfter?: number
}

/**
 * What a save or an action would come to if it were done now, `POST {base}/try…`; nothing was stored. Values and rows hold only what the
 * server computes and the user may read.
 */
export interface TryResponse {
  /** ISO 8601: others may change what it rests on at any time. */
  asOf: string
  /** All that it would be refused for; none: it would be done. */
  problems: FieldProblem[]
  /** Of a save: computed fields and display values by name. */
  values?: Record<string, unknown>
  /** Of a save: computed cells by line table, in the order of the rows that were sent; a line table of rules has its rows whole. */
  lines?: Record<string, Record<string, unknown>[]>
  /** Of an action that would be done, were it not for words that are missing. */
  effects?: EffectsResponse
}

/** What an action does beyond its own record, as far as its user may see it. */
export interface EffectsResponse {
  /** Of all that follows; a confirmation that carries it is refused when the figures have become others. */
  hash: string
  /** Numbers of the record itself that rules or formulas reckon anew, where others stood before. */
  figures: BucketChange[]
  /** One entry per balance and ledger, with the buckets that change. */
  balances: { ledger: string; title: string; label: string; buckets: BucketChange[] }[]
  /** What is reserved for this record: open units of its holds. */
  holds: { ledger: string; label: string; bucket: BucketChange }[]
  /** Documents that it creates; without a label where only the creation gives one. */
  created: { title: string; label?: string }[]
  /** States of other records that it changes, by their titles. */
  changed: { title: string; label: string; from: string; to: string }[]
  /** There is more that the user may not see. */
  hidden?: true
}

export interface BucketChange {
  title: string
  unit?: string
  /** Decimals. */
  before: string
  after: string
}

/** Query parameter of an action's confirmation: the hash of the preview that was confirmed. */
export const previewParameter = 'preview'

/** The page in whose sandbox a foreign script answers (engine/server/scriptFrame.ts, engine/client/scriptCall.ts). */
export const scriptFramePath = '/script-frame'

/** What a browser gets of the product beside plans: as much as its user may see. */
export interface ProductPart {
  /** Of the content: two parts of one version say the same. */
  version: string
  menus: MenuPlan[]
  routes: RoutePlan[]
  /** Screen → version of its plan, under which it is asked for. */
  plans: Record<string, string>
}

/** Of a part that the browser has already, the version alone is answered. */
export type ProductAnswer = (ProductPart | Pick<ProductPart, 'version'>) & {
  /** How often plans had changed when it was made; absent where they do not change while a server runs. */
  changes?: number
}

/** On every response to an account where plans may change: how often they have by now. Whoever knows less asks for the product again. */
export const changesHeader = 'x-plan-changes'

/** Where a plan is asked for. Under its version it is the same for ever; `open`: the screen is for everybody, and so is its plan. */
export function planUrl(screen: string, version: string, open = false): string {
  return `${open ? openPlansPath : plansPath}/${screen}/${version}`
}
export const plansPath = '/api/plans'
export const openPlansPath = '/api/openPlans'

/** A screen that was published on the running product. */
export interface ScreenRelease {
  screen: string
  /** Counts the releases of the screen from 1. */
  version: number
  note: string
  publishedBy: string
  publishedAt: string
  takenBackBy: string | null
  takenBackAt: string | null
  /** The first page that could not be drawn by it. */
  failedAt: string | null
  failure: string | null
}

/** What is known of the releases of one screen. */
export interface ScreenReleases {
  /** Newest first. */
  releases: ScreenRelease[]
  /** The version that holds; 0: the shipped screen. */
  holds: number
  /** Its text. */
  text: string
  /** Since it was published, the shipped file has changed. */
  shippedChanged?: boolean
  /** Why the version that holds is not shown, and the shipped screen is. */
  notShown?: string
  /** Page → users with settings of their own for its columns. */
  savedColumns: Record<string, number>
  /** Whoever asks may publish. */
  mayPublish: boolean
}

/** Plans of one screen, for comparing: as it was shipped, and as it is shown now. */
export interface ScreenPlans {
  shipped: ScreenPlan
  running: ScreenPlan
}

/** What stands in the way of a release that was made from an earlier state of its screen: `params` of the problem. */
export interface OvertakenRelease {
  /** 0: the shipped screen. */
  version: number
  text: string
  publishedBy: string
  publishedAt: string
  note: string
}

/** Where the playground asks. */
export const playgroundPath = '/api/playground'
/** Where it saves in development, on the development server. */
export const saveSchemaPath = '/__schemas/save'
