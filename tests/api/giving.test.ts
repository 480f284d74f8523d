import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { allowedActions, mayOpen, splitMenuName } from '../../engine/core/permission'
import { systemUser } from '../../engine/server/session'
import type { Option } from '../../engine/core/wire'
import { inWrite } from '../../engine/server/write/transaction'
import type { MenuPermissions } from '../../src/server/generated/shapes'
import { Random } from '../../src/server/demo/random'
import { permissionTreeOf, type PermissionMenu } from '../../src/server/permissionTree'
import { insertRows } from '../../src/server/seed/insertRows'
import { accountById, departmentsBelow, type Account } from '../../src/server/session/account'
import { hashPassword } from '../../src/server/session/password'
import type { ApiResponse, Session } from './support/client'
import { demoPassword } from './support/config'
import { at } from './support/fixtures'
import { describePlatform } from './support/platform'

const userMenu = 'manage_userManage'
const departmentMenu = 'base_department'
const scopes = ['ALL', 'ALL', 'DEPT', 'DEPT_TREE', 'SELF', 'FUNDING', 'PARTNER']

/** What says whose rows an account sees. */
interface Place {
  dataScope: string
  departmentId: string
  enterpriseId: string
  fundingPartyIds?: string[]
}

/** What an account can do and see, as its own session would tell: codes, and per dimension the ids or everything. */
interface Reach {
  codes: ReadonlySet<string>
  scope: Account['scope']
}

function reachOf({ subMenus, scope }: Account): Reach {
  const open = subMenus.filter(({ menuName }) => mayOpen(subMenus, menuName))
  const codes = open.flatMap(({ menuName }) => {
    const { name } = splitMenuName(menuName)
    return [name, ...allowedActions(subMenus, menuName).map((action) => `${name}_${action}`)]
  })
  return { codes: new Set(codes), scope }
}

function within(own: Reach, other: Reach | undefined): boolean {
  if (!other) return true
  const scoped = Object.entries(own.scope).every(([dimension, ids]) =>
    other.scope[dimension]?.every((id) => id === '0' || ids.includes(id)),
  )
  return scoped && [...other.codes].every((code) => own.codes.has(code))
}

/** Every row of the department, whosever it is otherwise. */
function seesAll({ scope: { department, ...others } }: Reach, id: string): boolean {
  return Object.keys(others).length === 0 && (department === undefined || department.includes(id))
}

/** The departments that have come into, or gone out of, the tree of another. */
function changedBetween(before: Map<string, string[]>, after: Map<string, string[]>): string[] {
  const without = (from: Map<string, string[]>, others: Map<string, string[]>): string[] =>
    [...from].flatMap(([above, all]) => all.filter((id) => !others.get(above)?.includes(id)))
  return [...new Set([...without(before, after), ...without(after, before)])]
}

