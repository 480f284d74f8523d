import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProductPlan } from '../../engine/core/plan'
import { permits } from '../../engine/server/authorise'
import { accountsWith, everyRight, type Rights } from './support/accounts'
import type { Session } from './support/client'
import { contractOf } from './support/contract'
import { openGate, type Gate } from './support/decisions'
import { endpointsOf, requestTo, type Endpoint } from './support/endpoints'
import { describePlatform } from './support/platform'

/** Account → its standard roles (domain 80, H.3). */
const accounts: Record<string, string[]> = {
  admin: ['AD'],
  op01: ['OP'],
  bm01: ['BM'],
  rk01: ['RK'],
  fn01: ['FN'],
  fm01: ['FM'],
  cu01: ['CU'],
  au01: ['AU'],
  fp01: ['FP'],
  wh01: ['WH'],
  br01: ['BR'],
  lg01: ['LG'],
  ta01: ['TA'],
  multi01: ['OP', 'BM', 'RK', 'FN', 'FM'],
  blocked01: ['OP'],
  nomenu01: [],
}
/** Shut for blocked01 by a role beside its own (domain 70, S32). */
const blocked: Record<string, string> = { blocked01: 'base_exchangerate' }

/** Codes of the menus, and of their buttons, that rights give. */
function codesOf(rights: Rights): string[] {
  return Object.entries(rights).flatMap(([menuName, buttons]) => {
    const menu = menuName.slice(menuName.indexOf('_') + 1)
    return [menuName, ...buttons.map((button) => `${menu}_${button}`)]
  })
}

/** What the schemas' role table gives to an account. */
function codesOfRoles({ roles }: ProductPlan, userName: string): Set<string> {
  return new Set(
    (accounts[userName] ?? []).flatMap((role) => {
      const { [blocked[userName] ?? '']: _shut, ...open } = roles[role]?.menus ?? {}
      return codesOf(open)
    }),
  )
}

function admits(given: ReadonlySet<string>, { permission, oneOf }: Pick<Endpoint, 'permission' | 'oneOf'>): boolean {
  if (oneOf && !oneOf.some((code) => given.has(code))) return false
  return permission === 'open' || permission === 'session' || given.has(permission)
}

/** Codes of menus and buttons, each once. */
function codesIn(endpoints: readonly Pick<Endpoint, 'permission' | 'oneOf'>[]): string[] {
  const codes = endpoints.flatMap(({ permission, oneOf = [] }) => [permission, ...oneOf])
  return [...new Set(codes)].filter((code) => code !== 'open' && code !== 'session')
}

/** The menu whose code, or whose button's code, it is. */
function menuOf({ screens }: ProductPlan, code: string): string {
  const screen = Object.values(screens).find(({ menuName, menu }) => menuName === code || menu === code.slice(0, code.indexOf('_')))
  return screen?.menuName ?? code
}

function buttonOf(plan: ProductPlan, code: string): string | undefined {
  return menuOf(plan, code) === code ? undefined : code.slice(code.indexOf('_') + 1)
}

/** Just this right; a button cannot be given without its menu. */
function onlyWith(plan: ProductPlan, code: string): Rights {
  const button = buttonOf(plan, code)
  return { [menuOf(plan, code)]: button === undefined ? [] : [button] }
}

/** Every right but this one. */
function allBut(plan: ProductPlan, code: string): Rights {
  const [menu, button] = [menuOf(plan, code), buttonOf(plan, code)]
  const { [menu]: buttons = [], ...others } = everyRight(plan)
  return button === undefined ? others : { ...others, [menu]: buttons.filter((one) => one !== button) }
}

