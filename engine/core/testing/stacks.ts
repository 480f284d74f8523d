import type { Entity, Field } from '../../spec/generated/entity'
import type { ProductSources } from '../compile'

const number = (title: string, more: object = {}): Field => ({ type: 'digit', title, ...more })
const text = (title: string, more: object = {}): Field => ({ type: 'text', title, maxLength: 40, ...more })
const ref = (title: string, to: string | [string, string, ...string[]], more: object = {}): Field => ({ type: 'ref', title, to, ...more })
const status: Field = { type: 'status', title: 'State' }
/** What ledgers alone write. */
const bucket = { system: true } as const

/**
 * A small product for tests of what happens between documents: readers request copies from the stacks of a library; what is approved is
 * reserved on the shelf and booked on the reader's card, and goes out in a parcel.
 */
export function stacksSources(): ProductSources {
  // Tests change their copy.
  return JSON.parse(JSON.stringify(stacks())) as ProductSources
}

function stacks(): ProductSources {
  return {
    product: { language: 1, title: 'Stacks', userEntity: 'staff', scopes: { branch: 'branch' } },
    groups: {
      sent: {
        language: 1,
        title: 'Sent',
        fields: { sentById: ref('Sent by', 'staff', { system: true }) },
        actions: { send: { title: 'Send', from: ['DRAFT'], to: 'SENT', set: { sentById: 'user' } } },
      },
    },
    dictionaries: {},
    entities: {
      staff: withTitle('Staff'),
      branch: withTitle('Branch'),
      title,
      club,
      card,
      copyMovement,
      request,
      parcel,
      notice,
      letter,
      count,
    },
    screens: {},
    menus: { language: 1, menus: [] },
    roles: { language: 1, roles: {} },
    ledgers: {
      copies: {
        language: 1,
        title: 'Copies',
        rank: 20,
        balances: { title: 'titleId' },
        journal: {
          entity: 'copyMovement',
          type: 'kind',
          set: { qty: 'amount', shelfAfter: 'of.onShelf', docNo: 'doc.no', movedAt: 'now()' },
          ofDocument: ['cardId'],
        },
        buckets: { onShelf: {}, reserved: { held: 'GIVE_BACK' }, lent: {} },
        types: {
          RESERVE: { by: { onShelf: -1, reserved: 1 }, inverse: 'GIVE_BACK' },
          GIVE_BACK: { by: { onShelf: 1, reserved: -1 }, inverse: 'RESERVE' },
          LEND: { by: { reserved: -1, lent: 1 }, final: true },
          FOUND: { by: { onShelf: 1 }, inverse: 'LOST' },
          LOST: { by: { onShelf: -1 }, inverse: 'FOUND' },
        },
      },
      quota: {
        language: 1,
        title: 'Quota',
        rank: 10,
        balances: { card: true, club: true },
        journal: true,
        buckets: { booked: { held: 'UNBOOK' } },
        types: {
          BOOK: { by: { booked: 1 }, inverse: 'UNBOOK' },
          UNBOOK: { by: { booked: -1 }, inverse: 'BOOK' },
        },
        also: [{ balance: 'card', on: 'clubId' }],
        limits: [{ that: 'booked <= ceiling and today() <= validUntil', on: ['BOOK'], params: { left: 'ceiling - booked' } }],
        holders: [{ bucket: 'booked', entity: 'request', of: 'cardId', amount: 'total', when: "status == 'APPROVED'" }],
      },
    },
    templates: {
      letters: {
        language: 1,
        title: 'Letters',
        templates: {
          closed: { create: 'letter', with: { cardId: 'cardId', subject: "concat('Closed: ', requestNo)" }, onUndo: 'discard' },
        },
      },
    },
  }
}

function withTitle(title: string): Entity {
  return { language: 1, title, label: 'name', scope: 'global', fields: { name: text('Name', { required: true }) } }
}

const title: Entity = {
  ...withTitle('Title'),
  fields: {
    name: text('Name', { required: true }),
    onShelf: number('On the shelf', bucket),
    reserved: number('Reserved', bucket),
    lent: number('Lent', bucket),
  },
  rules: { refresh: 'refreshTitle' },
}

