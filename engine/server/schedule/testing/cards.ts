/**
 * A small product for the tests of the schedule: a library whose cards lapse, whose fines grow every day, and whose loans are counted by
 * a handler.
 */
import type { FastifyBaseLogger } from 'fastify'
import { compileProduct } from '../../../core/compile'
import { refuse } from '../../../core/refusal'
import type { Database, DatabaseKind } from '../../database/database'
import { openTestDatabase } from '../../database/testDatabase'
import type { RuleTools, StepRun } from '../../extensions'
import type { Services } from '../../services'
import { systemUser } from '../../session'
import { inTransaction } from '../../write/transaction'
import { createTables, noExtensions, noFiles, noScreens, staff } from '../../testing/smallProduct'

export const cardsPlan = compileProduct({
  product: { language: 1, title: 'Library', userEntity: 'staff', scopes: { owner: 'staff' } },
  groups: {},
  dictionaries: {},
  entities: {
    staff,
    card: {
      language: 1,
      title: 'Card',
      label: 'holder',
      scope: 'global',
      fields: {
        holder: { type: 'text', title: 'Holder', maxLength: 40, required: true },
        validUntil: { type: 'date', title: 'Valid until', required: true },
        fine: { type: 'money', title: 'Fine', default: '0' },
        owes: { type: 'switch', title: 'Owes', value: 'fine > 0' },
        status: { type: 'status', title: 'State' },
      },
      states: {
        VALID: { title: 'Valid', initial: true },
        LAPSED: { title: 'Lapsed' },
        RETURNED: { title: 'Returned' },
        WAITING: { title: 'Waiting' },
      },
      actions: {
        lapse: {
          title: 'Lapse',
          from: ['VALID'],
          to: 'LAPSED',
          when: 'today() > validUntil',
          whenNot: 'Still valid',
          rule: 'lapse',
          system: true,
          daily: true,
        },
        grow: { title: 'Fine', from: ['VALID', 'LAPSED'], set: { fine: 'fine + 1' }, system: true, daily: { when: 'owes' } },
        extend: { title: 'Extend', from: ['VALID'], to: 'WAITING', ask: { validUntil: true }, pending: ['validUntil'], system: 'also' },
        extended: { title: 'Extended', from: ['WAITING'], to: 'VALID', onPending: 'apply', system: 'also' },
        notExtended: { title: 'Not extended', from: ['WAITING'], to: 'VALID', onPending: 'drop', system: 'also' },
        giveBack: { title: 'Give back', from: ['VALID', 'LAPSED'], to: 'RETURNED', system: 'also' },
      },
    },
  },
  ...noScreens,
  schedule: {
    language: 1,
    at: '00:30',
    steps: {
      count: { title: 'Count', handler: 'countCards' },
      lapse: { title: 'Lapse', hourly: true, actions: ['card/lapse'] },
      fines: { title: 'Fines', actions: ['card/grow'] },
    },
  },
})

export interface Library {
  database: Database
  services: Services
  /** The clock; set it to go to another day. */
  time: { today: string; now: string }
  /** What the handler of the first step does; a test may say something else. */
  handler: { run: (run: StepRun) => Promise<void> }
  /** What happens while a card lapses; a test may say something else. */
  lapsing: { run: (holder: string, tools: RuleTools) => Promise<void> }
  addCard(holder: string, validUntil: string, fine?: string): Promise<string>
  /** Holder → state and fine. */
  cards(): Promise<Record<string, string>>
  close(): Promise<void>
}

export async function openCards(kind: DatabaseKind): Promise<Library> {
  const database = await openTestDatabase(kind)
  await createTables(database, cardsPlan)
  const time = { today: '2026-11-21', now: '2026-11-20T17:00:00.000Z' }
  const handler: Library['handler'] = { run: async () => undefined }
  const lapsing: Library['lapsing'] = { run: async () => undefined }
  const services: Services = {
    plan: cardsPlan,
    database,
    extensions: {
      ...noExtensions,
      refusals: { 'card.books-out': { number: 100501, text: '{holder} still has books' } },
      steps: { countCards: (run) => handler.run(run) },
      action: {
        lapse: async (tools, { record }) => {
          await lapsing.run(String(record['holder']), tools)
          if (record['holder'] === 'Ann') tools.refuseIf(refuse('card.books-out', { holder: 'Ann' }))
          if (record['holder'] === 'Bug') throw new TypeError('a mistake of ours')
        },
      },
    },
    clock: { today: () => time.today, now: () => time.now },
    log: new Proxy({} as FastifyBaseLogger, { get: () => () => undefined }),
    fileStore: noFiles,
  }
  return {
    database,
    services,
    time,
    handler,
    lapsing,
    addCard: (holder, validUntil, fine = '0') =>
      inTransaction(services, systemUser, async (tools) => (await tools.create('card', { holder, validUntil, fine })).id),
    async cards() {
      const rows = await database.kysely.selectFrom('card').select(['holder', 'status', 'fine']).orderBy('id').execute()
      return Object.fromEntries(rows.map(({ holder, status, fine }) => [String(holder), `${String(status)} ${String(fine)}`]))
    },
    close: () => database.close(),
  }
}
