/**
 * A small product for the tests of dry runs: at the counter of a library an order asks for copies of titles on a card. Its rule says what each
 * copy costs; approving it reserves on the card, sets copies aside, makes a parcel and wakes the wishes for it.
 */
import { compileProduct, type ProductSources } from '../../../core/compile'
import { multiplyDecimals } from '../../../core/decimal'
import type { ProductPlan } from '../../../core/plan'
import { refuse } from '../../../core/refusal'
import type { ProductExtensions } from '../../extensions'
import { branch, noExtensions, staff } from '../../testing/smallProduct'

const sources: ProductSources = {
  product: { language: 1, title: 'Counter', userEntity: 'staff', scopes: { branch: 'branch' } },
  groups: {},
  dictionaries: {},
  entities: {
    branch,
    staff,
    card: {
      language: 1,
      title: 'Card',
      label: 'cardNo',
      scope: { branch: ['branchId'] },
      fields: {
        cardNo: { type: 'text', title: 'Card', maxLength: 20, required: true },
        branchId: { type: 'ref', title: 'Branch', to: 'branch', required: true },
        ceiling: { type: 'money', title: 'Ceiling', required: true },
        reserved: { type: 'money', title: 'Reserved', unit: 'EUR', default: 0, system: true },
        left: { type: 'money', title: 'Left', value: 'ceiling - reserved', stored: true },
      },
    },
    title: {
      language: 1,
      title: 'Title',
      label: 'titleName',
      scope: { branch: ['branchId'] },
      fields: {
        titleName: { type: 'text', title: 'Title', maxLength: 40, required: true },
        branchId: { type: 'ref', title: 'Branch', to: 'branch', required: true },
        price: { type: 'money', title: 'Price', required: true },
        purchase: { type: 'money', title: 'Purchase', secret: true },
        available: { type: 'digit', title: 'Available', default: 0, system: true },
        aside: { type: 'digit', title: 'Set aside', default: 0, system: true },
        atMost: { type: 'digit', title: 'May be ordered', default: 1000 },
        ordered: {
          type: 'digit',
          title: 'Ordered',
          sumOf: { entity: 'order', lines: 'items', by: 'titleId', field: 'qty', atMost: 'atMost' },
        },
      },
    },
    parcel: {
      language: 1,
      title: 'Parcel',
      label: 'parcelNo',
      serial: { prefix: 'PK' },
      scope: { branch: ['branchId'] },
      fields: {
        parcelNo: { type: 'serial', title: 'Number' },
        branchId: { type: 'ref', title: 'Branch', to: 'branch', required: true },
        orderId: { type: 'ref', title: 'Order', to: 'order', required: true },
      },
    },
    wish: {
      language: 1,
      title: 'Wish',
      label: 'wishText',
      scope: { branch: ['branchId'] },
      fields: {
        wishText: { type: 'text', title: 'Wish', maxLength: 40, required: true },
        branchId: { type: 'ref', title: 'Branch', to: 'branch', required: true },
        orderId: { type: 'ref', title: 'Order', to: 'order', required: true },
        status: { type: 'status', title: 'State' },
      },
      states: { OPEN: { title: 'Open', initial: true }, AWAKE: { title: 'Awake' } },
      actions: { wake: { title: 'Wake', from: ['OPEN'], to: 'AWAKE', system: true } },
    },
    order: {
      language: 1,
      title: 'Order',
      label: 'orderNo',
      serial: { prefix: 'OR' },
      scope: { branch: ['branchId'] },
      fields: {
        orderNo: { type: 'serial', title: 'Number' },
        branchId: { type: 'ref', title: 'Branch', to: 'branch', required: true },
        cardId: { type: 'ref', title: 'Card', to: 'card', required: true },
        purpose: { type: 'text', title: 'Purpose', maxLength: 20, required: true },
        total: { type: 'money', title: 'Total', value: 'sum(items.cost)', stored: true },
        purchaseTotal: { type: 'money', title: 'Purchase', secret: true, system: true },
        approved: { type: 'money', title: 'Approved', system: true },
        status: { type: 'status', title: 'State' },
      },
      lines: {
        items: {
          title: 'Items',
          minRows: 1,
          maxRows: 60,
          fields: {
            titleId: { type: 'ref', title: 'Title', to: 'title', required: true },
            qty: { type: 'digit', title: 'Copies', min: '1', required: true },
            cost: { type: 'money', title: 'Cost', system: true },
          },
        },
      },
      states: {
        DRAFT: { title: 'Draft', initial: true, edit: true, delete: true },
        APPROVED: { title: 'Approved' },
        CLOSED: { title: 'Closed', ended: true },
      },
      actions: {
        approve: {
          title: 'Approve',
          from: ['DRAFT'],
          to: 'APPROVED',
          ask: { amount: { type: 'money', title: 'Amount', min: '0.01', required: true } },
          set: { approved: 'form.amount' },
          preview: true,
          moves: [
            { type: 'allowance.RESERVE', of: 'cardId', amount: 'approved' },
            { type: 'copies.SET_ASIDE', each: 'items', of: 'it.titleId', amount: 'it.qty' },
          ],
          // oxlint-disable-next-line unicorn/no-thenable -- the word of the language
          then: [
            { create: 'parcel', with: { branchId: 'branchId', orderId: 'id' } },
            { perform: 'wake', on: { wish: { orderId: 'id', status: ['OPEN'] } } },
          ],
        },
        reopen: {
          title: 'Reopen',
          from: ['APPROVED'],
          to: 'DRAFT',
          ask: { reason: { type: 'textarea', title: 'Reason', maxLength: 20, required: true } },
          preview: true,
          free: true,
        },
        close: { title: 'Close', from: ['APPROVED'], to: 'CLOSED', preview: true, free: true },
      },
      rules: { save: 'saveOrder' },
    },
  },
  ledgers: {
    allowance: {
      language: 1,
      title: 'Allowance',
      rank: 10,
      balances: { card: true },
      journal: true,
      buckets: { reserved: { held: 'UNRESERVE' } },
      types: { RESERVE: { by: { reserved: 1 }, inverse: 'UNRESERVE' }, UNRESERVE: { by: { reserved: -1 }, inverse: 'RESERVE' } },
      limits: [{ that: 'reserved <= ceiling', on: ['RESERVE'] }],
    },
    copies: {
      language: 1,
      title: 'Copies',
      rank: 20,
      balances: { title: true },
      journal: true,
      buckets: { available: {}, aside: { held: 'PUT_BACK' } },
      types: {
        BUY: { by: { available: 1 }, final: true },
        SET_ASIDE: { by: { available: -1, aside: 1 }, inverse: 'PUT_BACK' },
        PUT_BACK: { by: { available: 1, aside: -1 }, inverse: 'SET_ASIDE' },
      },
    },
  },
  screens: {
    'counter/order': {
      language: 1,
      title: 'Orders',
      entity: 'order',
      endpoints: { base: '/api/counter/order' },
      pages: {
        list: { columns: ['orderNo', 'total', 'status'], toolbar: ['add'], rowActions: ['edit', 'approve', 'reopen', 'close', 'delete'] },
        edit: {
          kind: 'record',
          live: ['items', 'cardId'],
          sections: { All: ['orderNo', 'branchId', 'cardId', 'purpose', 'total'] },
          tabs: { Items: { lines: 'items', columns: ['titleName', 'qty', 'cost'] } },
        },
      },
    },
    'counter/parcel': {
      language: 1,
      title: 'Parcels',
      entity: 'parcel',
      endpoints: { base: '/api/counter/parcel' },
      pages: { list: { columns: ['parcelNo'] } },
    },
  },
  menus: { language: 1, menus: [] },
  roles: { language: 1, roles: {} },
}