const account = {
  ceiling: number('Ceiling', { min: '0', required: true }),
  validUntil: { type: 'date', title: 'Valid until', required: true },
  booked: number('Booked', bucket),
} as const

const club: Entity = { ...withTitle('Club'), fields: { name: text('Name', { required: true }), ...account } }

const card: Entity = {
  ...withTitle('Card'),
  fields: { name: text('Name', { required: true }), cardNo: text('Number', { required: true }), clubId: ref('Club', 'club'), ...account },
  unique: [['cardNo']],
}

const copyMovement: Entity = {
  language: 1,
  title: 'Movement',
  label: 'docNo',
  scope: 'global',
  fields: {
    titleId: ref('Title', 'title', { required: true }),
    kind: text('Kind', { required: true }),
    qty: number('Copies', { required: true }),
    shelfAfter: number('On the shelf', { required: true }),
    docNo: text('Document', { required: true }),
    cardId: ref('Card', 'card'),
    movedAt: { type: 'dateTime', title: 'At', required: true },
  },
  appendOnly: true,
}

const request: Entity = {
  language: 1,
  title: 'Request',
  label: 'requestNo',
  summary: { about: 'cardId' },
  include: ['sent'],
  scope: { branch: ['branchId'] },
  fields: {
    requestNo: text('Number', { required: true }),
    branchId: ref('Branch', 'branch', { required: true }),
    cardId: ref('Card', 'card', { required: true }),
    total: number('Copies', { value: 'sum(items.qty)', stored: true }),
    parcelId: ref('Parcel', 'parcel', { system: true }),
    status,
  },
  lines: {
    items: {
      title: 'Items',
      fields: { titleId: ref('Title', 'title', { required: true }), qty: number('Copies', { min: '1', required: true }) },
    },
  },
  states: {
    DRAFT: { title: 'Draft', initial: true, edit: true, delete: true },
    SENT: { title: 'Sent' },
    APPROVED: { title: 'Approved' },
    SERVED: { title: 'Served', ended: true },
    CLOSED: { title: 'Closed', ended: true },
  },
  actions: {
    approve: {
      title: 'Approve',
      from: ['SENT'],
      to: 'APPROVED',
      notBy: 'sentById',
      moves: [
        { type: 'quota.BOOK', of: 'cardId', amount: 'total' },
        { type: 'copies.RESERVE', each: 'items', of: 'it.titleId', amount: 'it.qty', when: 'of.onShelf > 0' },
      ],
    },
    withdraw: { title: 'Withdraw', from: ['SENT', 'APPROVED'], to: 'DRAFT', free: true },
    serve: {
      title: 'Serve',
      from: ['APPROVED'],
      to: 'SERVED',
      free: [{ hold: 'quota.booked' }],
      then: [
        {
          create: 'parcel',
          with: { requestId: 'id', branchId: 'branchId', address: "'Desk'" },
          lines: { rows: [{ each: 'items', when: 'it.qty > 0', fields: { titleId: 'it.titleId', qty: 'it.qty' }, nonZero: ['qty'] }] },
          takes: ['copies.reserved'],
          keep: 'parcelId',
          through: 'pack',
        },
      ],
    },
    close: {
      title: 'Close',
      from: ['DRAFT', 'SENT', 'APPROVED'],
      to: 'CLOSED',
      free: true,
      then: [
        { create: 'letter', use: 'letters.closed', with: { subject: "'Closed'" } },
        {
          perform: 'stop',
          on: { parcel: { requestId: 'id', status: ['NEW', 'PACKED'] } },
          form: { reason: "concat(requestNo, ' closed')" },
        },
      ],
    },
    noted: { title: 'Noted', system: true, inverse: 'unnoted' },
    unnoted: { title: 'Not noted', system: true },
  },
}

