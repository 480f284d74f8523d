/**
 * A small product for the tests of masks: a library that keeps account numbers and phones of its readers, which not everybody may see. It
 * has every way by which a value leaves a server.
 */
import { sql } from 'kysely'
import { compileProduct, type ProductSources } from '../../core/compile'
import type { SubMenu } from '../../core/permission'
import type { ProductPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import type { DatabaseKind } from '../database/database'
import { openTestDatabase } from '../database/testDatabase'
import type { ProductExtensions } from '../extensions'
import type { Services } from '../services'
import type { SessionUser } from '../session'
import { fixedClock, serveLibrary, type LibraryServer } from './libraryServer'
import { createTables, noExtensions, staff } from './smallProduct'

const account = { type: 'text', title: 'Account', maxLength: 40, mask: { keep: [3, 4], unless: 'showAccounts' } } as const

const sources: ProductSources = {
  product: { language: 1, title: 'Cards', userEntity: 'staff', scopes: {} },
  groups: {},
  dictionaries: {},
  entities: {
    staff,
    reader: {
      language: 1,
      title: 'Reader',
      label: 'readerName',
      scope: 'global',
      unique: [['account'], ['readerName']],
      summary: { about: 'readerName', date: 'createdAt' },
      fields: {
        readerName: { type: 'text', title: 'Name', maxLength: 40, required: true },
        account: { ...account, mask: { keep: [3, 4], unless: 'showAccounts' }, pattern: '[A-Z0-9]+', required: true },
        pin: { type: 'text', title: 'PIN', maxLength: 40, mask: { keep: [0, 0] } },
        note: { type: 'text', title: 'Note', maxLength: 40 },
        status: { type: 'status', title: 'State' },
      },
      lines: {
        contacts: {
          title: 'Contacts',
          fields: {
            contactName: { type: 'text', title: 'Contact', maxLength: 40, required: true },
            phone: { ...account, title: 'Phone', mask: { keep: [3, 4], unless: 'showAccounts' } },
          },
        },
      },
      states: {
        DRAFT: { title: 'Draft', initial: true, edit: true, delete: true },
        VALID: { title: 'Valid', edit: ['note'] },
        CHECKING: { title: 'Checking' },
      },
      actions: {
        renumber: { title: 'Renumber', from: ['DRAFT'], ask: { account: true }, rule: 'renumber' },
        admit: { title: 'Admit', from: ['DRAFT'], to: 'VALID' },
        change: { title: 'Change', from: ['VALID'], to: 'CHECKING', via: 'edit', pending: ['account'] },
        approve: { title: 'Approve', from: ['CHECKING'], to: 'VALID', onPending: 'apply' },
        reject: { title: 'Reject', from: ['CHECKING'], to: 'VALID', onPending: 'drop' },
      },
    },
    visit: {
      language: 1,
      title: 'Visit',
      label: 'visitName',
      scope: 'global',
      fields: {
        visitName: { type: 'text', title: 'Visit', maxLength: 40, required: true },
        readerId: { type: 'ref', title: 'Reader', to: 'reader', fill: { accountThen: 'account' }, required: true },
        accountThen: { ...account, title: 'Account then', mask: { keep: [3, 4], unless: 'showAccounts' }, system: true },
      },
      lines: {
        guests: {
          title: 'Guests',
          fields: {
            guestId: { type: 'ref', title: 'Guest', to: 'reader', fill: { guestAccount: 'account' }, required: true },
            guestAccount: { ...account, title: 'Account of the guest', mask: { keep: [3, 4], unless: 'showAccounts' }, system: true },
          },
        },
      },
    },
    contact: {
      language: 1,
      title: 'Contacts',
      label: 'contactName',
      view: { lines: 'reader.contacts', header: ['readerName', 'account'] },
      fields: {},
    },
  },
  screens: {
    'desk/reader': {
      language: 1,
      title: 'Readers',
      entity: 'reader',
      endpoints: {
        base: '/api/desk/reader',
        extra: {
          all: {
            method: 'GET',
            url: '/list/all',
            permission: 'view',
            description: 'All readers',
            list: { fields: ['readerName', 'account', 'pin'] },
          },
        },
      },
      rights: { showAccounts: 'Show whole account numbers' },
      pages: {
        list: {
          search: ['readerName'],
          columns: ['readerName', 'account', 'pin', 'status'],
          toolbar: ['add', 'export', 'import'],
          rowActions: ['view', 'edit', 'delete', 'renumber', 'admit', 'approve', 'reject'],
          batchActions: ['admit'],
          exportLines: ['contacts'],
        },
        edit: {
          kind: 'record',
          live: ['note'],
          sections: { Reader: ['readerName', 'account', 'pin', 'note'] },
          tabs: {
            Contacts: { lines: 'contacts', columns: ['contactName', 'phone'] },
            Visits: { related: 'visit', by: 'readerId', columns: ['visitName', 'accountThen'] },
            History: 'history',
          },
        },
      },
    },
    // Shows some readers only, so that its rights say nothing about the others.
    'desk/admitted': {
      language: 1,
      title: 'Admitted readers',
      entity: 'reader',
      endpoints: { base: '/api/desk/admitted', where: { status: 'VALID' } },
      rights: { showAccounts: 'Show whole account numbers' },
      pages: { list: { columns: ['readerName', 'account'] } },
    },
    'desk/visit': {
      language: 1,
      title: 'Visits',
      entity: 'visit',
      endpoints: { base: '/api/desk/visit' },
      rights: { showAccounts: 'Show whole account numbers' },
      actions: { bringGuests: { title: 'Bring guests', does: 'import', into: { lines: 'guests', match: ['guestId'] } } },
      pages: {
        list: { columns: ['visitName', 'readerName', 'accountThen'], toolbar: ['add', 'export'], rowActions: ['edit', 'delete'] },
        edit: {
          kind: 'record',
          live: ['readerId', 'guests'],
          sections: { Visit: ['visitName', 'readerId', 'accountThen'] },
          tabs: {
            Guests: {
              lines: 'guests',
              columns: ['guestId', 'guestAccount'],
              import: 'bringGuests',
              pick: { field: 'guestId', columns: ['readerName', 'account'], search: ['readerName'] },
            },
            History: 'history',
          },
        },
      },
    },
    'desk/contact': {
      language: 1,
      title: 'Contacts',
      entity: 'contact',
      endpoints: { base: '/api/desk/contact' },
      pages: { list: { columns: ['contactName', 'phone', 'readerName', 'account'], toolbar: ['export'] } },
    },
  },
  menus: { language: 1, menus: [] },
  roles: { language: 1, roles: {} },
}

export const cardsPlan: ProductPlan = compileProduct(sources)

/** What the rule of an action was given: the server itself works with whole values. */
export const ruleSaw: unknown[] = []

const extensions: ProductExtensions = {
  ...noExtensions,
  action: {
    renumber: (_tools, { record, form }) => {
      ruleSaw.push([record['account'], form['account']])
    },
  },
}

/** All buttons of all screens, and of these menus the right to see whole numbers. */
function rights(...seeing: string[]): SubMenu[] {
  return Object.values(cardsPlan.screens).map((screen) => ({
    menuName: screen.menuName,
    menuId: screen.id,
    permissionType: 1,
    children: [
      ...Object.values(screen.actions).flatMap(({ permission }) => permission ?? []),
      ...(seeing.includes(screen.menu) ? Object.keys(screen.rights ?? {}) : []),
    ].map((menuName) => ({ menuName })),
  }))
}

export interface Cards {
  /** May do everything but see whole numbers. */
  clerk: SessionUser
  /** Sees the numbers of readers, also those of their contacts. */
  keeper: SessionUser
  /** Has the right on a screen that shows some readers only. */
  guard: SessionUser
  server: LibraryServer
  services: Services
  ask(
    user: SessionUser,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body?: object,
  ): Promise<{ status: number; body: Record<string, unknown> }>
  /** Stores a record as the keeper, which must be possible. */
  add(base: 'reader' | 'visit', values: object): Promise<RecordValues>
  /** The rows of a table as they are stored. */
  stored(table: string): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

export async function openCards(kind: DatabaseKind): Promise<Cards> {
  const database = await openTestDatabase(kind)
  await createTables(database, cardsPlan)
  const moment = { created_at: '2026-11-20T04:00:00.000Z', updated_at: '2026-11-20T04:00:00.000Z', version: 1 }
  const user = async (name: string, subMenus: SubMenu[]): Promise<SessionUser> => {
    const row = { ...moment, staff_name: name }
    const { id } = await database.kysely.insertInto('staff').values(row).returning('id').executeTakeFirstOrThrow()
    return { id: String(id), name, subMenus, scope: {} }
  }
  const clerk = await user('Clerk', rights())
  const keeper = await user('Keeper', rights('reader'))
  const guard = await user('Guard', rights('admitted'))
  const server = await serveLibrary(database, { plan: cardsPlan, extensions, contractPermission: 'desk_reader' })
  const ask: Cards['ask'] = (who, method, url, body) => server.ask(who, method, `/api/desk/${url}`, body)
  return {
    clerk,
    keeper,
    guard,
    server,
    services: { plan: cardsPlan, database, extensions, clock: fixedClock } as Services,
    ask,
    async add(base, values) {
      const { status, body } = await ask(keeper, 'POST', base, values)
      if (status !== 200) throw new Error(`${base} answered ${status}: ${JSON.stringify(body)}`)
      return body as RecordValues
    },
    async stored(table) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.id(table)} order by id`.execute(database.kysely)
      return rows
    },
    close: () => server.app.close(),
  }
}
