/**
 * What pages get from the program around them, in separate contexts, so that a change of one renders only its readers: services
 * never change, rights change at sign-in, dictionaries when they are loaded, the address with each navigation of its page. Nothing of
 * the shell (menu, theme, title) is in any of them.
 */
import type { QueryClient } from '@tanstack/react-query'
import { createContext, use, useLayoutEffect, useMemo, type ComponentType, type ReactNode } from 'react'
import type { ExpressionEnvironment } from '../core/expression'
import type { ActionPlan, ColumnPlan, CustomPagePlan, BrowserScreenPlan, RoutePlan } from '../core/plan'
import type { Environment } from '../core/record/scope'
import { holds, type UserRights } from '../core/rights'
import type { QueuedExport, RecordValues } from '../core/wire'
import type { SectionCache } from './memory/sectionCache'
import type { Cell, Dictionaries, FieldContext, InputProps } from './fieldDefinition'
import type { FileStore } from './files'
import type { PendingDrafts } from './memory/pendingDrafts'
import type { Notify } from './notify'
import type { Request } from './request'
import type { KeyValueStore } from './memory/storage'

/** Small choices of the user that follow them to every browser, such as column settings. */
export interface Preferences {
  /** What is loaded; the program loads them before it shows a page. */
  get: (key: string) => unknown
  set: (key: string, value: unknown) => void
  /** Something has changed, here or in another window of the user. */
  subscribe: (listener: () => void) => () => void
}

/** A block of the product's own: a tab of a record, or the dialog of an action. */
export interface WidgetProps {
  screen: BrowserScreenPlan
  record?: RecordValues
  /** Selected rows, when it is the dialog of a batch action. */
  records?: readonly RecordValues[]
  action?: ActionPlan
  /** Closes the dialog. */
  onClose?: () => void
  /** Something was changed: the data of the page is loaded again. */
  onDone?: () => void
}

export interface CustomPageProps {
  screen: BrowserScreenPlan
  page: CustomPagePlan
}

/** What a product adds, by the names that its screens use. */
export interface ClientExtensions {
  /** `as` of a column. */
  cells: Readonly<Record<string, (column: ColumnPlan, context: FieldContext) => Cell>>
  /** `as` of a form item. */
  inputs: Readonly<Record<string, ComponentType<InputProps>>>
  widgets: Readonly<Record<string, ComponentType<WidgetProps>>>
  pages: Readonly<Record<string, ComponentType<CustomPageProps>>>
  /** Text checks named by `format`; the same functions serve the server. */
  formats: Readonly<Record<string, { test: (text: string) => boolean; message: string }>>
}

export const noExtensions: ClientExtensions = { cells: {}, inputs: {}, widgets: {}, pages: {}, formats: {} }

/** How to go to a path of the program. */
export interface NavigateOptions {
  replace?: boolean
  /** A page that is open already is shown as it was left. */
  returning?: boolean
  /** Called when the address is still the same afterwards. */
  stayed?: () => void
}

export interface EngineServices {
  request: Request
  notify: Notify
  navigate: (to: string, options?: NavigateOptions) => void
  /** Gets what the page at a path needs, because it is likely to be opened next; absent where nothing is gained by that. */
  prefetch?: (to: string) => void
  /** The pages on which records of an entity are looked at; absent where references lead nowhere. */
  homes?: (entity: string) => readonly RoutePlan[]
  loadScreen: (id: string) => Promise<BrowserScreenPlan>
  extensions: ClientExtensions
  files: FileStore
  /** Session storage under the program's prefix. */
  storage: KeyValueStore
  preferences: Preferences
  drafts: PendingDrafts
  sections: SectionCache
  queries: QueryClient
  /** A job makes a file for the user; whoever is told watches it. */
  onQueued?: (queued: QueuedExport) => void
  /** What `today()` and `now()` mean in conditions; pages ask `useEnvironment`, which knows the user too. */
  environment: () => ExpressionEnvironment
  /** Codes of the systems outside that the installation works with; absent: only the server knows. */
  systems?: ReadonlySet<string>
}

/** How far something is scrolled, in px. */
export interface ScrollPlace {
  top: number
  left: number
}

/** Where a page is. A page kept in the background keeps the address it was left with. */
export interface PageAddress {
  pathname: string
  /** With its question mark, or empty. */
  search: string
  /** Parts of the route, `:id` as `id`. */
  params: Readonly<Record<string, string>>
  /** False while the page is kept in the background. */
  active: boolean
  /** Where its list was scrolled to before the program was loaded anew. */
  scrolled?: ScrollPlace | undefined
  /** Hears where its list is scrolled to; absent where nobody keeps it. */
  onScrolled?: (place: ScrollPlace) => void
}

/** Given by `EngineProvider`; read by the hooks below. */
export const ServicesContext = createContext<EngineServices | undefined>(undefined)
export const RightsContext = createContext<UserRights | undefined>(undefined)
export const DictionariesContext = createContext<Dictionaries>({})
const AddressContext = createContext<PageAddress | undefined>(undefined)

/** Around each page: gives it its address. Pass the same object as long as nothing changes. */
export function PageAddressProvider({ address, children }: { address: PageAddress; children: ReactNode }) {
  const { sections } = useServices()
  // Before the effects of the page inside, which remembers things in the section that is entered here.
  useLayoutEffect(() => {
    if (address.active) sections.enter(address.pathname)
  }, [address, sections])
  return <AddressContext value={address}>{children}</AddressContext>
}

/** Gives a page that stands inside another one, for example in a drawer, an address of its own. */
export function InnerAddressProvider({ address, children }: { address: PageAddress; children: ReactNode }) {
  return <AddressContext value={address}>{children}</AddressContext>
}

export function useServices(): EngineServices {
  return provided(use(ServicesContext), 'EngineProvider')
}

export function useRights(): UserRights {
  return provided(use(RightsContext), 'EngineProvider')
}

/** What `today()`, `now()` and `user` mean in conditions; computed at each call, because a page may stay open over midnight. */
export function useEnvironment(): () => Environment {
  const { environment, systems } = useServices()
  const { userId } = useRights()
  return useMemo(() => {
    const known = { ...(systems && { systems }), ...(userId === undefined ? {} : { user: userId }) }
    return () => ({ ...environment(), ...known })
  }, [environment, systems, userId])
}

/** Whether the user has the permission; what needs none, everybody has. */
export function usePermission(permission: string | undefined): boolean {
  return holds(useRights(), permission)
}

export function useDictionaries(): Dictionaries {
  return use(DictionariesContext)
}

export function usePageAddress(): PageAddress {
  return provided(use(AddressContext), 'PageAddressProvider')
}

function provided<T>(value: T | undefined, provider: string): T {
  if (value === undefined) throw new Error(`A page of the engine is drawn outside <${provider}>`)
  return value
}