/** security.md, "Giving rights": keeping users is no way to more rights. */
describePlatform('giving rights', (platform) => {
  const tree = (): PermissionMenu[] => permissionTreeOf(platform().plan)
  const kysely = () => platform().database.kysely
  /** Undefined of an account that is not there any more. */
  const reach = async (id: string): Promise<Reach | undefined> => {
    const account = await accountById(kysely(), id, platform().plan.menus)
    return account && reachOf(account)
  }
  const ids = async (table: string): Promise<string[]> =>
    (await kysely().selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => String(id))
  /** By department, what an account of its tree sees. */
  const trees = async (): Promise<Map<string, string[]>> => {
    const all = await Promise.all(
      (await ids('department')).map(async (id): Promise<[string, string[]]> => [id, (await departmentsBelow(kysely(), id)).toSorted()]),
    )
    return new Map(all)
  }
  const versionOf = async (table: string, id: string): Promise<number> =>
    Number((await kysely().selectFrom(table).select('version').where('id', '=', id).executeTakeFirst())?.['version'] ?? 1)

  let serial = 0
  let passwordHash = ''
  beforeAll(async () => {
    // Hashing at the usual cost takes a core 0.1 s, and signing in as long again, for each of a hundred accounts.
    passwordHash = await hashPassword(demoPassword, 2 ** 4)
  })
  async function addRole(menuPermissions: MenuPermissions, more: object = {}): Promise<string> {
    serial += 1
    const values = { roleCode: `R${serial}`, roleName: `角色 ${serial}`, dataScope: 'ALL', status: 'ENABLED', ...more, menuPermissions }
    return (await inWrite(platform().services, systemUser, (context) => insertRows(context, 'role', [{ values }])))[0] ?? ''
  }
  async function addAccount(values: object): Promise<{ id: string; userName: string }> {
    serial += 1
    const userName = `giving${serial}`
    const all = {
      userName,
      realName: `用户 ${serial}`,
      mobile: `1990000${String(serial).padStart(4, '0')}`,
      passwordHash,
      dataScope: 'ALL',
      roleIds: [],
      mustChangePwd: false,
      ...values,
    }
    const [id = ''] = await inWrite(platform().services, systemUser, (context) => insertRows(context, 'appUser', [{ values: all }]))
    return { id, userName }
  }
  const keeping = (without: string[] = ['assignPermission']): MenuPermissions => {
    const buttons =
      tree()
        .find(({ menuName }) => menuName === userMenu)
        ?.buttons.map(({ code }) => code) ?? []
    return [{ menuName: userMenu, permissionType: 1, buttons: buttons.filter((code) => !without.includes(code)) }]
  }
  async function signIn(account: { userName: string }): Promise<Session> {
    return platform().guest.signIn(account.userName)
  }
  const outcomeOf = ({ status, body }: ApiResponse): unknown => [status, body.message]

  it('names the menus, buttons and rows that exceed, and takes nothing over by a password', async () => {
    const sees = [{ menuName: 'base_category', permissionType: 1 as const, buttons: ['view'] }]
    const more = [{ menuName: 'base_category', permissionType: 1 as const, buttons: ['view', 'add', 'delete'] }]
    const [small, big] = [await addRole(sees), await addRole(more)]
    const department = await platform().idOf('department', 'department_name', '华东业务部')
    const keeper = await addAccount({ roleIds: [await addRole([...keeping(), ...sees])], dataScope: 'DEPT', departmentId: department })
    const session = await signIn(keeper)
    const target = await addAccount({ roleIds: [big], dataScope: 'DEPT', departmentId: department })
    const everywhere = await addAccount({ roleIds: [small], dataScope: 'ALL', departmentId: department })
    const reset = async (id: string) => session.set(at.user, 'password', id, { newPassword: 'Linshi2026ab' })
    const edit = async (id: string, values: object) =>
      session.ask('PATCH', `${at.user}/${id}`, { ...values, version: await versionOf('app_user', id) })

    expect(outcomeOf(await reset(target.id))).toEqual([
      417,
      expect.stringMatching(/^“用户 \d+”的权限超出您自己的：“品类”的新增、删除。请由有“分配权限”的人办理$/),
    ])
    expect(outcomeOf(await reset(everywhere.id))).toEqual([417, expect.stringContaining('：数据范围（不限部门）。')])
    const held = await addAccount({ roleIds: [small], dataScope: 'DEPT', departmentId: department })
    expect(outcomeOf(await edit(held.id, { roleIds: [small, big] }))).toEqual([417, expect.stringContaining('“品类”的新增、删除')])
    expect(outcomeOf(await edit(held.id, { dataScope: 'ALL' }))).toEqual([417, expect.stringContaining('数据范围（不限部门）')])
    expect(outcomeOf(await edit(keeper.id, { roleIds: [small] }))).toEqual([417, expect.stringMatching(/^不能修改自己的角色/)])
    expect((await edit(keeper.id, { mobile: '19911112222' })).status).toBe(200)
    expect((await reset(held.id)).status).toBe(200)

    const admin = await platform().as('admin')
    expect((await admin.set(at.user, 'password', target.id, { newPassword: 'Linshi2026ab' })).status).toBe(200)
  })

  it.each(['lock', 'disable', 'enable', 'unlock', 'delete', 'status', 'password'] as const)(
    'does nothing by %s to an account with more rights or rows than the keeper has, and does it to one with as many',
    async (path) => {
      const right = (buttons: string[]) => ({ menuName: 'base_category', permissionType: 1 as const, buttons })
      const [small, big] = [await addRole([right(['view'])]), await addRole([right(['view', 'add'])])]
      const departmentId = await platform().idOf('department', 'department_name', '华东业务部')
      const place = { dataScope: 'DEPT', departmentId }
      const session = await signIn(await addAccount({ ...place, roleIds: [await addRole([...keeping(), right(['view'])])] }))
      const status = path === 'enable' ? 'DISABLED' : path === 'unlock' ? 'LOCKED' : 'ENABLED'
      const asked = async (account: { id: string }): Promise<unknown[]> => {
        const { id } = account
        const version = await versionOf('app_user', id)
        const calls = {
          delete: () => session.ask('DELETE', `${at.user}/${id}`, { version }),
          status: () => session.ask('PATCH', `${at.user}/status/${id}`, { version, status: 'DISABLED' }),
          password: () => session.ask('PATCH', `${at.user}/password/${id}`, { version, newPassword: 'Linshi2026ab' }),
        }
        const response = await (Object.hasOwn(calls, path)
          ? calls[path as keyof typeof calls]()
          : session.ask('POST', `${at.user}/${path}/${id}`, { version }))
        return outcomeOf(response) as unknown[]
      }
      const rowOf = (id: string) => kysely().selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirst()
      for (const more of [
        { ...place, roleIds: [big] },
        { dataScope: 'ALL', departmentId, roleIds: [small] },
      ]) {
        const target = await addAccount({ ...more, status })
        const before = await rowOf(target.id)
        expect(await asked(target)).toEqual([417, expect.stringContaining('的权限超出您自己的')])
        expect(await rowOf(target.id)).toEqual(before)
      }
      expect((await asked(await addAccount({ ...place, roleIds: [small], status })))[0]).toBe(200)
    },
  )

  it('moves no department, nor takes one out, for who does not see all of its rows', async () => {
    const of = (name: string) => platform().idOf('department', 'department_name', name)
    const [east, finance] = [await of('华东业务部'), await of('财务部')]
    const top = String(
      (await kysely().selectFrom('department').select('parent_id').where('id', '=', east).executeTakeFirst())?.['parent_id'],
    )
    const funding = await kysely()
      .selectFrom('enterprise')
      .select('id')
      .where(sql<boolean>`'FUNDING' = any(enterprise_roles)`)
      .executeTakeFirstOrThrow()
    const fundingPartyIds = [String(funding['id'])]
    const roleIds = [await addRole([{ menuName: departmentMenu, permissionType: 1, buttons: ['view', 'edit'] }])]
    const own = { roleIds, departmentId: east }
    const keepers: [string, object][] = [
      ['own rows', { ...own, dataScope: 'SELF' }],
      ['some funding parties', { ...own, dataScope: 'ALL', fundingPartyIds }],
      ['a department, of some funding parties', { ...own, dataScope: 'DEPT', fundingPartyIds }],
      ['another department', { ...own, dataScope: 'DEPT', departmentId: finance }],
    ]
    const before = await trees()
    for (const [name, values] of keepers) {
      const session = await signIn(await addAccount(values))
      for (const to of [{ parentId: finance }, { clear: ['parentId'] }]) {
        const response = await session.ask('PATCH', `${at.department}/${east}`, { ...to, version: await versionOf('department', east) })
        expect([name, to, ...(outcomeOf(response) as unknown[])]).toEqual([name, to, 417, expect.stringContaining('不全在您的数据范围内')])
      }
      const renamed = await session.ask('PATCH', `${at.department}/${east}`, { seq: 7, version: await versionOf('department', east) })
      expect([name, renamed.status]).toEqual([name, 200])
    }
    expect(await trees()).toEqual(before)
    for (const values of [
      { ...own, dataScope: 'DEPT' },
      { ...own, dataScope: 'ALL' },
    ]) {
      const session = await signIn(await addAccount(values))
      for (const to of [{ clear: ['parentId'] }, { parentId: top }])
        expect(
          (await session.ask('PATCH', `${at.department}/${east}`, { ...to, version: await versionOf('department', east) })).status,
        ).toBe(200)
    }
  })

  it('shows in the form what cannot be given, before it is sent', async () => {
    const sees = [{ menuName: 'base_category', permissionType: 1 as const, buttons: ['view'] }]
    const more = [{ menuName: 'base_category', permissionType: 1 as const, buttons: ['view', 'add'] }]
    const [small, big] = [await addRole(sees), await addRole(more)]
    const department = await platform().idOf('department', 'department_name', '华东业务部')
    const keeper = await addAccount({ roleIds: [await addRole([...keeping(), ...sees])], dataScope: 'DEPT', departmentId: department })
    const session = await signIn(keeper)
    const offered = async (who: Session) => {
      const { body } = await who.ask<Option[]>('GET', `${at.user}/options/roleIds?values=${small}&values=${big}`)
      return new Map(body.map(({ value, refused }) => [value, refused]))
    }
    expect(await offered(session)).toEqual(
      new Map([
        [small, undefined],
        [big, '超出您自己的权限：“品类”的新增'],
      ]),
    )
    expect([...(await offered(await platform().as('admin'))).values()]).toEqual([undefined, undefined])

    const held = await addAccount({ roleIds: [small], dataScope: 'DEPT', departmentId: department })
    const tried = await session.ask('POST', `${at.user}/try/${held.id}`, {
      dataScope: 'ALL',
      version: await versionOf('app_user', held.id),
    })
    expect(tried.status).toBe(200)
    expect(tried.body.problems).toEqual([expect.objectContaining({ path: '', detail: expect.stringContaining('数据范围（不限部门）') })])
    const outcomeOf = { dataScope: 'SELF', version: await versionOf('role', big) }
    const ofRole = await session.ask('POST', `${at.role}/try/${big}`, outcomeOf)
    expect(ofRole.body.problems).toEqual([expect.objectContaining({ path: '', detail: expect.stringContaining('“品类”的新增') })])
  })

  it('opens the account of a partner without a password, which only who may give its rights can set', async () => {
    const enterprise = await platform()
      .database.kysely.selectFrom('enterprise as e')
      .select('e.id')
      .where('e.effective_status', '=', 'ACTIVE')
      .where(sql<boolean>`'BORROWER' = any(e.enterprise_roles)`)
      .where(sql<boolean>`not exists (select from app_user as u where u.enterprise_id = e.id)`)
      .executeTakeFirstOrThrow()
    await platform()
      .database.kysely.updateTable('enterprise')
      .set({ contact_mobile: '19922223333' })
      .where('id', '=', enterprise['id'])
      .execute()
    const reviewer = await platform().as('bm01')
    const opened = await reviewer.ask('POST', `${at.enterprise}/openaccount`, { enterpriseId: String(enterprise['id']) })
    expect(opened.status).toBe(200)
    const userName: string = opened.body.userName
    const id = await platform().idOf('app_user', 'user_name', userName)
    const keeper = await signIn(await addAccount({ roleIds: [await addRole(keeping())] }))
    const set = { newPassword: 'Linshi2026ab' }
    expect((await reviewer.set(at.user, 'password', id, set)).status).toBe(403)
    expect((await keeper.set(at.user, 'password', id, set)).status).toBe(417)
    expect((await platform().guest.ask('POST', '/login/login', { userName, password: '' })).status).not.toBe(200)
    expect((await (await platform().as('admin')).set(at.user, 'password', id, set)).status).toBe(200)
  })

  /** Where an account may stand: half of the time where the one that is given stands. */
  async function anyPlace(random: Random, like?: Place): Promise<Place> {
    if (like && chance(random, 0.5)) return like
    const live = kysely().selectFrom('enterprise').select('id').where('effective_status', '=', 'ACTIVE').orderBy('id')
    const [enterprises, funding, departments] = await Promise.all([
      live.execute(),
      live.where(sql<boolean>`'FUNDING' = any(enterprise_roles)`).execute(),
      kysely().selectFrom('department').select('id').where('status', '=', 'ENABLED').orderBy('id').execute(),
    ])
    const one = (rows: readonly Record<string, unknown>[]): string => String(random.pick(rows)['id'])
    const dataScope = random.pick(scopes)
    const bound = dataScope === 'FUNDING' || chance(random, 0.2) ? { fundingPartyIds: [one(funding)] } : {}
    return { dataScope, departmentId: one(departments), enterpriseId: one(enterprises), ...bound }
  }

  /** One call, as anybody with the buttons could make it; what is not possible in this state is refused for that. */
  async function anyCall(
    random: Random,
    session: Session,
    own: { id: string; place: Place },
  ): Promise<{ kind: string; status: number; reset?: string }> {
    const [users, roles, departments] = await Promise.all([ids('app_user'), ids('role'), ids('department')])
    const user = chance(random, 0.15) ? own.id : random.pick(users.slice(-7))
    const role = random.pick(roles.slice(-9))
    const roleIds = [...new Set([role, ...(chance(random, 0.3) ? [random.pick(roles.slice(-9))] : [])])]
    const belongs = await anyPlace(random, own.place)
    serial += 1
    const about = async (table: string, id: string, values: object) => ({ ...values, version: await versionOf(table, id) })
    const act = async (action: string) => session.tryTo(at.user, action, user, await about('app_user', user, {}))
    const department = random.pick(departments)
    const moveTo = async (to: object): Promise<ApiResponse> =>
      session.ask('PATCH', `${at.department}/${department}`, await about('department', department, to))
    const calls: Record<string, () => Promise<ApiResponse>> = {
      add: () =>
        session.ask('POST', at.user, {
          userName: `given${serial}`,
          realName: '新',
          mobile: `1980000${String(serial).padStart(4, '0')}`,
          roleIds,
          ...belongs,
        }),
      edit: async () =>
        session.ask('PATCH', `${at.user}/${user}`, await about('app_user', user, chance(random, 0.5) ? { roleIds } : belongs)),
      reset: () => session.set(at.user, 'password', user, { newPassword: 'Linshi2026ab' }),
      enable: () => act('enable'),
      disable: () => act('disable'),
      unlock: () => act('unlock'),
      status: () => session.set(at.user, 'status', user, { status: random.pick(['ENABLED', 'DISABLED']) }),
      remove: async () => session.ask('DELETE', `${at.user}/${user}?version=${await versionOf('app_user', user)}`),
      addRole: () =>
        session.ask('POST', at.role, { roleCode: `G${serial}`, roleName: '新', dataScope: random.pick(scopes), status: 'ENABLED' }),
      editRole: async () =>
        session.ask(
          'PATCH',
          `${at.role}/${role}`,
          await about('role', role, { status: random.pick(['ENABLED', 'DISABLED']), dataScope: random.pick(scopes) }),
        ),
      permit: async () =>
        session.ask(
          'PATCH',
          `${at.role}/permission/${role}`,
          await about('role', role, { menuPermissions: randomRights(random, tree(), 0.5) }),
        ),
      removeRole: async () => session.ask('DELETE', `${at.role}/${role}?version=${await versionOf('role', role)}`),
      move: () => moveTo({ parentId: random.pick(departments) }),
      detach: () => moveTo({ clear: ['parentId'] }),
    }
    // What gives most is tried most.
    const kind = random.pick([...Object.keys(calls), 'edit', 'edit', 'edit', 'reset', 'reset', 'add', 'move', 'detach', 'disable'])
    const response = await calls[kind]?.()
    const status = response?.status ?? 0
    return kind === 'reset' && status === 200 ? { kind, status, reset: user } : { kind, status }
  }

  it('never lets anybody reach more than he had, whatever he calls in whatever order', async () => {
    const done = new Map<string, number>()
    // What was refused throughout would prove nothing.
    const wanted = ['add', 'edit', 'reset', 'addRole', 'editRole', 'move', 'detach', 'disable']
    const isMissing = (): boolean => wanted.some((kind) => !done.has(kind))
    for (let seed = 1; seed <= 12 || (seed <= 48 && isMissing()); seed++) {
      const random = new Random(seed)
      const extra = randomRights(random, tree(), 0.5).filter(({ menuName }) => menuName !== userMenu && menuName !== departmentMenu)
      const moving = { menuName: departmentMenu, permissionType: 1 as const, buttons: ['view', 'edit'] }
      const roles: string[] = []
      for (let count = 0; count < 6; count++)
        roles.push(
          await addRole(
            count < 4 ? partOf(random, extra) : randomRights(random, tree(), 0.3),
            chance(random, 0.2) ? { status: 'DISABLED' } : {},
          ),
        )
      const place = await anyPlace(random)
      const keeper = await addAccount({ ...place, roleIds: [await addRole([...keeping(), moving, ...extra])] })
      for (let count = 0; count < 5; count++) {
        const status = random.pick(['ENABLED', 'ENABLED', 'DISABLED', 'LOCKED'])
        await addAccount({ ...(await anyPlace(random, place)), roleIds: [...new Set([random.pick(roles), random.pick(roles)])], status })
      }
      const session = await signIn(keeper)
      const start = await reach(keeper.id)
      if (!start) throw new Error('The keeper has no account')
      const known = new Set([keeper.id])
      let before = await trees()
      for (let step = 0; step < 36; step++) {
        const { kind, status, reset } = await anyCall(random, session, { id: keeper.id, place })
        expect([kind, status], `seed ${seed}, call ${step}`).not.toEqual([kind, 500])
        if (status === 200) done.set(kind, (done.get(kind) ?? 0) + 1)
        if (reset !== undefined) known.add(reset)
        const after = await trees()
        const moved = changedBetween(before, after)
        before = after
        const unseen = moved.filter((id) => !seesAll(start, id))
        expect(unseen, `seed ${seed}, call ${step}: ${kind} changes who sees departments that the keeper does not see`).toEqual([])
        for (const id of known)
          expect(within(start, await reach(id)), `seed ${seed}, call ${step}: ${kind} leads beyond by ${id}`).toBe(true)
      }
    }
    expect([...done.keys()]).toEqual(expect.arrayContaining(wanted))
    expect(done.has('permit')).toBe(false)
  })
})

