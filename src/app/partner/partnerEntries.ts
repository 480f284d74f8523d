/** Menu entries that open in an application outside (acceptance L3, R10): a new window, and a one-time ticket to sign in there. */
import { RequestError, type Request } from '../../../engine/client/request'
import type { Notify } from '../../../engine/client/notify'
import type { MenuPlan } from '../../../engine/core/plan'
import type { Settings } from '../settings'
import { partnerAddress } from './partnerLink'

export interface PartnerEntries {
  /** The address is that of an entry which opens outside. */
  has: (href: string) => boolean
  /** To be called by the click itself, or the browser stops the window. @throws RequestError when there is no ticket, after saying so (E3) */
  open: (href: string) => Promise<void>
}

export interface PartnerEntriesOptions {
  /** As they are now: in development they may be edited. */
  menus: () => readonly MenuPlan[]
  /** By name, as origins. */
  subApps: Settings['subApps']
  request: Request
  notify: Pick<Notify, 'error'>
  openWindow?: () => Window | null
}

export function createPartnerEntries({ menus, subApps, request, notify, openWindow = emptyWindow }: PartnerEntriesOptions): PartnerEntries {
  function entryOf(href: string): { menu: MenuPlan; origin: string } | undefined {
    const menu = menus().find(({ router }) => router === href)
    const origin = menu?.externalApp !== undefined && Object.hasOwn(subApps, menu.externalApp) ? subApps[menu.externalApp] : undefined
    return menu && origin !== undefined ? { menu, origin } : undefined
  }

  return {
    has: (href) => entryOf(href) !== undefined,
    async open(href) {
      const entry = entryOf(href)
      if (!entry) return
      const target = openWindow()
      if (!target) return notify.error('浏览器拦截了新窗口，请允许本站弹出窗口后重试')
      const result = await request<{ accessToken: string }>({
        method: 'POST',
        url: '/api/keju/token',
        values: { path: href, origin: entry.origin },
        quiet: true,
      })
      if (!result.success) {
        target.close()
        if (!result.shown) notify.error(result.message)
        throw new RequestError(result)
      }
      target.location.replace(partnerAddress(entry.origin, { ticket: result.body.accessToken, path: href }, entry.menu.ieFlag))
    },
  }
}

/**
 * With the feature `noopener` the browser would hand out no window whose address could be set when the ticket has come. So the window is
 * cut off from this page by hand while it is still empty; a referrer it gets none, because this page sends none (Referrer-Policy).
 */
function emptyWindow(): Window | null {
  const opened = window.open('about:blank', '_blank')
  if (!opened) return null
  opened.opener = null
  opened.document.title = '正在打开…'
  return opened
}
