import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { ScreenPlan } from '../../engine/core/plan'
import { covers } from '../../engine/core/testing/covers'
import { accountsWith, everyRight } from './support/accounts'
import type { Session } from './support/client'
import { describePlatform } from './support/platform'

/**
 * Decision D9 and acceptance C7, of every base that the schemas have, so that a new menu is asked too: list, {id}, export and attach are
 * answered, of reports and views as of documents.
 */
describePlatform('every base', (platform) => {
  const screens = (): ScreenPlan[] => Object.values(platform().plan.screens)

  /** Statuses of the four, and of a record that there is not; of {id} and attach nothing where there is no row. */
  async function answersOf(session: Session, { base }: ScreenPlan) {
    const list = await session.ask('GET', `${base}/list?pageSize=1`)
    const id = (list.body.records as { id: string }[] | undefined)?.[0]?.id
    const record = id === undefined ? undefined : await session.ask('GET', `${base}/${id}`)
    const attach = id === undefined ? undefined : await session.ask('GET', `${base}/attach/${id}`)
    const unknown = await Promise.all(['', 'attach/'].map((part) => session.ask('GET', `${base}/${part}999999999999`)))
    return {
      base,
      list: list.status,
      export: (await session.ask('POST', `${base}/export`, {})).status,
      record: record?.status,
      isIt: record === undefined || record.body.id === id,
      attach: attach?.status,
      isList: attach === undefined || Array.isArray(attach.body),
      unknown: unknown.map(({ status }) => status),
    }
  }

  async function isFilled({ entity }: ScreenPlan): Promise<boolean> {
    const { table, view, scope } = platform().plan.entities[entity]!
    if (view !== undefined) return true
    // Of what is its own alone it has nothing.
    if (scope === 'own') return false
    const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(platform().database.kysely)
    return rows.length > 0
  }

  const whole = (base: string, hasRows: boolean) => {
    const status = hasRows ? 200 : undefined
    return { base, list: 200, export: 200, record: status, isIt: true, attach: status, isList: true, unknown: [404, 404] }
  }

  const refused = (base: string) => ({ base, list: 403, export: 403, unknown: [403, 403] })

  it('D9 C7 answers list, {id}, export and attach', async ({ task }) => {
    // The auditor sees all rows, and not with every right.
    const auditor = await platform().as('au01')
    const [everyone] = (await accountsWith(platform(), [everyRight(platform().plan)])) as [Session]
    let withRows = 0
    for (const screen of screens()) {
      const responses = await answersOf(screen.readPermission === undefined ? auditor : everyone, screen)
      const hasRows = responses.record !== undefined
      expect(responses).toEqual(whole(screen.base, hasRows))
      // Whoever sees all sees what there is.
      expect([screen.base, hasRows]).toEqual([screen.base, await isFilled(screen)])
      if (hasRows) withRows += 1
    }
    expect(withRows).toBeGreaterThan(20)
    covers(
      task,
      'C7',
      screens().map(({ base }) => base),
    )
  })

  it('D9 lets who may only see a menu without the buttons export it and read what is attached, and write nothing', async () => {
    const { kysely } = platform().database
    await sql`update role set menu_permissions = (select jsonb_agg(entry || '{"buttons": []}') from jsonb_array_elements(menu_permissions::jsonb) entry)
        where role_code = 'AU'`.execute(kysely)
    const auditor = await platform().as('au01')
    for (const screen of screens()) {
      const { base, actions, readPermission } = screen
      const responses = await answersOf(auditor, screen)
      if (readPermission !== undefined) {
        expect(responses).toMatchObject(refused(base))
        continue
      }
      const hasButton = actions['export'] !== undefined
      expect(responses).toEqual({ ...whole(base, responses.record !== undefined), export: hasButton ? 403 : 200 })
      // With the button a right of its own, without it no such endpoint.
      for (const method of ['POST', 'DELETE'] as const) {
        const { status } = await auditor.ask(method, `${base}/attach/1`)
        expect([method, base, status]).toEqual([method, base, actions['attach'] ? 403 : 405])
      }
    }
  })

  it('C7 is answered to nobody without the menu', async () => {
    const nobody = await platform().as('nomenu01')
    for (const screen of screens()) {
      expect(await answersOf(nobody, screen)).toMatchObject(refused(screen.base))
    }
  })
})
