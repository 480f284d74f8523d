import { QueryClientProvider } from '@tanstack/react-query'
import { App } from 'antd'
import { useEffect, type ReactNode } from 'react'
import type { UserRights } from '../core/rights'
import { formatDateTime } from '../core/dateTime'
import type { ExpressionEnvironment } from '../core/expression'
import { OverlaysContext } from './actions/overlays'
import { DictionariesContext, noExtensions, RightsContext, ServicesContext, type ClientExtensions, type EngineServices } from './context'
import { overlays } from './dialogs/overlays'
import { createQueryClient } from './data/queryClient'
import { createSectionCache } from './memory/sectionCache'
import { preloadControls } from './fields/controls/preload'
import type { Dictionaries } from './fieldDefinition'
import { createFileStore, type FileUrls } from './files'
import { createPendingDrafts } from './memory/pendingDrafts'
import './engine.css'

export type EngineOptions = Pick<
  EngineServices,
  'request' | 'notify' | 'navigate' | 'prefetch' | 'homes' | 'loadScreen' | 'storage' | 'preferences' | 'systems' | 'onQueued'
> & {
  extensions?: ClientExtensions
  fileUrls?: FileUrls
  /** Another clock than the browser's, such as the server's business day. */
  environment?: () => ExpressionEnvironment
}

/** Made once per program. */
export function createEngineServices({
  extensions = noExtensions,
  fileUrls,
  environment = browserClock(),
  ...given
}: EngineOptions): EngineServices {
  return {
    ...given,
    environment,
    extensions,
    files: createFileStore(given.request, fileUrls),
    drafts: createPendingDrafts(),
    sections: createSectionCache(given.storage),
    queries: createQueryClient(),
  }
}

/** The moment of this browser, to the second: every row of a list asks, and the calendar of another time zone is dear. */
export function browserClock(): () => ExpressionEnvironment {
  let second = 0
  let time: ExpressionEnvironment
  return () => {
    const current = Math.floor(Date.now() / 1000)
    if (current !== second) {
      second = current
      const now = new Date(current * 1000).toISOString()
      time = { today: formatDateTime(now).slice(0, 10), now }
    }
    return time
  }
}

export interface EngineProviderProps {
  services: EngineServices
  /** Pass the same object as long as the rights are the same. */
  rights: UserRights
  dictionaries: Dictionaries
  children: ReactNode
}

/** Stands inside antd's `<App>`, whose messages and dialogs it uses and whose CSS variables everything below is drawn with. */
export function EngineProvider({ services, rights, dictionaries, children }: EngineProviderProps) {
  const { message, modal } = App.useApp()
  services.notify.attach({ message, modal })
  const { queries } = services
  useEffect(() => preloadControls(queries), [queries])
  return (
    <QueryClientProvider client={services.queries}>
      <ServicesContext value={services}>
        <RightsContext value={rights}>
          <DictionariesContext value={dictionaries}>
            <OverlaysContext value={overlays}>{children}</OverlaysContext>
          </DictionariesContext>
        </RightsContext>
      </ServicesContext>
    </QueryClientProvider>
  )
}