const parcel: Entity = {
  language: 1,
  title: 'Parcel',
  label: 'address',
  summary: { about: 'requestId' },
  scope: { branch: ['branchId'] },
  fields: {
    requestId: ref('Request', 'request', { required: true }),
    branchId: ref('Branch', 'branch', { required: true }),
    address: text('Address', { required: true }),
    reason: text('Reason', { system: true }),
    status,
  },
  lines: {
    rows: {
      title: 'Rows',
      fields: { titleId: ref('Title', 'title', { required: true }), qty: number('Copies', { min: '1', required: true }) },
    },
  },
  states: {
    NEW: { title: 'New', initial: true },
    PACKED: { title: 'Packed' },
    OUT: { title: 'Out', ended: true },
    STOPPED: { title: 'Stopped', ended: true },
  },
  actions: {
    pack: { title: 'Pack', from: ['NEW'], to: 'PACKED', system: true, inverse: 'unpack' },
    unpack: { title: 'Unpack', from: ['PACKED'], to: 'NEW', system: true },
    ship: {
      title: 'Ship',
      from: ['PACKED'],
      to: 'OUT',
      free: [{ hold: 'copies.reserved', each: 'rows', of: 'it.titleId', amount: 'max([held - it.qty, 0])' }],
      moves: [{ type: 'copies.LEND', each: 'rows', of: 'it.titleId', amount: 'min([it.qty, held])' }],
    },
    stop: {
      title: 'Stop',
      from: ['NEW', 'PACKED'],
      to: 'STOPPED',
      ask: { reason: true },
      set: { reason: 'form.reason' },
      system: 'also',
      free: true,
    },
    noted: { title: 'Noted', system: true, inverse: 'unnoted' },
    unnoted: { title: 'Not noted', system: true },
  },
}

/** Tells of a request or a parcel. */
const notice: Entity = {
  language: 1,
  title: 'Notice',
  label: 'subject',
  summary: { about: 'subject' },
  scope: 'global',
  fields: {
    subject: text('Subject', { required: true }),
    docKind: { type: 'kind', title: 'Kind', of: 'docId' },
    docId: ref('Document', ['request', 'parcel'], { required: true }),
    status,
  },
  states: { OPEN: { title: 'Open', initial: true, edit: true, delete: true }, READ: { title: 'Read', ended: true } },
  actions: {
    read: {
      title: 'Read',
      from: ['OPEN'],
      to: 'READ',
      then: [{ perform: { request: 'noted', parcel: 'noted' }, on: 'docId', when: 'on.branchId != null' }],
    },
  },
}

const letter: Entity = {
  language: 1,
  title: 'Letter',
  label: 'subject',
  summary: { about: 'cardId' },
  scope: 'global',
  fields: { cardId: ref('Card', 'card', { required: true }), subject: text('Subject', { required: true }), status },
  states: { OPEN: { title: 'Open', initial: true }, GONE: { title: 'Discarded', ended: true } },
  actions: { discard: { title: 'Discard', from: ['OPEN'], to: 'GONE', system: true } },
}

/** A count of copies; what it has changed can be taken back. */
const count: Entity = {
  language: 1,
  title: 'Count',
  label: 'countNo',
  summary: { about: 'titleId' },
  scope: 'global',
  fields: {
    countNo: text('Number', { required: true }),
    titleId: ref('Title', 'title', { required: true }),
    cardId: ref('Card', 'card', { required: true }),
    found: number('Found', { min: '0', required: true }),
    requestId: ref('Request', 'request', { required: true }),
    letterId: ref('Letter', 'letter', { system: true }),
    status,
  },
  states: {
    OPEN: { title: 'Open', initial: true, edit: true, delete: true },
    DONE: { title: 'Done' },
    REVERSED: { title: 'Reversed', ended: true },
  },
  actions: {
    finish: {
      title: 'Finish',
      from: ['OPEN'],
      to: 'DONE',
      moves: [{ type: 'copies.FOUND', of: 'titleId', amount: 'found' }],
      then: [
        { create: 'letter', with: { cardId: 'cardId', subject: 'countNo' }, keep: 'letterId', onUndo: 'discard' },
        { perform: 'noted', on: 'requestId' },
      ],
      refresh: ['titleId'],
    },
    reverse: { title: 'Reverse', from: ['DONE'], to: 'REVERSED', undo: { action: 'finish', tree: true } },
  },
}
