import type { SubMenu } from '../core/permission'

/** Where a call comes from and under which number its log lines stand. */
export interface Call {
  address: string
  traceId: string
}

/** Who is asking, as looked up for each request (revocation acts at once). */
export interface SessionUser {
  id: string
  name: string
  /** What the account signs in with, for the security log. */
  userName?: string
  /** The rights; the server refuses everything to an account without any, whatever the page shows. */
  subMenus: readonly SubMenu[]
  /** What its pages show, where that is not what it may do: a role that is only looked at. */
  shown?: readonly SubMenu[]
  /** What it shares views of lists with. */
  roles?: readonly { code: string; name: string }[]
  /** Dimension → ids whose rows are visible; absent: no restriction in that dimension. */
  scope: Record<string, string[]>
  /** Of an account from outside: whose it is, the value of `outside.by` of the product. */
  outside?: string
  /** Acts for the system (demo data, jobs): no permission check, no row scope. Never comes from a request. */
  system?: boolean
  /** Knows a password that somebody else has set, and may do nothing before it is changed. */
  mustChangePassword?: boolean
  /** Only looks: whatever changes something is refused, with words of its own. */
  readOnly?: boolean
  /** What is being answered, for the security log. */
  call?: Call
}

/** What the pages of an account show; it is answered by its `subMenus` alone. */
export function shownTo({ shown, subMenus }: Pick<SessionUser, 'shown' | 'subMenus'>): readonly SubMenu[] {
  return shown ?? subMenus
}

/** Nobody in particular: start-up, jobs, and who calls an open endpoint. Has no id, so rows that it creates name no creator. */
export const systemUser: SessionUser = { id: '', name: '', subMenus: [], scope: {}, system: true }

/** Looks a bearer token up; undefined: none, unknown, expired, revoked or a disabled user. */
export type Authenticate = (token: string) => Promise<SessionUser | undefined>

/** The business clock; injected, so that tests and demo data can replay days. */
export interface Clock {
  /** YYYY-MM-DD, Asia/Shanghai. */
  today(): string
  /** ISO 8601. */
  now(): string
}
