/**
 * A small product for the tests of what is internal: a library that is asked for books by partner libraries, whose accounts come from outside.
 * It has every way by which a value leaves a server.
 */
import { compileProduct, type ProductSources } from '../../core/compile'
import type { ProductPlan, ScreenPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import type { DatabaseKind } from '../database/database'
import { openTestDatabase } from '../database/testDatabase'
import type { ProductExtensions } from '../extensions'
import type { SessionUser } from '../session'
import { serveLibrary, type LibraryServer } from './libraryServer'
import { createTables, everyButtonOf, noExtensions } from './smallProduct'

const opinion = { type: 'text', title: 'Opinion', maxLength: 100 } as const

export const partnerSources: ProductSources = {
  product: {
    language: 1,
    title: 'Partners',
    userEntity: 'staff',
    scopes: { library: 'library' },
    outside: { by: 'libraryId', ours: 'The library' },
  },
  groups: {},
  dictionaries: {},
  entities: {
    library: {
      language: 1,
      title: 'Library',
      label: 'libraryName',
      scope: 'global',
      fields: { libraryName: { type: 'text', title: 'Library', maxLength: 40, required: true } },
    },
    staff: {
      language: 1,
      title: 'Staff',
      label: 'staffName',
      scope: 'global',
      fields: {
        staffName: { type: 'text', title: 'Name', maxLength: 40, required: true },
        libraryId: { type: 'ref', title: 'Of the library', to: 'library' },
      },
    },
    request: {
      language: 1,
      title: 'Request',
      label: 'requestNo',
      serial: { prefix: 'RQ' },
      scope: { library: ['libraryId'] },
      summary: { about: 'libraryId', figures: ['copies'] },
      fields: {
        requestNo: { type: 'serial', title: 'Number' },
        libraryId: { type: 'ref', title: 'Library', to: 'library', required: true },
        wish: { type: 'text', title: 'Wish', maxLength: 100, required: true },
        copies: { type: 'digit', title: 'Copies', value: 'sum(books.qty)', stored: true },
        advice: { type: 'text', title: 'Our advice', maxLength: 100, internal: true },
        askedById: { type: 'ref', title: 'Asked by', to: 'staff', system: true },
        decidedById: { type: 'ref', title: 'Decided by', to: 'staff', system: true, internal: true },
        verdict: { type: 'text', title: 'Verdict', maxLength: 100, system: true, internal: true },
        status: { type: 'status', title: 'State' },
      },
      lines: {
        books: {
          title: 'Books',
          fields: {
            bookTitle: { type: 'text', title: 'Book', maxLength: 40, required: true },
            qty: { type: 'digit', title: 'Copies', min: '1', required: true },
            shelf: { type: 'text', title: 'Shelf', maxLength: 40, internal: true },
          },
        },
      },
      states: {
        DRAFT: { title: 'Draft', initial: true, internal: true, edit: true, delete: true },
        ASKED: { title: 'Asked' },
        REFUSED: { title: 'Refused', edit: true },
        GRANTED: { title: 'Granted', edit: [] },
        CHANGING: { title: 'Changing' },
      },
      actions: {
        submit: { title: 'Ask', from: ['DRAFT', 'REFUSED'], to: 'ASKED', set: { askedById: 'user' }, ask: { opinion: { ...opinion } } },
        grant: {
          title: 'Grant',
          from: ['ASKED'],
          to: 'GRANTED',
          ask: { opinion: { ...opinion, required: true } },
          set: { decidedById: 'user', verdict: 'form.opinion' },
          preview: true,
          then: [{ create: 'parcel', with: { requestId: 'id', packing: 'verdict', handedById: 'user' } }],
        },
        refuse: {
          title: 'Refuse',
          from: ['ASKED'],
          to: 'REFUSED',
          ask: { opinion: { ...opinion, required: true } },
          answers: true,
          set: { decidedById: 'user', verdict: 'form.opinion' },
        },
        remark: { title: 'Remark', from: ['ASKED', 'GRANTED'], ask: { advice: false, wish: false, opinion: { ...opinion } } },
        change: {
          title: 'Change',
          from: ['GRANTED'],
          to: 'CHANGING',
          via: 'edit',
          pending: ['wish', 'advice'],
          ask: { opinion: { ...opinion } },
        },
        accept: { title: 'Accept', from: ['CHANGING'], to: 'GRANTED', onPending: 'apply' },
        drop: { title: 'Drop', from: ['CHANGING'], to: 'GRANTED', onPending: 'drop' },
      },
    },
    parcel: {
      language: 1,
      title: 'Parcel',
      label: 'parcelNo',
      serial: { prefix: 'PA' },
      scope: { as: 'requestId' },
      fields: {
        parcelNo: { type: 'serial', title: 'Number' },
        requestId: { type: 'ref', title: 'Request', to: 'request', required: true },
        packing: { type: 'text', title: 'Packing', maxLength: 100, internal: true },
        handedById: { type: 'ref', title: 'Handed over by', to: 'staff', system: true },
      },
    },
    proposal: {
      language: 1,
      title: 'Proposal',
      label: 'idea',
      scope: { library: ['libraryId'] },
      authored: ['hand'],
      fields: {
        libraryId: { type: 'ref', title: 'Library', to: 'library', required: true },
        idea: { type: 'text', title: 'Idea', maxLength: 100, required: true },
        status: { type: 'status', title: 'State' },
      },
      states: {
        WRITTEN: { title: 'Written', initial: true, edit: true, delete: true },
        HANDED: { title: 'Handed in' },
      },
      actions: { hand: { title: 'Hand in', from: ['WRITTEN'], to: 'HANDED' } },
    },
    bookOfRequest: {
      language: 1,
      title: 'Books of requests',
      label: 'bookTitle',
      view: { lines: 'request.books', header: ['requestNo', 'advice', 'status'] },
      fields: {},
    },
  },
  screens: {
    'desk/request': {
      language: 1,
      title: 'Requests',
      entity: 'request',
      endpoints: {
        base: '/api/desk/request',
        extra: {
          all: {
            method: 'GET',
            url: '/list/all',
            permission: 'view',
            description: 'All requests',
            list: { fields: ['requestNo', 'wish', 'advice', 'decidedByName', 'askedByName'] },
          },
        },
      },
      prints: {
        slip: {
          title: 'Slip',
          parts: [{ fields: ['requestNo', 'wish', 'advice', 'verdict'] }, { lines: 'books', columns: ['bookTitle', 'qty', 'shelf'] }],
        },
      },
      pages: {
        list: {
          search: ['wish', 'askedById', 'libraryId'],
          columns: ['requestNo', 'libraryName', 'wish', 'copies', 'advice', 'askedByName', 'decidedByName', 'verdict', 'status'],
          figures: { all: { title: 'All', count: true } },
          toolbar: ['add', 'export'],
          rowActions: ['view', 'edit', 'delete', 'submit', 'grant', 'refuse', 'remark', 'accept', 'drop', 'print', 'attach'],
          exportLines: ['books'],
        },
        edit: {
          kind: 'record',
          live: ['wish', 'books'],
          sections: { Request: ['libraryId', 'wish', 'advice', 'copies', 'askedById', 'decidedById', 'verdict', 'status'] },
          tabs: {
            Books: { lines: 'books', columns: ['bookTitle', 'qty', 'shelf'] },
            Parcels: { related: 'parcel', by: 'requestId', columns: ['parcelNo', 'packing', 'handedByName'] },
            History: 'history',
            Files: 'attachments',
          },
        },
      },
    },
    'desk/parcel': {
      language: 1,
      title: 'Parcels',
      entity: 'parcel',
      endpoints: { base: '/api/desk/parcel' },
      pages: {
        list: { columns: ['parcelNo', 'requestNo', 'packing', 'handedByName'], toolbar: ['add', 'export'], rowActions: ['edit'] },
        edit: { kind: 'record', sections: { Parcel: ['requestId', 'packing', 'handedById'] }, tabs: { History: 'history' } },
      },
    },
    'desk/proposal': {
      language: 1,
      title: 'Proposals',
      entity: 'proposal',
      endpoints: { base: '/api/desk/proposal' },
      pages: {
        list: { route: '/proposal', columns: ['idea', 'status'], toolbar: ['add'], rowActions: ['view', 'edit', 'delete', 'hand'] },
        edit: { kind: 'record', sections: { Proposal: ['libraryId', 'idea', 'status'] } },
      },
    },
    'desk/book': {
      language: 1,
      title: 'Books of requests',
      entity: 'bookOfRequest',
      endpoints: { base: '/api/desk/book' },
      pages: { list: { columns: ['bookTitle', 'qty', 'shelf', 'requestNo', 'advice', 'status'], toolbar: ['export'] } },
    },
  },
  menus: { language: 1, menus: [] },
  roles: { language: 1, roles: {} },
}

export const partnersPlan: ProductPlan = compileProduct(partnerSources)

const extensions: ProductExtensions = noExtensions

export interface Partners {
  /** Two of our own people. */
  clerk: SessionUser
  chief: SessionUser
  /** Two of one partner library, and one of another. */
  guest: SessionUser
  colleague: SessionUser
  stranger: SessionUser
  /** Of the guest. */
  libraryId: string
  server: LibraryServer
  ask(
    user: SessionUser,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body?: object,
  ): Promise<{ status: number; body: Record<string, unknown>; text: string }>
  /** Does what must be possible. */
  done(user: SessionUser, method: 'POST' | 'PATCH', url: string, body?: object): Promise<RecordValues>
  screens: Record<string, ScreenPlan>
  close(): Promise<void>
}

export async function openPartners(kind: DatabaseKind): Promise<Partners> {
  const database = await openTestDatabase(kind)
  await createTables(database, partnersPlan)
  const moment = { created_at: '2026-11-20T04:00:00.000Z', updated_at: '2026-11-20T04:00:00.000Z', version: 1 }
  const insert = async (table: string, row: object): Promise<string> => {
    const { id } = await database.kysely
      .insertInto(table)
      .values({ ...moment, ...row })
      .returning('id')
      .executeTakeFirstOrThrow()
    return String(id)
  }
  const [libraryId, other] = [await insert('library', { library_name: 'East' }), await insert('library', { library_name: 'West' })]
  const subMenus = everyButtonOf(partnersPlan)
  const user = async (name: string, outside?: string): Promise<SessionUser> => {
    const id = await insert('staff', { staff_name: name, library_id: outside ?? null })
    return { id, name, subMenus, scope: outside === undefined ? {} : { library: [outside] }, outside }
  }
  const [clerk, chief] = [await user('Cassandra Clerk'), await user('Charles Chief')]
  const [guest, colleague, stranger] = [
    await user('Gwen Guest', libraryId),
    await user('Colin Colleague', libraryId),
    await user('Stan', other),
  ]
  const server = await serveLibrary(database, { plan: partnersPlan, extensions, contractPermission: 'desk_request' })
  const ask: Partners['ask'] = async (who, method, url, body) => {
    const response = await server.ask<Record<string, unknown>>(who, method, `/api/desk/${url}`, body)
    return { ...response, text: typeof response.body === 'string' ? response.body : JSON.stringify(response.body) }
  }
  return {
    clerk,
    chief,
    guest,
    colleague,
    stranger,
    libraryId,
    server,
    ask,
    async done(who, method, url, body) {
      const { status, body: answered, text } = await ask(who, method, url, body)
      if (status !== 200) throw new Error(`${url} answered ${status}: ${text}`)
      return answered as RecordValues
    },
    screens: partnersPlan.screens,
    close: () => server.app.close(),
  }
}
