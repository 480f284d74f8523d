/** Sign-in and what a page asks about its account (acceptance C4). The paths are those of the specification; `/userLogin/*` beside them is ours. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { allowedActions, type SubMenu } from '../../../engine/core/permission'
import { bearerToken, userOf } from '../../../engine/server/authorise'
import { fieldProblem, invalid, refused, tooMany, unauthorized } from '../../../engine/server/problem'
import type { ProductParts } from '../../../engine/server/plans/productParts'
import { limitRequests } from '../../../engine/server/requestLimit'
import { callOf, type SecurityEvent } from '../../../engine/server/securityEvents'
import type { Services } from '../../../engine/server/services'
import { shownTo } from '../../../engine/server/session'
import { accountColumns } from '../accountColumns'
import { refusedPasswords, type Config } from '../config'
import type { Tables } from '../generated/tables'
import { listsOf, readItems } from '../liveDictionaries'
import type { Account } from './account'
import { hashPassword, passwordMatches, weakness } from './password'
import { preferenceKey, preferenceMaxBytes, preferencesOf, setPreference } from './preferences'
import { endPreview, previewRoutes } from './preview'
import { signIn } from './signIn'
import { issueToken, revokeToken, revokeTokensOf } from './tokens'

/** Tries from one address for all accounts together: a whole office behind one address, not a list of names. */
const triesFromAddress = { name: 'signIn', max: 100, minutes: 1 }
/** Of one account, from wherever: who sits down at somebody's open page is not to guess the password there. */
const passwordChanges = { name: 'changePassword', max: 10, minutes: 10 }

interface MenuCall {
  Body: { product?: string } | undefined
}

interface SignInForm {
  userName: string
  password: string
}

/** As it is looked up, so that the same account has one name however it is typed. */
function nameOf(body: unknown): string {
  return (body as SignInForm).userName.trim()
}

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength })
const body = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  body: { type: 'object', properties, required, additionalProperties: false },
})
const asks = (properties: Record<string, object>) => ({ schema: body(properties, []) })
/** Shorter responses are not worth compressing. */
const compressed = { threshold: 2_048 }

