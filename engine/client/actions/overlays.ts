import { createContext, use, type ComponentType, type ReactNode, type RefObject } from 'react'
import type { BrowserScreenPlan, ImportPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import type { DrawerList } from '../data/listDrawer'
import type { Ask } from '../form/view/useAsk'
import type { ActionTarget } from './actionRequest'
import type { ActionDialog, Performer } from './performer'

export interface ActionDialogsProps {
  dialog: ActionDialog
  screen: BrowserScreenPlan
  submit: Performer['submit']
  overtaken: Performer['overtaken']
  head: (target: ActionTarget) => ReactNode
  /** Loads the data of the page again. */
  invalidate: () => Promise<void>
  /** Called before the data is loaded again after an import. */
  onImported: (queryType: ImportPlan['queryType']) => void
  /** The dialog stands beside the rows of the list from which it was opened. */
  beside?: {
    rows: readonly RecordValues[]
    /** Names of what is offered in a row: the decisions among them can be taken instead. */
    actions: readonly string[]
    perform: Performer['perform']
    /** How the panel is left while it is there. */
    leaving: RefObject<Ask['leave'] | null>
  }
  onClose: () => void
}

/**
 * What actions open over their page. Dialogs draw records, lists and forms, which have actions themselves: actions depend on this interface alone,
 * and `EngineProvider` passes what draws it, so that the modules import each other in no circle.
 */
export interface Overlays {
  ActionDialogs: ComponentType<ActionDialogsProps>
  ListDrawer: ComponentType<{ list: DrawerList }>
}

/** Given by `EngineProvider`. */
export const OverlaysContext = createContext<Overlays | undefined>(undefined)

export function useOverlays(): Overlays {
  const overlays = use(OverlaysContext)
  if (!overlays) throw new Error('Actions are drawn outside <EngineProvider>')
  return overlays
}