function chance(random: Random, share: number): boolean {
  return random.integer(1, 100) <= share * 100
}

/** Of more menus at once hardly any two random lists would lie within each other, and nothing would ever be allowed. */
const MENUS_AT_ONCE = 24

/** Of the same menus throughout, so that it does not matter how many the product has: those that let give rights, and others in equal steps. */
function someMenus(tree: readonly PermissionMenu[]): PermissionMenu[] {
  const step = Math.max(1, tree.length / MENUS_AT_ONCE)
  const chosen = new Set(
    Array.from({ length: Math.min(MENUS_AT_ONCE, tree.length) }, (_, index) => tree[Math.floor(index * step)]?.menuName),
  )
  return tree.filter(({ menuName }) => chosen.has(menuName) || menuName === userMenu || menuName === departmentMenu)
}

function randomRights(random: Random, tree: readonly PermissionMenu[], share: number): MenuPermissions {
  return someMenus(tree)
    .filter(() => chance(random, share))
    .map(({ menuName, buttons }) => ({
      menuName,
      permissionType: chance(random, 0.1) ? 0 : 1,
      buttons: buttons.map(({ code }) => code).filter((code) => chance(random, 0.5) && code !== 'assignPermission'),
    }))
}

function partOf(random: Random, rights: MenuPermissions): MenuPermissions {
  return rights
    .filter(() => chance(random, 0.6))
    .map(({ menuName, buttons }) => ({
      menuName,
      permissionType: chance(random, 0.15) ? 0 : 1,
      buttons: buttons.filter(() => chance(random, 0.7)),
    }))
}