export const counterPlan: ProductPlan = compileProduct(sources)

interface Order {
  cardId: string | null
  cardNo: string | null
  branchId: string | null
  purpose: string
  items: { titleId: string; qty: number; cost: string | null }[]
  purchaseTotal: string
}

/** What the rule of orders was given, the newest last. */
export const ruleSaw: Pick<Order, 'cardId' | 'cardNo' | 'items'>[] = []

/** Holds the rule of orders until it is opened, so that a test knows what runs at the same time. */
export class RuleGate {
  static #standing: RuleGate | undefined
  /** Orders whose rule has begun. */
  reached = 0
  #open: () => void = () => undefined
  readonly #opened = new Promise<void>((resolve) => (this.#open = resolve))

  /** Closes a gate in the rule's way. */
  static close(): RuleGate {
    return (RuleGate.#standing = new RuleGate())
  }

  static async pass(): Promise<void> {
    const gate = RuleGate.#standing
    if (!gate) return
    gate.reached++
    await gate.#opened
  }

  open(): void {
    RuleGate.#standing = undefined
    this.#open()
  }
}

export const counterExtensions: ProductExtensions = {
  ...noExtensions,
  save: {
    saveOrder: async (tools, { values }) => {
      const order = values as unknown as Order
      await RuleGate.pass()
      ruleSaw.push({ cardId: order.cardId, cardNo: order.cardNo, items: [...order.items] })
      for (const item of order.items) {
        const title = await tools.load('title', item.titleId)
        item.cost = multiplyDecimals(String(title['price']), String(item.qty))
        order.purchaseTotal = '12.34'
      }
      if (order.purpose === 'moving') order.branchId = (await tools.find('branch', { branchName: 'South' }))[0]?.id ?? null
      if (order.purpose === 'burning') tools.refuseIf(refuse('order.no-burning'))
    },
  },
  refusals: { 'order.no-burning': { number: 100501, text: 'Books are not burnt' } },
}
