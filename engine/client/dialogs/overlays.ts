import type { Overlays } from '../actions/overlays'
import { lazyPart } from '../ui/lazyPart'

/** What lies over pages. Each comes with the first that is opened: Formily with a dialog, and few pages open a list in a drawer. */
export const overlays: Overlays = {
  ActionDialogs: lazyPart(() => import('./ActionDialogs').then((module) => module.ActionDialogs)),
  ListDrawer: lazyPart(() => import('../list/ListDrawer').then((module) => module.ListDrawer)),
}
