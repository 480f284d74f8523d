/** What a preview is set to, and what follows from it: the page, the account and the record that are shown. */
import type { SubMenu } from '../../core/permission'
import type { EntityPlan, ProductPlan, ScreenPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import type { PlaygroundAccount, PlaygroundRole } from '../contents'
import { sampleRecords } from '../sample/sampleRecords'
import { DEFAULT_ROWS } from '../sample/sampleServer'
import type { Environment } from '../../core/record/scope'
import { everyRight, rightsTyped } from './accounts'
import { addressOfChoice, pagesOf, screensOfFile, type PageChoice } from './choices'
import type { DataKind, FrameDensity } from './frameMessages'

export const widths = [1440, 1024, 375] as const
export type Width = (typeof widths)[number]

/** A page that is drawn smaller than this is not read any more. */
const LEAST_SCALE = 0.45

/** As wide as a page can be and still be read in so much room. */
export function widthFor(room: number): Width {
  return widths.find((width) => room / width >= LEAST_SCALE) ?? 375
}

/** Id of who looks: the first of the sample accounts, so that it has made some of the rows itself. */
export const SAMPLE_USER = '1'

/** Whose rights: a role's by its id, or one of these. */
export const allRights = 'all'
export const noRights = 'none'
export const typedRights = 'typed'
export const accountRights = 'account'

export interface PreviewSettings {
  /** Id of a screen; another file chooses another. */
  screen?: string
  /** Key of a `PageChoice`. */
  page?: string
  /** Code of the state that the record is in. */
  state?: string
  /** Of a role, or one of `allRights`, `noRights`, `typedRights` and `accountRights`. */
  who: string
  typed: string
  /** Whose rights count with `accountRights`; until somebody is found, nobody's. */
  account?: PlaygroundAccount
  outside: boolean
  /** Undefined: as the playground around it. */
  dark?: boolean
  density: FrameDensity
  /** Undefined: what the room is enough for. */
  width?: Width
  embedded: boolean
  data: DataKind
}

export const firstSettings: PreviewSettings = {
  who: allRights,
  typed: '',
  outside: false,
  density: 'middle',
  embedded: false,
  data: 'sample',
}

/** Another file has other screens; who looks, at what and how is as it was. */
export function settingsOfAnotherFile({ screen: _screen, page: _page, state: _state, ...kept }: PreviewSettings): PreviewSettings {
  return kept
}

/** What is looked at. */
export interface Preview {
  screens: readonly ScreenPlan[]
  screen: ScreenPlan
  entity: EntityPlan
  pages: readonly PageChoice[]
  choice: PageChoice
  record: RecordValues | undefined
  address: string
}

/** Undefined where no page shows the file. */
export function previewOf(path: string, plan: ProductPlan, settings: PreviewSettings, environment: Environment): Preview | undefined {
  const screens = screensOfFile(path, plan).filter((each) => pagesOf(each).length > 0)
  const screen = screens.find(({ id }) => id === settings.screen) ?? screens[0]
  const entity = screen && plan.entities[screen.entity]
  if (!screen || !entity) return undefined
  const pages = pagesOf(screen)
  const choice = pages.find(({ key }) => key === settings.page) ?? pages[0]
  if (!choice) return undefined
  const record = choice.mode === 'add' ? undefined : recordOf(plan, screen, entity, settings, environment)
  const address = addressOfChoice(choice, record)
  return address === undefined ? undefined : { screens, screen, entity, pages, choice, record, address }
}

function recordOf(
  plan: ProductPlan,
  screen: ScreenPlan,
  entity: EntityPlan,
  { state }: PreviewSettings,
  environment: Environment,
): RecordValues | undefined {
  const rows = sampleRecords(plan, { environment, atLeast: DEFAULT_ROWS }).rowsOf(entity.name)
  const { statusField = '' } = screen
  return rows.find((row) => row[statusField] === state) ?? rows[0]
}

/** Where the frame begins: real rows have ids of their own, so a record of them is opened from its list. */
export function firstAddress({ screen, choice, address }: Preview, data: DataKind): string {
  const list = screen.pages['list']
  return data === 'real' && choice.page.kind === 'record' && choice.mode !== 'add' ? (list?.route ?? address) : address
}

export function subMenusOf(
  { who, typed, account }: Pick<PreviewSettings, 'who' | 'typed' | 'account'>,
  plan: ProductPlan,
  roles: readonly PlaygroundRole[],
): readonly SubMenu[] {
  if (who === noRights) return []
  if (who === accountRights) return account?.subMenus ?? []
  if (who === typedRights) return rightsTyped(typed, plan).subMenus
  return roles.find(({ id }) => id === who)?.subMenus ?? everyRight(plan)
}