/** @param parts menus, routes and versions of plans for an account */
export function sessionRoutes(
  app: FastifyInstance,
  services: Services,
  config: Pick<Config, 'demo' | 'demoPassword'>,
  parts: ProductParts,
): void {
  const { database, clock, plan } = services
  const kysely: Kysely<Tables> = database.kysely
  const menus = plan.menus
  const now = () => new Date(clock.now())
  const session = { config: { permission: 'session' } }
  /**
   * Asked before anything else, and at the end: also by a preview, whose page begins and ends as any other, and by an account that must
   * change its password, whose page learns so by them.
   */
  const asked = { config: { permission: 'session', harmless: true, entry: true } }

  const tell = (request: FastifyRequest, kind: string, user: SecurityEvent['user'], detail?: string): void =>
    services.securityEvents?.record({ kind, user, call: callOf(request), detail })

  /** The whole account of a request, as `authenticate` has found it. */
  const accountOf = (request: FastifyRequest): Account => userOf(request) as Account

  app.post<{ Body: SignInForm }>(
    '/login/login',
    {
      schema: body({ userName: text(40), password: text(128) }),
      config: { permission: 'open' },
      onRequest: limitRequests(services.database, {
        ...triesFromAddress,
        onExceeded: (request) =>
          tell(request, 'signInSlowed', undefined, `同一来源在 ${triesFromAddress.minutes} 分钟内登录超过 ${triesFromAddress.max} 次`),
      }),
    },
    async (request) => {
      const attempt = { userName: nameOf(request.body), address: request.ip }
      const result = await signIn(kysely, attempt, request.body.password, now(), menus)
      if ('slowed' in result) {
        tell(request, 'signInSlowed', whoTried(attempt.userName, result.slowed.knownId))
        throw tooMany(result.slowed.waitSeconds, texts.slowed)
      }
      if ('refused' in result) {
        tell(request, 'signInRefused', whoTried(attempt.userName, result.refused.knownId))
        throw refused(texts.refused)
      }
      const { account } = result
      const accessToken = await issueToken(kysely, account.id, now())
      tell(request, 'signIn', account)
      return { accessToken, userName: account.userName, realName: account.name, mustChangePassword: account.mustChangePassword }
    },
  )

  previewRoutes(app, services)

  app.get('/login/demo', { config: { permission: 'open' } }, () => ({ demo: config.demo }))

  app.post('/uccas/account/logout', asked, async (request) => {
    const token = bearerToken(request.headers.authorization)
    if (token === undefined) return {}
    await revokeToken(kysely, token)
    await endPreview(kysely, token)
    return {}
  })

  const asksForMenu = { ...asked, ...asks({ systemCode: text(40), product: text(40) }), compress: compressed }
  app.post<MenuCall>('/userLogin/getUserMenu', asksForMenu, (request) => menuOf(request, belongings(accountOf(request))))

  async function menuOf(request: FastifyRequest<MenuCall>, own: ReturnType<typeof belongings>) {
    const account = accountOf(request)
    return {
      userMenuElement: {
        createTime: now().getTime(),
        userId: account.id,
        parentMenu: parentMenuOf(shownTo(account)),
        subMenu: shownTo(account),
        ...(await own),
        ...(account.mustChangePassword ? { mustChangePassword: true } : {}),
        ...(account.preview ? { preview: account.preview } : {}),
      },
      product: await parts.answer(account, request.body?.product),
    }
  }

  /** What a page asks before it can be drawn, in one call: five round trips less. The calls of the specification answer the same parts one by one. */
  app.post<MenuCall>('/userLogin/begin', asksForMenu, async (request) => {
    const account = accountOf(request)
    const part = async <Body>(answered: Promise<Body>): Promise<Body | undefined> => {
      const [result] = await Promise.allSettled([answered])
      if (result.status === 'fulfilled') return result.value
      request.log.error({ err: result.reason }, 'a part of what a session begins with could not be had')
      return undefined
    }
    const isFull = !account.mustChangePassword
    // Two parts tell it, and it is asked for once.
    const own = belongings(account)
    const [menu, detail, roles, belonging, dictionaries, preferences] = await Promise.all([
      menuOf(request, own),
      detailOf(request),
      rolesOf(request),
      part(belongingOf(request, own)),
      isFull ? part(dictionariesOf()) : undefined,
      isFull ? part(storedPreferences(request)) : undefined,
    ])
    return { menu, detail, roles, belonging, dictionaries, preferences }
  })

  const dictionariesOf = async () => ({ dictionaries: listsOf(await readItems(kysely)) })

  app.get<{ Querystring: { menuId: string } }>(
    '/ucmanage/permission/button',
    {
      ...session,
      schema: {
        querystring: {
          type: 'object',
          properties: { systemCode: { const: 'supplyChainFin' }, menuId: text(20), t: text(20) },
          required: ['systemCode', 'menuId'],
          additionalProperties: false,
        },
      },
    },
    (request) => {
      const subMenus = shownTo(accountOf(request))
      const menuName = subMenus.find((subMenu) => subMenu.menuId === request.query.menuId)?.menuName
      return { result: menuName === undefined ? [] : allowedActions(subMenus, menuName).map((code) => ({ code })) }
    },
  )

  app.post('/userLogin/getUserDetail', asked, detailOf)

  async function detailOf(request: FastifyRequest) {
    const { id, outside } = userOf(request)
    const detail = await kysely
      .selectFrom('app_user as u')
      .leftJoin('department as d', 'd.id', 'u.department_id')
      .leftJoin('enterprise as e', 'e.id', 'u.enterprise_id')
      .select([
        ...accountColumns,
        'u.data_scope as dataScope',
        'd.department_name as departmentName',
        'e.enterprise_name as enterpriseName',
      ])
      .where('u.id', '=', id)
      .executeTakeFirst()
    if (!detail) throw unauthorized()
    return outside === undefined ? detail : { ...detail, outside: true }
  }

  app.post('/userLogin/getUserRoles', asked, rolesOf)

  async function rolesOf(request: FastifyRequest) {
    const { roles } = accountOf(request)
    return { roles: roles.map(({ code, name }) => ({ roleCode: code, roleName: name })) }
  }

  app.post('/userLogin/getFundingDepartment', asked, (request) => belongingOf(request, belongings(accountOf(request))))

  async function belongingOf(request: FastifyRequest, own: ReturnType<typeof belongings>) {
    const account = accountOf(request)
    const { departmentElement, fundingElement } = await own
    return { departmentElement, fundingPartySet: fundingElement, name: account.name }
  }

  app.post<{ Body: { oldPassword: string; newPassword: string } }>(
    '/userLogin/changePassword',
    {
      config: { permission: 'session', entry: true },
      schema: body({ oldPassword: text(128), newPassword: text(128) }),
      onRequest: limitRequests(services.database, { ...passwordChanges, keyOf: (request) => userOf(request).id }),
    },
    async (request) => {
      const account = accountOf(request)
      const { oldPassword, newPassword } = request.body
      if (!(await passwordMatches(oldPassword, account.passwordHash))) {
        tell(request, 'signInRefused', account, '修改密码时原密码不正确')
        throw wrongField('oldPassword', '原密码不正确')
      }
      const weak =
        newPassword === oldPassword ? '新密码不能与原密码相同' : await weakness(newPassword, account.userName, refusedPasswords(config))
      if (weak !== undefined) throw wrongField('newPassword', weak)
      const hash = await hashPassword(newPassword)
      await kysely.updateTable('app_user').set({ password_hash: hash, must_change_pwd: false }).where('id', '=', account.id).execute()
      // Whoever knew the old password is signed out; the page that changed it stays.
      await revokeTokensOf(kysely, account.id, bearerToken(request.headers.authorization))
      tell(request, 'password', account, '修改自己的密码')
      return {}
    },
  )

  app.get('/userLogin/preferences', session, storedPreferences)

  async function storedPreferences(request: FastifyRequest) {
    return { preferences: await preferencesOf(kysely, userOf(request).id) }
  }

  app.put<{ Params: { '*': string }; Body: { value: unknown } }>(
    '/userLogin/preferences/*',
    {
      ...session,
      bodyLimit: preferenceMaxBytes,
      schema: {
        params: { type: 'object', properties: { '*': { type: 'string', pattern: preferenceKey } } },
        body: { type: 'object', properties: { value: {} }, required: ['value'], additionalProperties: false },
      },
    },
    async (request) => {
      await setPreference(kysely, userOf(request).id, request.params['*'], request.body.value, clock.now())
      return {}
    },
  )

  /** Top-level menus of which the account may open something. */
  function parentMenuOf(subMenus: readonly SubMenu[]) {
    const opened = new Set(subMenus.map((subMenu) => subMenu.menuId.split('-')[0]))
    return menus
      .filter((menu) => menu.mpid === -1 && (subMenus.length === 0 || opened.has(menu.id)))
      .map((menu) => ({ code: menu.permissionGroups?.[0] ?? menu.id, pageUrl: menu.router ?? '', label: menu.name, seq: menu.seq }))
  }

  async function belongings({ departmentId, fundingPartyIds }: Account) {
    const department =
      departmentId === undefined
        ? undefined
        : await kysely.selectFrom('department').select(['id', 'department_name as name']).where('id', '=', departmentId).executeTakeFirst()
    const parties =
      fundingPartyIds.length === 0
        ? []
        : await kysely
            .selectFrom('enterprise')
            .select(['id', 'enterprise_name as name'])
            .where('id', 'in', fundingPartyIds)
            .orderBy('id')
            .execute()
    return {
      departmentElement: department ? [department] : [],
      fundingElement: parties,
    }
  }
}

const texts = {
  /** One text for all that may be in the way, so that it tells nobody of the password. */
  refused: '登录名或密码不正确，或账号已停用、锁定；请核对后重试，仍不能登录请联系系统管理员',
  slowed: '登录失败次数较多，请稍后再试；忘记密码请联系系统管理员重置',
}

/** Of a name that there is not, the log keeps a hint alone: people type their password where the name belongs. */
function whoTried(userName: string, knownId: string | undefined): SecurityEvent['user'] {
  return knownId === undefined ? { id: '', userName: `${userName.slice(0, 2)}***` } : { id: knownId, userName }
}

function wrongField(path: string, detail: string) {
  return invalid([fieldProblem(path, 'check', detail)])
}
