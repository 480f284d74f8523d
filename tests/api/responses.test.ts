import { beforeAll, expect, it } from 'vitest'
import { contractFindings } from '../screens/judges/contract'
import { accountsWith, everyRight } from './support/accounts'
import type { Session } from './support/client'
import { contractOf, holesOf, screenOf, type Operation } from './support/contract'
import { describePlatform } from './support/platform'

/** What each endpoint of each screen answers, over the demo data, is what the contract says; a new menu is asked without a line here. */
describePlatform('a response', (platform) => {
  let operations: Operation[] = []
  let reader: Session
  beforeAll(async () => {
    operations = await contractOf(platform())
    reader = ((await accountsWith(platform(), [everyRight(platform().plan)])) as [Session])[0]
  })

  /** Ids of the first records of a base. */
  const known = new Map<string, Promise<string[]>>()
  const idsOf = (base: string): Promise<string[]> => {
    const ids = known.get(base) ?? reader.list(base, { pageSize: '3' }).then(({ records }) => records.map(({ id }) => id))
    known.set(base, ids)
    return ids
  }

  /** Addresses of what is read: lists once, what is about a record for its first ones. */
  async function addressesOf(operation: Operation): Promise<string[]> {
    const screen = screenOf(platform(), operation.path)
    const holes = holesOf(operation.path)
    if (!screen || holes.some((name) => !['id', 'key'].includes(name))) return []
    if (operation.query.some(({ required }) => required)) return []
    if (holes.includes('key'))
      return Object.keys(screen.access.options).map((key) => operation.path.replace('{key}', encodeURIComponent(key)))
    return holes.length === 0 ? [operation.path] : (await idsOf(screen.base)).map((id) => operation.path.replace('{id}', id))
  }

  it('of what is read is as the contract describes it, and has nothing beside', async () => {
    const findings: string[] = []
    const asked = new Set<string>()
    for (const operation of operations) {
      if (operation.method !== 'GET' || operation.answer === undefined) continue
      for (const address of await addressesOf(operation)) {
        const { status, body } = await reader.ask('GET', address)
        if (status !== 200) continue
        asked.add(operation.path)
        findings.push(...contractFindings(operation.answer, body).map((finding) => `GET ${operation.path}: ${finding}`))
      }
    }
    expect([...new Set(findings)]).toEqual([])
    // Every list and every record of a screen, at least.
    expect(asked.size).toBeGreaterThan(2 * Object.keys(platform().plan.screens).length)
  })

  it('of a list that is posted is the one that is read', async () => {
    const findings: string[] = []
    const lists = operations.filter(
      ({ method, path, answer }) => method === 'POST' && path === `${screenOf(platform(), path)?.base}/list` && answer,
    )
    for (const { path, answer } of lists) {
      const { status, body } = await reader.ask('POST', path, { pageSize: 2 })
      if (status !== 200) findings.push(`POST ${path}: ${status}`)
      else findings.push(...contractFindings(answer!, body).map((finding) => `POST ${path}: ${finding}`))
    }
    expect(findings).toEqual([])
    expect(lists.length).toBeGreaterThan(40)
  })

  it('of a change is the record as it is described', async () => {
    const findings: string[] = []
    let changed = 0
    for (const operation of operations.filter(
      ({ method, path, answer }) => method === 'PATCH' && /^\/api\/\w+\/\w+\/\{id\}$/.test(path) && answer,
    )) {
      const base = screenOf(platform(), operation.path)?.base ?? ''
      for (const id of await idsOf(base)) {
        const version = await reader.versionOf(base, id)
        const { status, body } = await reader.ask('PATCH', operation.path.replace('{id}', id), { version })
        if (status !== 200) continue
        changed += 1
        findings.push(...contractFindings(operation.answer!, body).map((finding) => `PATCH ${operation.path}: ${finding}`))
      }
    }
    expect([...new Set(findings)]).toEqual([])
    expect(changed).toBeGreaterThan(10)
  })
})
