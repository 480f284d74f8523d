import { createContext, use, type ComponentType, type ReactNode } from 'react'
import type { BrowserScreenPlan, ImportPlan } from '../../core/plan'
import type { DrawerList } from '../data/listDrawer'
import type { ActionTarget } from './actionRequest'
import type { ActionDialog, Performer } from './performer'

export interface ActionDialogsProps {
  dialog: ActionDialog
  screen: BrowserScreenPlan
  submit: Performer['submit']
  head: (target: ActionTarget) => ReactNode
  /** Loads the data of the page again. */
  invalidate: () => Promise<void>
  /** Called before the data is loaded again after an import. */
  onImported: (queryType: ImportPlan['queryType']) => void
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
