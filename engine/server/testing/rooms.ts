/**
 * A small product for tests of what records are to each other: reading rooms of a library, and who has booked them. Bookings live until they
 * are over or cancelled; only those that live count.
 */
import type { Entity } from '../../spec/generated/entity'
import type { Screen } from '../../spec/generated/screen'
import { compileProduct, type ProductSources } from '../../core/compile'
import type { ProductPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import type { DatabaseKind } from '../database/database'
import { openTestDatabase } from '../database/testDatabase'
import type { ProductExtensions } from '../extensions'
import type { SessionUser } from '../session'
import type { Services } from '../services'
import { fixedClock, serveLibrary, type ApiResponse } from './libraryServer'
import { branch, createTables, everyButtonOf, noExtensions, staff } from './smallProduct'

/** Prices of a wing, in periods without a gap. */
function priced(title: string, more: Partial<NonNullable<Entity['intervals']>[number]> = {}): Entity {
  return {
    language: 1,
    title,
    label: 'fromDay',
    scope: { branch: ['branchId'] },
    intervals: [{ key: ['branchId', 'wing'], from: 'fromDay', until: 'untilDay', where: { valid: true }, unbroken: true, ...more }],
    fields: {
      branchId: { type: 'ref', title: 'Branch', to: 'branch', required: true },
      wing: { type: 'text', title: 'Wing', maxLength: 20 },
      fromDay: { type: 'date', title: 'From', required: true },
      untilDay: { type: 'date', title: 'Until' },
      amount: { type: 'money', title: 'Amount', required: true },
      valid: { type: 'switch', title: 'Valid', default: true, required: true },
    },
  }
}

function pricesScreen(entity: string): Screen {
  return {
    language: 1,
    title: 'Prices',
    entity,
    endpoints: { base: `/api/house/${entity}` },
    pages: {
      list: { columns: ['branchName', 'wing', 'fromDay', 'untilDay', 'amount'], toolbar: ['add'], rowActions: ['edit', 'delete'] },
      edit: { kind: 'record', sections: { Price: ['branchId', 'wing', 'fromDay', 'untilDay', 'amount', 'valid'] } },
    },
  }
}

const sources: ProductSources = {
  product: { language: 1, title: 'Reading rooms', userEntity: 'staff', scopes: { branch: 'branch' } },
  groups: {},
  dictionaries: {},
  entities: {
    staff,
    branch,
    room: {
      language: 1,
      title: 'Room',
      label: 'roomName',
      scope: { branch: ['branchId'] },
      unique: [['branchId', 'wing', 'roomName']],
      fields: {
        roomName: { type: 'text', title: 'Room', maxLength: 20, required: true },
        wing: { type: 'text', title: 'Wing', maxLength: 20 },
        branchId: { type: 'ref', title: 'Branch', to: 'branch', required: true },
        seats: { type: 'digit', title: 'Seats', min: '1', default: 4, required: true },
      },
    },
    booking: {
      language: 1,
      title: 'Booking',
      label: 'bookingNo',
      serial: { prefix: 'BK' },
      scope: { branch: ['roomId.branchId'] },
      unique: [{ fields: ['roomId', 'locker'], where: { status: { ended: false }, locker: { not: null } } }],
      fields: {
        bookingNo: { type: 'serial', title: 'Number' },
        roomId: { type: 'ref', title: 'Room', to: 'room', required: true },
        locker: { type: 'text', title: 'Locker', maxLength: 10 },
        fromDay: { type: 'date', title: 'From', required: true },
        untilDay: { type: 'date', title: 'Until' },
        people: { type: 'digit', title: 'People', min: '1', default: 1, required: true },
        status: { type: 'status', title: 'State' },
      },
      states: {
        BOOKED: { title: 'Booked', initial: true, edit: true, delete: true },
        CANCELLED: { title: 'Cancelled', ended: true },
        OVER: { title: 'Over', ended: true },
      },
      actions: {
        cancel: { title: 'Cancel', from: ['BOOKED'], to: 'CANCELLED' },
        reopen: { title: 'Reopen', from: ['CANCELLED'], to: 'BOOKED' },
      },
    },
    visit: {
      language: 1,
      title: 'Visit',
      label: 'visitor',
      scope: { branch: ['roomId.branchId'] },
      intervals: [{ key: ['roomId'], from: 'beginAt', until: 'endAt', where: { status: { ended: false } } }],
      fields: {
        visitor: { type: 'text', title: 'Visitor', maxLength: 20, required: true },
        roomId: { type: 'ref', title: 'Room', to: 'room', required: true },
        beginAt: { type: 'dateTime', title: 'Begin', required: true },
        endAt: { type: 'dateTime', title: 'End', required: true },
        status: { type: 'status', title: 'State' },
      },
      states: {
        BOOKED: { title: 'Booked', initial: true, edit: true, delete: true },
        CANCELLED: { title: 'Cancelled', ended: true },
      },
      actions: {
        cancel: { title: 'Cancel', from: ['BOOKED'], to: 'CANCELLED' },
        reopen: { title: 'Reopen', from: ['CANCELLED'], to: 'BOOKED' },
      },
    },
    purchase: {
      language: 1,
      title: 'Purchase',
      label: 'purchaseNo',
      serial: { prefix: 'PU' },
      scope: { branch: ['branchId'] },
      fields: {
        purchaseNo: { type: 'serial', title: 'Number' },
        branchId: { type: 'ref', title: 'Branch', to: 'branch', required: true },
        ordered: { type: 'digit', title: 'Ordered', value: 'sum(items.qty)', stored: true },
        delivered: {
          type: 'digit',
          title: 'Delivered',
          sumOf: {
            entity: 'delivery',
            by: 'purchaseId',
            field: 'total',
            where: { status: 'DONE' },
            atMost: 'ordered',
            refusal: 'purchase.delivered',
            params: { purchase: 'purchaseNo', left: 'limit - sum', qty: 'amount' },
          },
        },
        open: { type: 'digit', title: 'Open', value: 'ordered - delivered', stored: true },
      },
      lines: {
        items: {
          title: 'Items',
          fields: {
            article: { type: 'text', title: 'Article', maxLength: 20, required: true },
            qty: { type: 'digit', title: 'Quantity', min: '1', required: true },
            arrived: {
              type: 'digit',
              title: 'Arrived',
              sumOf: { entity: 'delivery', lines: 'items', by: 'purchaseItemId', field: 'qty', where: { status: 'DONE' }, atMost: 'qty' },
            },
            missing: { type: 'digit', title: 'Missing', value: 'qty - arrived' },
          },
        },
      },
      rules: { save: 'savePurchase' },
    },
    delivery: {
      language: 1,
      title: 'Delivery',
      label: 'deliveryNo',
      serial: { prefix: 'DE' },
      scope: { branch: ['purchaseId.branchId'] },
      fields: {
        deliveryNo: { type: 'serial', title: 'Number' },
        purchaseId: { type: 'ref', title: 'Purchase', to: 'purchase', required: true },
        total: { type: 'digit', title: 'Total', value: 'sum(items.qty)', stored: true },
        status: { type: 'status', title: 'State' },
      },
      lines: {
        items: {
          title: 'Items',
          fields: {
            purchaseItemId: { type: 'text', title: 'Item', maxLength: 20 },
            qty: { type: 'digit', title: 'Quantity', min: '1', required: true },
          },
        },
      },
      states: {
        DRAFT: { title: 'Draft', initial: true, edit: true, delete: true },
        DONE: { title: 'Done', edit: true, delete: true },
        LOST: { title: 'Lost', ended: true },
      },
      actions: {
        arrive: { title: 'Arrive', from: ['DRAFT', 'LOST'], to: 'DONE' },
        lose: { title: 'Lose', from: ['DONE'], to: 'LOST' },
      },
    },
    fee: priced('Fee'),
    rate: priced('Rate', { openUntilNext: true }),
  },
  screens: {
    'house/visit': {
      language: 1,
      title: 'Visits',
      entity: 'visit',
      endpoints: { base: '/api/house/visit' },
      pages: {
        list: {
          columns: ['visitor', 'roomName', 'beginAt', 'endAt', 'status'],
          toolbar: ['add'],
          rowActions: ['edit', 'delete', 'cancel', 'reopen'],
        },
        edit: { kind: 'record', sections: { Visit: ['visitor', 'roomId', 'beginAt', 'endAt'] } },
      },
    },
    'house/fee': pricesScreen('fee'),
    'house/rate': pricesScreen('rate'),
    'house/purchase': {
      language: 1,
      title: 'Purchases',
      entity: 'purchase',
      endpoints: { base: '/api/house/purchase' },
      pages: {
        list: { columns: ['purchaseNo', 'ordered', 'delivered', 'open'], toolbar: ['add'], rowActions: ['edit', 'delete'] },
        edit: {
          kind: 'record',
          sections: { Purchase: ['branchId', 'delivered', 'open'] },
          tabs: { Items: { lines: 'items', columns: ['article', 'qty', 'arrived', 'missing'] } },
        },
      },
    },
    'house/delivery': {
      language: 1,
      title: 'Deliveries',
      entity: 'delivery',
      endpoints: { base: '/api/house/delivery' },
      pages: {
        list: {
          columns: ['deliveryNo', 'purchaseNo', 'total', 'status'],
          toolbar: ['add'],
          rowActions: ['edit', 'delete', 'arrive', 'lose'],
        },
        edit: {
          kind: 'record',
          sections: { Delivery: ['purchaseId'] },
          tabs: { Items: { lines: 'items', columns: ['purchaseItemId', 'qty'] } },
        },
      },
    },
    'house/room': {
      language: 1,
      title: 'Rooms',
      entity: 'room',
      endpoints: { base: '/api/house/room' },
      pages: {
        list: { columns: ['roomName', 'wing', 'branchName', 'seats'], toolbar: ['add'], rowActions: ['edit', 'delete'] },
        edit: { kind: 'record', sections: { Room: ['roomName', 'wing', 'branchId', 'seats'] } },
      },
    },
    'house/booking': {
      language: 1,
      title: 'Bookings',
      entity: 'booking',
      endpoints: { base: '/api/house/booking' },
      pages: {
        list: {
          search: ['roomId', 'status'],
          columns: ['bookingNo', 'roomName', 'fromDay', 'untilDay', 'status'],
          toolbar: ['add'],
          rowActions: ['edit', 'delete', 'cancel', 'reopen'],
        },
        edit: { kind: 'record', sections: { Booking: ['roomId', 'locker', 'fromDay', 'untilDay', 'people'] } },
      },
    },
  },
  menus: { language: 1, menus: [] },
  roles: { language: 1, roles: {} },
}

export const roomsPlan: ProductPlan = compileProduct(sources)

const extensions: ProductExtensions = {
  ...noExtensions,
  save: {
    // Does what no rule may: says what is kept as a sum.
    savePurchase: (_tools, { values }) => {
      for (const item of values['items'] as Record<string, unknown>[]) if (item['article'] === 'Forged') item['arrived'] = 1
    },
  },
  refusals: { 'purchase.delivered': { number: 100501, text: '{purchase} waits for {left}, not {qty}' } },
}

const allRights = everyButtonOf(roomsPlan)

export interface Rooms {
  keeper: SessionUser
  branchId: string
  services: Services
  ask(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body?: object,
    user?: SessionUser,
  ): Promise<ApiResponse<Record<string, unknown>>>
  /** Stores a record, which must be possible. */
  add(base: string, values: object): Promise<RecordValues>
  act(base: string, action: string, id: string): Promise<ApiResponse<Record<string, unknown>>>
  close(): Promise<void>
}

/** Two rooms may be had at once on either kind of database. */
export async function openRooms(kind: DatabaseKind): Promise<Rooms> {
  const database = await openTestDatabase(kind)
  await createTables(database, roomsPlan)
  const moment = { created_at: '2026-11-20T04:00:00.000Z', updated_at: '2026-11-20T04:00:00.000Z', version: 1 }
  const insert = async (table: string, values: object): Promise<string> =>
    String(
      (
        await database.kysely
          .insertInto(table)
          .values({ ...moment, ...values })
          .returning('id')
          .executeTakeFirstOrThrow()
      )['id'],
    )
  const keeper: SessionUser = { id: await insert('staff', { staff_name: 'Keeper' }), name: 'Keeper', subMenus: allRights, scope: {} }
  const branchId = await insert('branch', { branch_name: 'North' })
  const server = await serveLibrary(database, { plan: roomsPlan, extensions, contractPermission: 'house_room' })
  const services = { plan: roomsPlan, database, extensions, clock: fixedClock } as Services
  const ask: Rooms['ask'] = (method, url, body, user = keeper) => server.ask(user, method, url, body)
  return {
    keeper,
    branchId,
    services,
    ask,
    async add(base, values) {
      const { status, body } = await ask('POST', base, values)
      if (status !== 200) throw new Error(`${base} answered ${status}: ${JSON.stringify(body)}`)
      return body as RecordValues
    },
    act: (base, action, id) => ask('POST', `${base}/${action}/${id}`, {}),
    close: () => server.app.close(),
  }
}
