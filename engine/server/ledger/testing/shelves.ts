/**
 * A small library with ledgers: copies of books on shelves that wishes of readers reserve, and beside each reservation a place at the desk
 * of the book's branch. Tests write into its tables what other versions, or nobody, would have written.
 */
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { compileProduct, type ProductSources } from '../../../core/compile'
import type { Database, DatabaseKind } from '../../database/database'
import { openTestDatabase } from '../../database/testDatabase'
import { entityTables } from '../../entityTables'
import type { RuleTools } from '../../extensions'
import type { Services } from '../../services'
import { systemUser } from '../../session'
import { inTransaction } from '../../write/transaction'
import { createTables, noExtensions, noFiles, noScreens, staff } from '../../testing/smallProduct'
import { tamper } from '../../testing/tamper'

const sources: ProductSources = {
  product: { language: 1, title: 'Library', userEntity: 'staff', scopes: {} },
  groups: {},
  dictionaries: {
    copyKind: { language: 1, title: 'Kind', items: { IN: 'In', RESERVE: 'Reserved', UNRESERVE: 'Given up', LEND: 'Lent' } },
  },
  entities: {
    staff,
    branch: {
      language: 1,
      title: 'Branch',
      label: 'branchName',
      scope: 'global',
      fields: {
        branchName: { type: 'text', title: 'Branch', maxLength: 40, required: true },
        taken: { type: 'digit', title: 'Places taken', system: true },
      },
    },
    book: {
      language: 1,
      title: 'Book',
      label: 'bookTitle',
      scope: 'global',
      fields: {
        bookTitle: { type: 'text', title: 'Title', maxLength: 40, required: true },
        branchId: { type: 'ref', title: 'Branch', to: 'branch' },
        free: { type: 'digit', title: 'Free', system: true },
        reserved: { type: 'digit', title: 'Reserved', system: true },
      },
      actions: {
        buy: {
          title: 'Buy',
          ask: { qty: { type: 'digit', title: 'Copies', min: '1', required: true } },
          moves: [{ type: 'shelf.IN', of: 'id', amount: 'form.qty' }],
        },
      },
    },
    wish: {
      language: 1,
      title: 'Wish',
      label: 'reader',
      scope: 'global',
      fields: {
        reader: { type: 'text', title: 'Reader', maxLength: 40, required: true },
        status: { type: 'status', title: 'State' },
      },
      lines: {
        items: {
          title: 'Items',
          fields: {
            bookId: { type: 'ref', title: 'Book', to: 'book', required: true },
            qty: { type: 'digit', title: 'Copies', min: '1', required: true },
          },
        },
      },
      states: {
        WANTED: { title: 'Wanted', initial: true, edit: true, delete: true },
        RESERVED: { title: 'Reserved' },
        GIVEN: { title: 'Given', ended: true },
        CANCELLED: { title: 'Cancelled', ended: true },
      },
      actions: {
        reserve: {
          title: 'Reserve',
          from: ['WANTED'],
          to: 'RESERVED',
          moves: [{ type: 'shelf.RESERVE', each: 'items', of: 'it.bookId', amount: 'it.qty' }],
        },
        giveOne: {
          title: 'Give one',
          from: ['RESERVED'],
          moves: [{ type: 'shelf.LEND', each: 'items', of: 'it.bookId', amount: 'min([1, held])' }],
        },
        giveAll: {
          title: 'Give all',
          from: ['RESERVED'],
          to: 'GIVEN',
          moves: [{ type: 'shelf.LEND', each: 'items', of: 'it.bookId', amount: 'held' }],
        },
        unreserve: { title: 'Take back', from: ['RESERVED'], to: 'WANTED', undo: 'reserve' },
        cancel: { title: 'Cancel', from: ['WANTED', 'RESERVED'], to: 'CANCELLED', free: true },
      },
    },
    copyMovement: {
      language: 1,
      title: 'Movement',
      label: 'kind',
      scope: 'global',
      appendOnly: true,
      fields: {
        bookId: { type: 'ref', title: 'Book', to: 'book', required: true },
        kind: { type: 'select', title: 'Kind', dictionary: 'copyKind', required: true },
        qty: { type: 'digit', title: 'Copies' },
        toShelf: { type: 'digit', title: 'To the shelf', min: '-99' },
        freeAfter: { type: 'digit', title: 'Free then' },
      },
    },
  },
  ledgers: {
    shelf: {
      language: 1,
      title: 'Shelves',
      rank: 10,
      balances: { book: 'bookId' },
      journal: {
        entity: 'copyMovement',
        type: 'kind',
        set: { qty: 'amount', toShelf: 'by.free', freeAfter: 'of.free' },
      },
      buckets: { free: {}, reserved: { held: 'UNRESERVE' } },
      types: {
        IN: { by: { free: 1 }, final: true },
        RESERVE: { by: { free: -1, reserved: 1 }, inverse: 'UNRESERVE' },
        UNRESERVE: { by: { reserved: -1, free: 1 }, inverse: 'RESERVE' },
        LEND: { by: { reserved: -1 }, final: true },
      },
      also: [{ balance: 'book', on: 'branchId', types: { RESERVE: 'desk.TAKE', UNRESERVE: 'desk.LEAVE', LEND: 'desk.LEAVE' } }],
      holders: [{ bucket: 'reserved', entity: 'wish', each: 'items', of: 'it.bookId', amount: 'it.qty', when: "status == 'RESERVED'" }],
    },
    desk: {
      language: 1,
      title: 'Desks',
      rank: 20,
      balances: { branch: true },
      journal: true,
      buckets: { taken: { held: 'LEAVE' } },
      types: {
        TAKE: { by: { taken: 1 }, inverse: 'LEAVE' },
        LEAVE: { by: { taken: -1 }, inverse: 'TAKE' },
      },
    },
  },
  ...noScreens,
  schedule: {
    language: 1,
    at: '00:30',
    steps: {
      verification: { title: 'Verification', handler: 'verifyLedgers' },
      checkpoint: { title: 'Checkpoint', handler: 'checkpointLedgers' },
    },
  },
}

