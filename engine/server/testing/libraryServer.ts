import type { FastifyInstance } from 'fastify'
import type { SubMenu } from '../../core/permission'
import type { Database } from '../database/database'
import { createServer, type ServerOptions } from '../server'
import type { Clock, SessionUser } from '../session'
import { libraryExtensions, libraryPlan } from './library'
import { withSeenVersion } from './seenVersion'
import { everyButtonOf, noFiles } from './smallProduct'

/** 20 November 2026, noon in Shanghai. */
export const fixedClock: Clock = { today: () => '2026-11-20', now: () => '2026-11-20T04:00:00.000Z' }

/** Every right of every screen. */
export const allRights = everyButtonOf(libraryPlan)

export interface ApiResponse<Body = unknown> {
  status: number
  body: Body
  headers: Record<string, unknown>
}

export interface LibraryServer {
  app: FastifyInstance
  /** As an account, or as nobody. */
  ask<Body = unknown>(
    user: SessionUser | undefined,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT',
    url: string,
    body?: object,
  ): Promise<ApiResponse<Body>>
}

/** The library, served; accounts are given with each request. */
export async function serveLibrary(database: Database, options: Partial<ServerOptions> = {}): Promise<LibraryServer> {
  const users = new Map<string, SessionUser>()
  const app = await createServer({
    plan: libraryPlan,
    database,
    extensions: libraryExtensions,
    authenticate: async (token) => users.get(token),
    clock: fixedClock,
    fileStore: noFiles,
    contractPermission: 'manage_branch',
    logger: { level: 'silent' },
    ...options,
  })
  return {
    app,
    async ask(user, method, url, body) {
      const token = `token-${user?.id ?? ''}`
      if (user) users.set(token, user)
      const sent = await withSeenVersion({ plan: options.plan ?? libraryPlan, database }, method, url, body)
      const response = await app.inject({
        method,
        url,
        headers: user ? { authorization: `Bearer ${token}` } : {},
        ...(sent ? { payload: sent } : {}),
      })
      const isJson = /[/+]json/.test(String(response.headers['content-type']))
      const content: unknown = isJson ? response.json() : response.body
      return { status: response.statusCode, body: content as never, headers: response.headers }
    },
  }
}

export function member(id: string, scope: SessionUser['scope'] = {}, subMenus: SubMenu[] = allRights): SessionUser {
  return { id, name: `user ${id}`, subMenus, scope }
}
