import type { Request } from '../../../engine/client/request'
import type { Session } from '../session/session'
import { partnerLoginPath, readPartnerLink } from './partnerLink'

export interface PartnerLogin {
  /** The address holds a ticket: who is here will be known when it is redeemed. */
  isDue: boolean
  /**
   * Signs in by the ticket and goes to its page, once, however often it is asked. Resolves with what was wrong, for the user, or with
   * nothing when the user is on the way.
   */
  redeem: () => Promise<string | undefined>
}

export interface PartnerLoginOptions {
  isKnown: (path: string) => boolean
  request: Request
  session: () => Pick<Session, 'adopt' | 'begin'>
  /** In place of the page in front. */
  navigate: (to: string) => void
}

const USELESS = '登录链接无效或不完整，请回到原系统重新打开'

/** The receiving end of a partner link (acceptance L3). The ticket leaves the address, and so the history, before anything else happens. */
export function createPartnerLogin({ isKnown, request, session, navigate }: PartnerLoginOptions): PartnerLogin {
  const { pathname, search } = window.location
  const link = pathname === partnerLoginPath ? readPartnerLink(search, isKnown) : undefined
  if (pathname === partnerLoginPath) window.history.replaceState(null, '', partnerLoginPath)
  let redeeming: Promise<string | undefined> | undefined

  async function redeem(): Promise<string | undefined> {
    if (!link) return USELESS
    const { ticket, path } = link
    const result = await request<{ accessToken: string }>({
      method: 'POST',
      url: '/api/keju/ticket',
      values: { ticket, path },
      quiet: true,
    })
    if (!result.success) {
      // Perhaps somebody is signed in here all the same.
      void session().begin()
      return result.message
    }
    if (!(await session().adopt(result.body.accessToken))) return USELESS
    navigate(path)
    return undefined
  }
  return { isDue: link !== undefined, redeem: () => (redeeming ??= redeem()) }
}