const plan = compileProduct(sources)

export interface Shelves {
  database: Database
  services: Services
  /** The clock; set it to go to another day. */
  time: { today: string; now: string }
  work<T>(work: (tools: RuleTools) => Promise<T>): Promise<T>
  /** Id of a new wish, `WANTED`. */
  addWish(items: { bookId: string; qty: number }[]): Promise<string>
  act(wish: string, action: string): Promise<void>
  /** Runs statements as nobody may, past the guards of tables that only grow. */
  tamper(...statements: string[]): Promise<void>
  /** Empties all tables. */
  clear(): Promise<void>
  /** Rows of a statement. */
  ask(statement: string): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

export async function openShelves(kind: DatabaseKind): Promise<Shelves> {
  const database = await openTestDatabase(kind)
  await createTables(database, plan)
  const time = { today: '2026-11-20', now: '2026-11-20T04:00:00.000Z' }
  const services: Services = {
    plan,
    database,
    extensions: noExtensions,
    clock: { today: () => time.today, now: () => time.now },
    log: new Proxy({} as FastifyBaseLogger, { get: () => () => undefined }),
    fileStore: noFiles,
  }
  const work: Shelves['work'] = (steps) => inTransaction(services, systemUser, steps)
  return {
    database,
    services,
    time,
    work,
    addWish: (items) => work(async (tools) => (await tools.create('wish', { reader: 'Reader', items })).id),
    act: (wish, action) => work((tools) => tools.perform('wish', wish, action)),
    tamper: (...statements) => tamper(database, ...statements),
    clear: () =>
      tamper(
        database,
        `truncate ${entityTables(plan)
          .map(({ name }) => name)
          .join()} restart identity cascade`,
      ),
    async ask(statement) {
      return (await sql.raw<Record<string, unknown>>(statement).execute(database.kysely)).rows
    },
    close: () => database.close(),
  }
}
