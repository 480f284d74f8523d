/**
 * The plan: what schemas become when they are compiled once. Everything that can be looked up, defaulted or checked is settled
 * here, so that neither browser nor server interprets a schema at run time. A plan is plain JSON.
 *
 *   schemas/*.json ──compile──► ProductPlan ─┬─ EntityPlan  (server: tables, validation, states)
 *                                            └─ ScreenPlan  (both: pages, columns, forms, actions, endpoints)
 *
 * Each file uses only those before it: where, field, column, effects (of actions on other records), entity, list, page, action, this one.
 */
import type { ActionPlan, ExtraEndpointPlan, PrintPlan } from './action'
import type { LedgerPlan, SumPlan } from './effects'
import type { CheckPlan, EntityPlan, LinesPlan, StatePlan, SummaryPlan, WarningPlan } from './entity'
import type { FieldPlan } from './field'
import type { FilterAs, TotalsBy } from './list'
import type { PagePlan, RecordPagePlan } from './page'
import type { Where } from './where'

export type * from './action'
export type * from './column'
export type * from './entity'
export type * from './field'
export type * from './list'
export type * from './page'

export interface ProductPlan {
  title: string
  userEntity: string
  /** Accounts of others: the field of the user entity that is filled in them, and what they call our own people. */
  outside?: OutsidePlan
  /** Dimension → entity whose ids are compared. */
  scopes: Record<string, string>
  entities: Record<string, EntityPlan>
  screens: Record<string, ScreenPlan>
  /** Only entries whose screen exists or that name an application outside, and branches that have such entries. */
  menus: MenuPlan[]
  dictionaries: Record<string, DictionaryPlan>
  ledgers: Record<string, LedgerPlan>
  /** Fields that are kept as sums of other records. */
  sums: SumPlan[]
  schedule?: SchedulePlan
  roles: Record<string, RolePlan>
}

export interface ScreenPlan {
  /** `<permission group>/<menu>` or `<permission group>/<menu>.<part>`. */
  id: string
  /** Menu code: the prefix of the permission codes and first segment of the routes. */
  menu: string
  /** `<permission group>_<menu>`: the right to open it. */
  menuName: string
  /** Permission code that its records are read with; absent: with the menu's own right. */
  readPermission?: string
  /** Rights that belong to no button: permission code → title. */
  rights?: Record<string, string>
  title: string
  entity: string
  /** Names a record in titles and messages: the entity's label, or of a reference the value that is shown of it. */
  label: string
  states?: Record<string, StatePlan>
  statusField?: string
  /** What its records are about: dialogs that decide say it, and the heads of record pages; absent where there is neither. */
  summary?: SummaryPlan
  /** As of the entity. */
  authored?: string[]
  pending?: true
  document?: true
  base: string
  where?: Where
  pages: Record<string, PagePlan>
  actions: Record<string, ActionPlan>
  extra: Record<string, ExtraEndpointPlan>
  /** How its records go on paper, by name; absent: as their page. */
  prints?: Record<string, PrintPlan>
  /** Line tables a form of this screen edits. */
  lines: Record<string, LinesPlan>
  checks: CheckPlan[]
  /** Of what its forms save. */
  warnings?: WarningPlan[]
  /** Names of dictionaries the pages show. */
  dictionaries: string[]
  /** What the server lets through, derived from the pages. */
  access: ScreenAccess
}

/** What the browser gets of a screen: all but the server's field lists, and the print templates, which it gets together with the records to print. */
export type BrowserScreenPlan = Omit<ScreenPlan, 'access' | 'prints'> & {
  /** It was published on the running product in place of the shipped one: which release it is. */
  release?: number
}

/** The field lists of a screen's endpoints; nothing outside them is read, written, filtered or sorted. */
export interface ScreenAccess {
  /** Keys of a list row (fields and display values). */
  listFields: string[]
  /** Keys of a single record; all of them for forms and details. */
  recordFields: string[]
  /** Line tables of a single record. */
  recordLines: string[]
  /** Fields that create and update accept. */
  writable: string[]
  /** Line tables that create and update accept. */
  writableLines: string[]
  /** Query parameters of the list, by field. */
  filters: Record<string, FilterAs>
  sorts: string[]
  /** Its list is paged by cursor. */
  cursor?: true
  totals: string[]
  /** The field that says in what some of the totals are counted, and which of them. */
  totalsBy?: TotalsBy
  /** Query parameter → field of whose dictionary it names a code by its place, from 1. */
  ordinals?: Record<string, string>
  /** Rows that a list answers while it is asked by none of these fields. */
  usual?: { where: Where; unless: string[] }
  /** References whose choices may be requested: `authorId`, or `goods.goodsId` in a line table, or `approve:opinionBy` in a dialog. */
  options: Record<string, FieldPlan>
}

export interface MenuPlan {
  id: string
  pid: string
  mpid: -1 | string
  name: string
  correctionName?: string
  icon?: string
  router?: string
  seq: number
  menuName?: string
  hidden?: boolean
  blank?: boolean
  externalApp?: string
  ieFlag?: 'I' | 'E'
  permissionGroups?: string[]
}

/** A route of the browser program, known without loading the screen's plan. */
export interface RoutePlan {
  route: string
  screen: string
  page: string
  title: string
  menuName: string
  open: boolean
  /** Records of this entity are looked at here, by whoever may read the screen. */
  entity?: string
  readPermission?: string
  /** It shares its address with the list of its screen, and is shown where the query names a record. */
  ofRecord?: true
  /** How a record page opens unless its query says otherwise. The browser reads it to fetch the code of forms before the plan arrives. */
  mode?: RecordPagePlan['mode']
}

export interface DictionaryPlan {
  name: string
  title: string
  /** The program knows each code: no other is accepted, whatever an admin has added. */
  closed?: true
  items: DictionaryItem[]
}

export interface DictionaryItem {
  code: string
  title: string
  color?: string
}

export interface RolePlan {
  code: string
  title: string
  dataScope: string
  /** menuName → allowed action codes. */
  menus: Record<string, string[]>
}

/** What happens by the calendar. */
export interface SchedulePlan {
  /** `HH:mm` of business time, after which the day before is ended. */
  at: string
  /** In their order. */
  steps: StepPlan[]
}

export interface StepPlan {
  name: string
  title: string
  /** Every hour too. */
  hourly: boolean
  handler?: string
  actions: { entity: string; action: string }[]
}

export interface OutsidePlan {
  by: string
  ours: string
}
