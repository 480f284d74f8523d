import type { EngineServices } from '../../engine/client/context'
import type { BrowserScreenPlan } from '../../engine/core/plan'
import type { EditedProduct } from './product'
import type { Screens } from './routing/screens'
import type { Session } from './session/session'

/** What the development server tells (scripts/vite/schemas.ts, scripts/dev.mjs). */
export interface EditingEvents {
  /** A screen was edited. */
  'screen:plan': { id: string; plan: BrowserScreenPlan }
  /** Menus, or addresses of pages, were edited. */
  'product:edited': EditedProduct
  /** The schemas are sound again. */
  'schemas:sound': object
  /** What was edited is shown, and not yet served: what has to be done for that. */
  'server:behind': { why: string }
  /** The server was started anew, with what was edited. */
  'server:ready': object
}

interface Hot {
  on: <Name extends keyof EditingEvents>(name: Name, listener: (event: EditingEvents[Name]) => void) => void
}

interface Edited {
  screens: Screens
  services: EngineServices
  session: Session
  followProduct: (edited: EditedProduct) => void
}

/** In development: pages follow edited schemas as they are, without losing what is typed. */
export function followEditing({ screens, services, session, followProduct }: Edited, hot: Hot): void {
  hot.on('screen:plan', ({ id, plan }) => {
    screens.replace(id, plan)
    // Drawers and tables keep the plans of the screens that they show.
    void services.queries.invalidateQueries({ queryKey: ['screen', id] })
  })
  hot.on('product:edited', followProduct)
  hot.on('schemas:sound', closeOverlay)
  hot.on('server:behind', ({ why }) => services.notify.warning(why))
  hot.on('server:ready', () => void followServer({ screens, services, session }))
}

async function followServer({ screens, services, session }: Pick<Edited, 'screens' | 'services' | 'session'>): Promise<void> {
  void services.queries.invalidateQueries()
  await session.refresh()
  // What was opened between the edit and now is shown as it was before.
  await screens.renew()
}

/** Only the one about schemas: what is wrong with a module is Vite's to close. */
function closeOverlay(): void {
  for (const overlay of document.querySelectorAll('vite-error-overlay'))
    if (overlay.shadowRoot?.querySelector('.plugin')?.textContent.includes('schemas')) overlay.remove()
}