/** Decided before the database is asked for anything but the account, so one kind of database is enough. */
describePlatform('the right to an endpoint', (platform) => {
  let rowsBefore = 0
  let gate: Gate
  const historyRows = async (): Promise<number> =>
    (await platform().database.kysely.selectFrom('document_history').select('id').execute()).length
  beforeAll(async () => {
    rowsBefore = await historyRows()
    gate = await openGate(platform())
  })
  afterAll(() => gate?.close())

  it('is asked of every endpoint that is served, and the contract names it', async () => {
    const served = new Map((await contractOf(platform())).map(({ method, path, permission }) => [`${method} ${path}`, permission]))
    const known = new Map(endpointsOf(platform().plan).map(({ method, path, permission }) => [`${method} ${path}`, permission]))
    // Beside the screens there are the contract itself, the schedule, what spans all screens (work.test.ts, chain.test.ts, timeline.test.ts), views of lists (engine/server/views), plans (plans.test.ts), the playground (playground.test.ts), previews, tickets and files.
    const beside = [...served.keys()].filter(
      (address) =>
        / \/api\/(?!contract|schedule|work|search|chain|timeline|spellings|views|plans|openPlans|playground\/|file\/|keju\/|base\/role\/preview\/)/.test(
          address,
        ) && !known.has(address),
    )
    expect(beside).toEqual([])
    expect([...known].filter(([address, permission]) => served.get(address) !== permission)).toEqual([])
  })

  it.each(Object.keys(accounts))('is refused to %s exactly where its roles lack it', async (userName) => {
    const { plan } = platform()
    // Each at a desk of its own: who asks without an account is counted by address.
    const session = await platform().as(userName)
    const desk = session.from(`10.0.0.${Object.keys(accounts).indexOf(userName) + 1}`)
    const given = codesOfRoles(plan, userName)
    const wrong: string[] = []
    for (const { method, path, permission, oneOf, signed, request } of endpointsOf(plan)) {
      const told = `${method} ${path} (${permission})`
      if (!admits(given, { permission })) {
        // That the server which runs refuses at this endpoint too is asked below, of accounts that lack this right alone.
        if (await gate.lets(session, method, request.path)) wrong.push(`${told} is let through`)
        continue
      }
      const { status } = await desk.ask(method, request.path, request.body)
      const passed = [200, 400, 404, 415, 417, 422].includes(status)
      // What a system outside signs, no account may call.
      if (signed ? status !== 401 : admits(given, { permission, oneOf }) ? !passed : status !== 403) wrong.push(`${told}: ${status}`)
    }
    expect(wrong).toEqual([])
  })

  const kinds = [
    ['that gives it alone', onlyWith],
    ['that gives every other', allBut],
  ] as const

  /** What holds a right: a role of the kind, what it gives, and an account with it. */
  interface Holder {
    code: string
    given: ReadonlySet<string>
    session: Session
  }

  /** Of each right in turn. */
  async function makeHolders(rightsFor: (plan: ProductPlan, code: string) => Rights): Promise<Holder[]> {
    const codes = codesIn(await everyEndpoint())
    const rights = codes.map((code) => rightsFor(platform().plan, code))
    const sessions = await accountsWith(platform(), rights)
    return codes.map((code, at) => ({ code, given: new Set(codesOf(rights[at]!)), session: sessions[at]! }))
  }
  const holders = new Map<string, Promise<Holder[]>>()
  /** Made once, for all that is asked of them. */
  function holdersOf([kind, rightsFor]: (typeof kinds)[number]): Promise<Holder[]> {
    const made = holders.get(kind) ?? makeHolders(rightsFor)
    holders.set(kind, made)
    return made
  }

  it.each(kinds)('is given by a role %s: each endpoint that asks for it answers so', async (...kind) => {
    const asking = new Map<string, Endpoint[]>()
    for (const endpoint of await everyEndpoint())
      for (const code of codesIn([endpoint])) asking.set(code, [...(asking.get(code) ?? []), endpoint])
    expect(asking.size).toBeGreaterThan(80)
    const wrong: string[] = []
    const seen = new Set<boolean>()
    for (const { code, given, session } of await holdersOf(kind)) {
      for (const endpoint of asking.get(code) ?? []) {
        const granted = admits(given, endpoint)
        seen.add(granted)
        const { status } = await session.ask(endpoint.method, endpoint.request.path, endpoint.request.body)
        if ((status !== 403) !== granted || status === 401)
          wrong.push(`${code}: ${endpoint.method} ${endpoint.path} (${endpoint.permission}): ${status}`)
      }
    }
    expect(wrong).toEqual([])
    expect(seen).toEqual(new Set([false, true]))
  })

  it.each(kinds)('is given by a role %s, and no other right is: all rights × roles, and some endpoints of each role', async (...kind) => {
    const menuNames = new Set(Object.values(platform().plan.screens).map(({ menuName }) => menuName))
    const endpoints = (await everyEndpoint()).filter(({ permission }) => permission !== 'open')
    const codes = codesIn(endpoints)
    const wrong: string[] = []
    const counts = { let: 0, refused: 0 }
    for (const [at, { code, given, session }] of (await holdersOf(kind)).entries()) {
      const account = await gate.accountOf(session)
      for (const permission of codes) {
        const granted = given.has(permission)
        counts[granted ? 'let' : 'refused']++
        if (permits(account, permission, menuNames) !== granted) wrong.push(`${code}: ${permission}`)
      }
      // What is asked beyond it, as of picking, is asked of the route and not at the gate.
      for (const { method, path, permission, request } of fewOf(endpoints, at))
        if ((await gate.lets(session, method, request.path)) !== admits(given, { permission }))
          wrong.push(`${code}: ${method} ${path} (${permission})`)
    }
    expect(wrong).toEqual([])
    expect(counts.let + counts.refused).toBe(codes.length ** 2)
    expect(Math.min(counts.let, counts.refused)).toBeGreaterThanOrEqual(codes.length)
  })

  /** Others for each role, and all of them in turn: a role costs the same however many endpoints there are. */
  function fewOf(endpoints: readonly Endpoint[], turn: number): Endpoint[] {
    const few = 24
    return Array.from({ length: few }, (_each, index) => endpoints[(turn * few + index) % endpoints.length]!)
  }

  /** All of the contract; what one needs beyond its right is read off the plan. */
  async function everyEndpoint(): Promise<Endpoint[]> {
    const known = new Map(endpointsOf(platform().plan).map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]))
    return (await contractOf(platform())).map(({ method, path, permission }) => ({
      method,
      path,
      permission,
      oneOf: known.get(`${method} ${path}`)?.oneOf,
      request: requestTo(method, path),
    }))
  }

  it('is refused to nobody on open endpoints, and to everybody without a token on the others', async () => {
    const statuses = new Map<string, number>()
    for (const { method, path, permission, signed = false, request } of endpointsOf(platform().plan)) {
      const { status } = await platform().guest.ask(method, request.path, request.body)
      if ((permission === 'open' && !signed) === (status === 401)) statuses.set(`${method} ${path}`, status)
    }
    expect([...statuses]).toEqual([])
  })

  it('has changed nothing by being asked', async () => {
    expect(await historyRows()).toBe(rowsBefore)
  })

  describe('to download and upload', () => {
    it('needs a session', async () => {
      expect((await platform().guest.ask('GET', '/file/download/00000000000000000000000000000000')).status).toBe(401)
      expect((await platform().guest.ask('POST', '/file/upload')).status).toBe(401)
    })
  })
})
