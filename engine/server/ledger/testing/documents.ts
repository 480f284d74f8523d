// oxlint-disable unicorn/no-thenable -- `then` is a word of the language, and nothing here is awaited
import type { ProductSources } from '../../../core/compile'

/** A small document in which nothing is to be seen but its number and its state. */
const number = { type: 'text', title: 'Number', maxLength: 60, required: true } as const
const state = { type: 'status', title: 'State' } as const
const qty = { type: 'digit', title: 'Quantity', min: '0', decimals: 2, required: true } as const
/** Of what is told to somebody and then done. */
const noticeStates = {
  DRAFT: { title: 'Draft', initial: true },
  NOTIFIED: { title: 'Notified' },
  DONE: { title: 'Done' },
  CANCELLED: { title: 'Cancelled', ended: true },
} as const
const submittedById = { type: 'ref', title: 'Submitter', to: 'staff', system: true } as const

/** What moves the ledgers: the ten hardest transitions of language.md, told of a library. */
export const documents: ProductSources['entities'] = {
  /** A reader orders books: his allowance is reserved, copies that are there are frozen, others have to come. */
  order: {
    language: 1,
    title: 'Order',
    label: 'orderNo',
    scope: 'global',
    fields: {
      orderNo: number,
      cardId: { type: 'ref', title: 'Card', to: 'card', required: true },
      amount: { type: 'money', title: 'Amount', min: '0', required: true },
      payingAmount: { type: 'money', title: 'In payment', min: '0', default: '0' },
      depositBase: { type: 'money', title: 'Deposit', min: '0', default: '0' },
      depositId: { type: 'ref', title: 'Its deposit', to: 'deposit', system: true },
      refreshed: { type: 'digit', title: 'Times refreshed', default: 0, system: true },
      submittedById,
      status: state,
    },
    lines: {
      books: {
        title: 'Books',
        fields: { batchId: { type: 'ref', title: 'Batch', to: 'batch' }, bookTitle: { type: 'text', title: 'Title', maxLength: 40 }, qty },
      },
    },
    states: {
      DRAFT: { title: '草稿', initial: true, edit: true, delete: true },
      AUDITING: { title: '审批中' },
      APPROVED: { title: '已批准' },
      RUNNING: { title: '进行中' },
      OVERDUE: { title: '逾期', takesBack: false },
      CLOSED: { title: '已关闭', ended: true },
    },
    rules: { refresh: 'countRefreshes' },
    actions: {
      submit: { title: '提交', from: ['DRAFT'], to: 'AUDITING', set: { submittedById: 'user' } },
      approve: {
        title: '批准',
        from: ['AUDITING'],
        to: 'APPROVED',
        notBy: 'submittedById',
        moves: [
          { type: 'allowance.RESERVE', of: 'cardId', amount: 'amount' },
          { type: 'copies.FREEZE', each: 'books', of: 'it.batchId', amount: 'it.qty', when: 'it.batchId != null' },
        ],
        then: [
          {
            create: 'deposit',
            key: ['orderId'],
            with: { depositNo: "concat('D ', orderNo)", orderId: 'id' },
            keep: 'depositId',
            when: 'depositBase > 0',
          },
          { perform: 'resize', on: 'depositId', form: { base: 'depositBase' } },
          {
            create: 'arrival',
            key: ['orderId'],
            with: { arrivalNo: "concat('A ', orderNo)", orderId: 'id' },
            lines: { goods: [{ each: 'books', when: 'it.batchId == null', fields: { bookTitle: 'it.bookTitle', qty: 'it.qty' } }] },
          },
        ],
      },
      reApproval: {
        title: '重新审批',
        from: ['APPROVED'],
        to: 'AUDITING',
        free: true,
        then: [{ perform: 'sourceCancelled', on: { arrival: { orderId: 'id', status: ['DRAFT', 'NOTIFIED'] } } }],
      },
      paid: { title: '已付', from: ['APPROVED', 'RUNNING'], to: 'RUNNING', system: true },
      overdue: {
        title: '逾期',
        from: ['APPROVED', 'RUNNING'],
        to: 'OVERDUE',
        system: true,
        orSkip: true,
        free: [{ hold: 'allowance.reserved', of: 'cardId', amount: 'max([held - payingAmount, 0])' }],
        then: [{ perform: 'orderEnded', on: { payout: { orderId: 'id', status: ['DRAFT'] } } }],
      },
      close: { title: '关闭', from: ['APPROVED', 'RUNNING', 'OVERDUE'], to: 'CLOSED', free: true },
    },
  },

  deposit: {
    language: 1,
    title: 'Deposit',
    label: 'depositNo',
    scope: 'global',
    unique: [{ fields: ['orderId'], where: { status: ['OPEN', 'COLLECTED'] } }],
    fields: {
      depositNo: number,
      orderId: { type: 'ref', title: 'Order', to: 'order' },
      base: { type: 'money', title: 'Base', default: '0', system: true },
      resized: { type: 'digit', title: 'Times resized', default: 0, system: true },
      collected: { type: 'digit', title: 'Times collected', default: 0, system: true },
      status: state,
    },
    states: { OPEN: { title: 'Open', initial: true }, COLLECTED: { title: '已收取' }, VOID: { title: '作废', ended: true } },
    actions: {
      resize: {
        title: 'Resize',
        from: ['OPEN', 'COLLECTED'],
        set: { base: 'form.base', resized: 'resized + 1' },
        ask: { base: { type: 'money', title: 'Base', min: '0', required: true } },
        system: true,
      },
      collect: {
        title: 'Collect',
        from: ['OPEN'],
        to: 'COLLECTED',
        set: { collected: 'collected + 1' },
        system: true,
        inverse: 'uncollect',
      },
      uncollect: { title: 'Uncollect', from: ['COLLECTED'], to: 'OPEN', set: { collected: 'collected - 1' }, system: true },
      spend: { title: 'Spend', from: ['COLLECTED'] },
      void: { title: 'Void', from: ['OPEN', 'COLLECTED'], to: 'VOID' },
    },
  },

  /** Books that have to come for an order. */
  arrival: {
    language: 1,
    title: 'Arrival',
    label: 'arrivalNo',
    scope: 'global',
    unique: [{ fields: ['orderId'], where: { status: ['DRAFT', 'NOTIFIED', 'DONE'] } }],
    fields: { arrivalNo: number, orderId: { type: 'ref', title: 'Order', to: 'order' }, status: state },
    lines: { goods: { title: 'Goods', fields: { bookTitle: { type: 'text', title: 'Title', maxLength: 40 }, qty } } },
    states: noticeStates,
    actions: {
      notify: { title: 'Notify', from: ['DRAFT'], to: 'NOTIFIED' },
      finish: { title: 'Finish', from: ['NOTIFIED'], to: 'DONE' },
      sourceCancelled: { title: 'Source cancelled', from: ['DRAFT', 'NOTIFIED'], to: 'CANCELLED', system: true, orSkip: true },
    },
  },

  /** Brings ordered books to the reader: takes over what the order has frozen. */
  delivery: {
    language: 1,
    title: 'Delivery',
    label: 'deliveryNo',
    scope: 'global',
    fields: {
      deliveryNo: number,
      orderId: { type: 'ref', title: 'Order', to: 'order', required: true },
      taking: { type: 'switch', title: 'Takes from the order', default: true },
      noticeId: { type: 'ref', title: 'Notice', to: 'notice', system: true },
      status: state,
    },
    lines: {
      items: {
        title: 'Items',
        fields: {
          batchId: { type: 'ref', title: 'Batch', to: 'batch', required: true },
          qty,
          fromOrder: { type: 'digit', title: 'From the order', decimals: 2, system: true },
        },
      },
    },
    states: noticeStates,
    actions: {
      approve: {
        title: 'Approve',
        from: ['DRAFT'],
        to: 'NOTIFIED',
        moves: [
          {
            take: 'copies.frozen',
            each: 'items',
            of: 'it.batchId',
            from: 'orderId',
            amount: 'min([it.qty, held])',
            keep: 'it.fromOrder',
            when: 'taking',
          },
          { type: 'copies.FREEZE', each: 'items', of: 'it.batchId', amount: 'it.qty - it.fromOrder' },
        ],
        then: [{ create: 'notice', with: { noticeNo: "concat('N ', deliveryNo)", deliveryId: 'id' }, through: 'issue', keep: 'noticeId' }],
      },
      withdraw: { title: 'Withdraw', from: ['NOTIFIED'], to: 'DRAFT', free: true },
      rewithdraw: { title: 'Not withdrawn', from: ['DRAFT'], to: 'NOTIFIED', undo: 'withdraw' },
      spare: {
        title: 'Spare',
        from: ['NOTIFIED'],
        moves: [{ type: 'copies.UNFREEZE', each: 'items', of: 'it.batchId', from: 'orderId', amount: 'held' }],
      },
      unspare: { title: 'Not spared', from: ['NOTIFIED'], undo: 'spare' },
      unapprove: { title: '撤回批准', from: ['NOTIFIED'], to: 'DRAFT', undo: 'approve' },
      cancel: { title: 'Cancel', from: ['DRAFT', 'NOTIFIED'], to: 'CANCELLED', free: true },
      effective: {
        title: 'Effective',
        from: ['NOTIFIED'],
        to: 'DONE',
        system: 'also',
        moves: [
          { type: 'copies.UNFREEZE', each: 'items', of: 'it.batchId', amount: 'it.qty' },
          { type: 'copies.LEND', each: 'items', of: 'it.batchId', amount: 'it.qty' },
        ],
        then: [
          {
            create: 'outItem',
            each: 'items',
            key: ['deliveryId', 'sourceLineId'],
            with: { itemNo: "concat(deliveryNo, '/', it.id)", batchId: 'it.batchId', deliveryId: 'id', sourceLineId: 'it.id' },
            moves: [{ type: 'outside.PUT', amount: 'it.qty' }],
          },
        ],
      },
    },
  },

  notice: {
    language: 1,
    title: 'Notice',
    label: 'noticeNo',
    scope: 'global',
    fields: { noticeNo: number, deliveryId: { type: 'ref', title: 'Delivery', to: 'delivery' }, status: state },
    states: { DRAFT: { title: 'Draft', initial: true }, ISSUED: { title: 'Issued' } },
    actions: { issue: { title: 'Issue', from: ['DRAFT'], to: 'ISSUED', system: true } },
  },

  /** Money for a part of an order: uses what the order has reserved. */
  payout: {
    language: 1,
    title: 'Payout',
    label: 'payoutNo',
    scope: 'global',
    fields: {
      payoutNo: number,
      orderId: { type: 'ref', title: 'Order', to: 'order', required: true },
      readerName: { type: 'text', title: 'Reader', maxLength: 40 },
      kind: { type: 'text', title: 'Kind', maxLength: 20, default: 'ADVANCE' },
      amount: { type: 'money', title: 'Amount', min: '0', required: true },
      withheld: { type: 'money', title: 'Withheld', min: '0', default: '0' },
      status: state,
    },
    states: {
      DRAFT: { title: 'Draft', initial: true },
      PAYING: { title: 'Paying' },
      PAID: { title: 'Paid' },
      CANCELLED: { title: 'Cancelled', ended: true },
    },
    actions: {
      approve: {
        title: 'Approve',
        from: ['DRAFT'],
        to: 'PAYING',
        moves: [
          { type: 'purse.FREEZE', of: { purse: { readerName: 'readerName', kind: 'kind' } }, amount: 'withheld', when: 'withheld > 0' },
        ],
      },
      confirm: {
        title: 'Confirm',
        from: ['PAYING'],
        to: 'PAID',
        moves: [
          { type: 'allowance.USE', of: 'orderId.cardId', from: 'orderId', for: 'orderId', amount: 'min([amount, held])' },
          { type: 'purse.OFFSET', of: { purse: { readerName: 'readerName', kind: 'kind' } }, amount: 'held', when: 'withheld > 0' },
        ],
        then: [
          { create: 'feeNote', with: { noteNo: "concat('F ', payoutNo)", orderId: 'orderId', payoutId: 'id' } },
          { perform: 'paid', on: 'orderId' },
          { create: 'voucher', use: 'vouchers.paidOut' },
        ],
        refresh: ['orderId', 'orderId'],
      },
      cancel: { title: 'Cancel', from: ['DRAFT', 'PAYING'], to: 'CANCELLED', free: true },
      orderEnded: { title: 'Order ended', from: ['DRAFT', 'PAYING'], to: 'CANCELLED', system: true, orSkip: true, free: true },
    },
  },

  /** Which slips pay which bills. */
  settlement: {
    language: 1,
    title: 'Settlement',
    label: 'settlementNo',
    scope: 'global',
    fields: {
      settlementNo: number,
      purseId: { type: 'ref', title: 'Purse', to: 'purse' },
      surplus: { type: 'money', title: 'Surplus', min: '0', default: '0' },
      feeNoteId: { type: 'ref', title: 'Fee note', to: 'feeNote' },
      readerId: { type: 'ref', title: 'Reader', to: 'reader' },
      status: state,
    },
    lines: {
      rows: {
        title: 'Rows',
        fields: {
          slipId: { type: 'ref', title: 'Slip', to: 'slip', required: true },
          billId: { type: 'ref', title: 'Bill', to: 'bill', required: true },
          amount: { type: 'money', title: 'Amount', min: '0', required: true },
          feePart: { type: 'money', title: 'Of fees', min: '0', default: '0' },
        },
      },
    },
    states: { DRAFT: { title: 'Draft', initial: true }, DONE: { title: 'Done' }, REVERSED: { title: 'Reversed', ended: true } },
    actions: {
      submit: {
        title: '核对',
        from: ['DRAFT'],
        to: 'DONE',
        system: 'also',
        moves: [
          { type: 'matching.MATCH', each: 'rows', of: 'it.slipId', amount: 'it.amount' },
          { type: 'matching.MATCH', each: 'rows', of: 'it.billId', amount: 'it.amount' },
          { type: 'purse.DEPOSIT', of: 'purseId', amount: 'surplus', when: 'surplus > 0' },
        ],
        then: [
          { perform: 'verify', each: 'rows', on: 'it.slipId', once: true },
          { perform: 'verify', each: 'rows', on: 'it.billId', once: true },
          {
            perform: { deposit: 'collect', service: 'collected', returnOrder: 'paid' },
            each: 'rows',
            on: 'it.billId.docId',
            once: true,
          },
          { perform: 'thank', on: 'readerId', when: 'readerId != null' },
          {
            create: 'payment',
            each: 'rows',
            when: 'it.feePart > 0',
            with: { paymentNo: "concat('P ', settlementNo)", feeNoteId: 'feeNoteId', amount: 'it.feePart' },
            through: 'autoConfirm',
            onUndo: 'reverse',
          },
          { create: 'voucher', use: 'vouchers.settled' },
        ],
      },
      reverse: { title: '冲销', from: ['DONE'], to: 'REVERSED', undo: { action: 'submit', tree: true } },
    },
  },

  /** Is thanked, when he is there. */
  reader: {
    language: 1,
    title: 'Reader',
    label: 'readerName',
    scope: 'global',
    fields: {
      readerName: { type: 'text', title: 'Name', maxLength: 40, required: true },
      thanks: { type: 'digit', title: 'Times thanked', default: 0, system: true },
      status: state,
    },
    states: { HERE: { title: 'Here', initial: true }, AWAY: { title: 'Away' } },
    actions: {
      leave: { title: 'Leave', from: ['HERE'], to: 'AWAY' },
      thank: {
        title: 'Thank',
        from: ['HERE'],
        set: { thanks: 'thanks + 1' },
        rule: 'noteThanks',
        system: true,
        orSkip: true,
        inverse: 'unthank',
      },
      unthank: { title: 'Unthank', set: { thanks: 'thanks - 1' }, system: true },
    },
  },

  /** A payment of fees, made by a settlement. */
  payment: {
    language: 1,
    title: 'Payment',
    label: 'paymentNo',
    scope: 'global',
    fields: {
      paymentNo: number,
      feeNoteId: { type: 'ref', title: 'Fee note', to: 'feeNote', required: true },
      amount: { type: 'money', title: 'Amount', min: '0', required: true },
      status: state,
    },
    states: { DRAFT: { title: 'Draft', initial: true }, CONFIRMED: { title: 'Confirmed' }, REVERSED: { title: 'Reversed', ended: true } },
    actions: {
      autoConfirm: {
        title: 'Confirm',
        from: ['DRAFT'],
        to: 'CONFIRMED',
        system: true,
        moves: [{ type: 'fees.PAY', of: 'feeNoteId', amount: { ofBase: 'amount', ofDelay: '0', ofDamage: '0' } }],
      },
      reverse: { title: 'Reverse', from: ['CONFIRMED'], to: 'REVERSED', system: true, undo: 'autoConfirm' },
    },
  },

  /** Something that is billed, or added to an order. */
  service: {
    language: 1,
    title: 'Service',
    label: 'serviceNo',
    scope: 'global',
    fields: {
      serviceNo: number,
      mode: { type: 'text', title: 'Mode', maxLength: 20, default: 'COLLECT' },
      orderId: { type: 'ref', title: 'Order', to: 'order' },
      amount: { type: 'money', title: 'Amount', min: '0', required: true },
      payoutId: { type: 'ref', title: 'Payout', to: 'payout', system: true },
      collected: { type: 'digit', title: 'Times collected', default: 0, system: true },
      status: state,
    },
    states: {
      DRAFT: { title: 'Draft', initial: true },
      CONFIRMED: { title: 'Confirmed' },
      COLLECTED: { title: 'Collected' },
      CANCELLED: { title: 'Cancelled', ended: true },
    },
    actions: {
      approve: {
        title: 'Approve',
        from: ['DRAFT'],
        to: ['CONFIRMED', 'COLLECTED'],
        rule: 'confirmService',
        then: [
          {
            create: 'bill',
            with: { billNo: "concat('B ', serviceNo)", docType: "'service'", docId: 'id', amount: 'amount' },
            when: "mode == 'COLLECT'",
          },
          {
            create: 'payout',
            with: { payoutNo: "concat('P ', serviceNo)", orderId: 'orderId', amount: 'amount' },
            keep: 'payoutId',
            when: "mode == 'ORDER'",
          },
        ],
      },
      collected: {
        title: 'Collected',
        from: ['CONFIRMED'],
        to: 'COLLECTED',
        set: { collected: 'collected + 1' },
        system: true,
        inverse: 'uncollected',
      },
      uncollected: { title: 'Uncollected', from: ['COLLECTED'], to: 'CONFIRMED', set: { collected: 'collected - 1' }, system: true },
    },
  },

  /** Brings back what is outside, and pays what is owed for it. */
  returnOrder: {
    language: 1,
    title: 'Return',
    label: 'returnNo',
    scope: 'global',
    fields: {
      returnNo: number,
      cardId: { type: 'ref', title: 'Card', to: 'card' },
      reserving: { type: 'money', title: 'Reserved', min: '0', default: '0' },
      cashDue: { type: 'money', title: 'Due in cash', min: '0', default: '0' },
      received: { type: 'money', title: 'Received', default: '0', system: true },
      readerName: { type: 'text', title: 'Reader', maxLength: 40 },
      offset: { type: 'money', title: 'From the purse', min: '0', default: '0' },
      orderId: { type: 'ref', title: 'Order', to: 'order' },
      outOrderId: { type: 'ref', title: 'Out order', to: 'outOrder', system: true },
      submittedById,
      status: state,
    },
    lines: {
      goods: {
        title: 'Goods',
        fields: {
          outItemId: { type: 'ref', title: 'Item', to: 'outItem', required: true, fill: { batchId: 'batchId' } },
          batchId: { type: 'ref', title: 'Batch', to: 'batch', system: true },
          qty,
        },
      },
      debts: {
        title: 'Debts',
        fields: {
          feeNoteId: { type: 'ref', title: 'Fee note', to: 'feeNote', required: true },
          ofBase: { type: 'money', title: 'Base', min: '0', default: '0' },
          ofDelay: { type: 'money', title: 'Delay', min: '0', default: '0' },
          ofDamage: { type: 'money', title: 'Damage', min: '0', default: '0' },
        },
      },
    },
    states: {
      DRAFT: { title: 'Draft', initial: true },
      AUDITING: { title: 'Auditing' },
      WAITING: { title: 'Waiting' },
      CHECKING: { title: 'Checking' },
      DONE: { title: 'Done' },
      CANCELLED: { title: 'Cancelled', ended: true },
    },
    actions: {
      submit: {
        title: 'Submit',
        from: ['DRAFT'],
        to: 'AUDITING',
        set: { submittedById: 'user' },
        moves: [
          { type: 'outside.LOCK', each: 'goods', of: 'it.outItemId', amount: 'it.qty' },
          { type: 'allowance.RESERVE', of: 'cardId', amount: 'reserving', when: 'reserving > 0' },
        ],
      },
      withdraw: { title: 'Withdraw', from: ['AUDITING'], to: 'DRAFT', free: true },
      approve: {
        title: 'Approve',
        from: ['AUDITING'],
        to: 'WAITING',
        notBy: 'submittedById',
        moves: [{ type: 'purse.FREEZE', of: { purse: { readerName: 'readerName', kind: "'ADVANCE'" } }, amount: 'offset' }],
        then: [
          {
            create: 'bill',
            with: { billNo: "concat('B ', returnNo)", docType: "'returnOrder'", docId: 'id', amount: 'cashDue' },
            when: 'cashDue > 0',
          },
        ],
      },
      paid: { title: 'Paid', from: ['WAITING'], to: 'CHECKING', set: { received: 'cashDue' }, system: true, inverse: 'unpaid' },
      unpaid: { title: 'Unpaid', from: ['CHECKING'], to: 'WAITING', set: { received: '0' }, system: true },
      cancel: {
        title: 'Cancel',
        from: ['DRAFT', 'WAITING', 'CHECKING'],
        to: 'CANCELLED',
        free: true,
        set: { received: '0' },
        moves: [
          {
            type: 'purse.DEPOSIT',
            of: { purse: { readerName: 'readerName', kind: "'ADVANCE'" } },
            amount: 'before.received',
            when: "before.status == 'CHECKING'",
          },
        ],
        then: [{ perform: 'void', on: { bill: { docId: 'id', docType: "'returnOrder'", status: ['OPEN'] } } }],
      },
      finish: {
        title: 'Finish',
        from: ['WAITING', 'CHECKING'],
        to: 'DONE',
        moves: [
          { type: 'outside.RELEASE', each: 'goods', of: 'it.outItemId', amount: 'it.qty' },
          { type: 'purse.OFFSET', of: { purse: { readerName: 'readerName', kind: "'ADVANCE'" } }, amount: 'offset' },
          {
            type: 'fees.PAY',
            each: 'debts',
            of: 'it.feeNoteId',
            amount: { ofBase: 'it.ofBase', ofDelay: 'it.ofDelay', ofDamage: 'it.ofDamage' },
          },
          {
            type: 'allowance.RELEASE',
            each: 'debts',
            of: 'it.feeNoteId.orderId.cardId',
            from: 'it.feeNoteId.orderId',
            amount: 'it.ofBase',
            when: 'of.isRevolving',
          },
          { type: 'allowance.USE', of: 'cardId', amount: 'held', when: 'reserving > 0' },
        ],
        then: [
          {
            create: 'outOrder',
            with: { outNo: "concat('O ', returnNo)", returnOrderId: 'id' },
            lines: { goods: [{ each: 'goods', fields: { batchId: 'it.batchId', qty: 'it.qty' } }] },
            takes: ['copies.frozen'],
            keep: 'outOrderId',
          },
          { perform: 'settle', each: 'debts', on: 'it.feeNoteId', once: true, when: 'on.totalDue == 0' },
          { create: 'voucher', use: 'vouchers.returned', when: 'sum(debts.ofBase) > 0' },
        ],
        refresh: ['orderId'],
      },
    },
  },

  /** Books that leave the library. */
  outOrder: {
    language: 1,
    title: 'Out order',
    label: 'outNo',
    scope: 'global',
    fields: { outNo: number, returnOrderId: { type: 'ref', title: 'Return', to: 'returnOrder' }, status: state },
    lines: { goods: { title: 'Goods', fields: { batchId: { type: 'ref', title: 'Batch', to: 'batch' }, qty } } },
    states: { DRAFT: { title: 'Draft', initial: true }, GONE: { title: 'Gone' } },
    actions: {
      ship: {
        title: 'Ship',
        from: ['DRAFT'],
        to: 'GONE',
        moves: [{ type: 'copies.OUT', each: 'goods', of: 'it.batchId', amount: 'it.qty' }],
      },
    },
  },

  /** Other books for those that are outside; its release takes its locks over. */
  swap: {
    language: 1,
    title: 'Swap',
    label: 'swapNo',
    scope: 'global',
    fields: { swapNo: number, status: state },
    lines: { goods: { title: 'Goods', fields: { outItemId: { type: 'ref', title: 'Item', to: 'outItem', required: true }, qty } } },
    states: { DRAFT: { title: 'Draft', initial: true }, IN_DONE: { title: 'In' }, CANCELLED: { title: 'Cancelled', ended: true } },
    actions: {
      approve: {
        title: 'Approve',
        from: ['DRAFT'],
        to: 'IN_DONE',
        moves: [{ type: 'outside.LOCK', each: 'goods', of: 'it.outItemId', amount: 'it.qty' }],
      },
      releaseEnded: { title: 'Release ended', from: ['IN_DONE'], to: 'CANCELLED', system: 'also', free: true },
    },
  },
  release: {
    language: 1,
    title: 'Release',
    label: 'releaseNo',
    scope: 'global',
    fields: { releaseNo: number, swapId: { type: 'ref', title: 'Swap', to: 'swap' }, status: state },
    lines: { goods: { title: 'Goods', fields: { outItemId: { type: 'ref', title: 'Item', to: 'outItem', required: true }, qty } } },
    states: {
      DRAFT: { title: 'Draft', initial: true },
      AUDITING: { title: 'Auditing' },
      REJECTED: { title: 'Rejected' },
      REFUSED: { title: 'Refused', ended: true },
    },
    actions: {
      submit: {
        title: 'Submit',
        from: ['DRAFT', 'REJECTED'],
        to: 'AUDITING',
        moves: [
          { take: 'outside.locked', each: 'goods', of: 'it.outItemId', from: 'swapId', amount: 'it.qty', when: 'swapId != null' },
          { type: 'outside.LOCK', each: 'goods', of: 'it.outItemId', amount: 'it.qty', when: 'swapId == null' },
        ],
      },
      reject: { title: 'Send back', from: ['AUDITING'], to: 'REJECTED', free: true },
      refuse: {
        title: 'Refuse',
        from: ['AUDITING', 'REJECTED'],
        to: 'REFUSED',
        free: true,
        then: [{ perform: 'releaseEnded', on: 'swapId', when: 'swapId != null' }],
      },
    },
  },

  /** Copies that go to another branch, in parts; what arrives is a batch of its own there. */
  transfer: {
    language: 1,
    title: 'Transfer',
    label: 'transferNo',
    scope: 'global',
    fields: { transferNo: number, lostQty: { type: 'digit', title: 'Lost', decimals: 2, default: 0, system: true }, status: state },
    lines: {
      goods: {
        title: 'Goods',
        fields: {
          batchId: { type: 'ref', title: 'Batch', to: 'batch', required: true },
          qty,
          nowOut: { type: 'digit', title: 'Goes now', min: '0', decimals: 2, default: 0 },
          nowIn: { type: 'digit', title: 'Comes now', min: '0', decimals: 2, default: 0 },
        },
      },
    },
    states: { DRAFT: { title: 'Draft', initial: true }, MOVING: { title: 'Moving' }, DONE: { title: 'Done', ended: true } },
    actions: {
      approve: {
        title: 'Approve',
        from: ['DRAFT'],
        to: 'MOVING',
        moves: [{ type: 'copies.FREEZE', each: 'goods', of: 'it.batchId', amount: 'it.qty' }],
      },
      out: {
        title: 'Out',
        from: ['MOVING'],
        to: 'MOVING',
        ask: { goods: { type: 'lines', of: 'goods', show: ['batchId'], fill: { nowOut: true } } },
        moves: [{ type: 'copies.OUT', each: 'goods', of: 'it.batchId', amount: 'it.nowOut' }],
      },
      in: {
        title: 'In',
        from: ['MOVING'],
        to: 'MOVING',
        ask: { goods: { type: 'lines', of: 'goods', show: ['batchId'], fill: { nowIn: true } } },
        then: [
          {
            create: 'batch',
            each: 'goods',
            key: ['transferId', 'sourceLineId'],
            with: { batchNo: "concat(transferNo, '/', it.id)", transferId: 'id', sourceLineId: 'it.id', arrived: 'true' },
            when: 'it.nowIn > 0',
            moves: [{ type: 'copies.MOVE_IN', amount: 'it.nowIn' }],
          },
        ],
      },
      finish: {
        title: 'Finish',
        from: ['MOVING'],
        to: 'DONE',
        free: true,
        then: [{ create: 'shortNote', with: { shortNo: "concat('S ', transferNo)", qty: 'lostQty' }, when: 'lostQty > 0' }],
      },
    },
  },
  shortNote: {
    language: 1,
    title: 'Short note',
    label: 'shortNo',
    scope: 'global',
    fields: { shortNo: number, qty },
  },

  /** Counted copies: a rule spreads what is missing, and the movements read what it wrote. */
  count: {
    language: 1,
    title: 'Count',
    label: 'countNo',
    scope: 'global',
    fields: { countNo: number, status: state },
    lines: {
      rows: {
        title: 'Rows',
        maxRows: 3000,
        fields: {
          batchId: { type: 'ref', title: 'Batch', to: 'batch', required: true },
          difference: { type: 'digit', title: 'Difference', decimals: 2, required: true },
          orderId: { type: 'ref', title: 'For the order', to: 'order' },
        },
      },
      spread: {
        title: 'Spread',
        system: true,
        fields: {
          batchId: { type: 'ref', title: 'Batch', to: 'batch' },
          missing: { type: 'digit', title: 'Missing', min: '0', decimals: 2 },
          orderId: { type: 'ref', title: 'For the order', to: 'order' },
        },
      },
    },
    states: { DRAFT: { title: 'Draft', initial: true }, DONE: { title: 'Done' } },
    actions: {
      approve: {
        title: 'Approve',
        from: ['DRAFT'],
        to: 'DONE',
        rule: 'spreadDifference',
        moves: [
          { type: 'copies.GAIN', each: 'rows', of: 'it.batchId', amount: 'max([it.difference, 0])' },
          { type: 'copies.LOSS', each: 'spread', of: 'it.batchId', amount: 'it.missing' },
        ],
        refresh: ['spread.orderId'],
      },
    },
  },

  /** What is lost for good pays what is owed for it. */
  writeOff: {
    language: 1,
    title: 'Write-off',
    label: 'writeOffNo',
    scope: 'global',
    fields: {
      writeOffNo: number,
      slipId: { type: 'ref', title: 'Slip', to: 'slip', required: true },
      amount: { type: 'money', title: 'Amount', min: '0', required: true },
      surplus: { type: 'money', title: 'Surplus', min: '0', default: '0' },
      shortfall: { type: 'money', title: 'Shortfall', min: '0', default: '0' },
      purseId: { type: 'ref', title: 'Purse', to: 'purse' },
      status: state,
    },
    lines: {
      parts: {
        title: 'Parts',
        fields: {
          feeNoteId: { type: 'ref', title: 'Fee note', to: 'feeNote', required: true },
          ofBase: { type: 'money', title: 'Base', min: '0', default: '0' },
          ofDelay: { type: 'money', title: 'Delay', min: '0', default: '0' },
          ofDamage: { type: 'money', title: 'Damage', min: '0', default: '0' },
        },
      },
    },
    states: { DRAFT: { title: 'Draft', initial: true }, SETTLED: { title: 'Settled' } },
    actions: {
      settle: {
        title: 'Settle',
        from: ['DRAFT'],
        to: 'SETTLED',
        moves: [
          { type: 'matching.MATCH', of: 'slipId', amount: 'amount' },
          {
            type: 'fees.PAY',
            each: 'parts',
            of: 'it.feeNoteId',
            amount: { ofBase: 'it.ofBase', ofDelay: 'it.ofDelay', ofDamage: 'it.ofDamage' },
          },
          { type: 'purse.DEPOSIT', of: 'purseId', amount: 'surplus', when: 'surplus > 0' },
        ],
        then: [
          { perform: 'verify', on: 'slipId' },
          { perform: 'settle', each: 'parts', on: 'it.feeNoteId', once: true, when: 'on.totalDue == 0' },
          { create: 'voucher', use: 'vouchers.writtenOff', with: { voucherNo: "concat('W ', writeOffNo)" } },
        ],
      },
    },
  },

  /** A plain document that books what a test wants, and touches others of its kind. */
  chain: {
    language: 1,
    title: 'Chain',
    label: 'chainNo',
    scope: 'global',
    fields: {
      chainNo: number,
      nextId: { type: 'ref', title: 'Next', to: 'chain' },
      parentId: { type: 'ref', title: 'Parent', to: 'chain' },
      batchId: { type: 'ref', title: 'Batch', to: 'batch' },
      feeNoteId: { type: 'ref', title: 'Fee note', to: 'feeNote' },
      readerName: { type: 'text', title: 'Reader', maxLength: 40 },
      step: { type: 'digit', title: 'Step', decimals: 2, default: 0, system: true },
      touched: { type: 'digit', title: 'Touched', default: 0, system: true },
    },
    actions: {
      fan: { title: 'Fan', set: { touched: 'touched + 1' }, then: [{ perform: 'touch', on: { chain: { parentId: 'id' } } }] },
      touch: { title: 'Touch', system: true, set: { touched: 'touched + 1' } },
      both: {
        title: 'Both',
        system: 'also',
        preview: true,
        set: { touched: 'touched + 1' },
        then: [{ perform: 'touch', on: 'nextId', when: 'nextId != null' }],
      },
      charge: {
        title: 'Charge',
        moves: [{ type: 'fees.CHARGE', of: 'feeNoteId', amount: { ofBase: 'step', ofDelay: '0', ofDamage: '0' } }],
      },
      gain: { title: 'Gain', moves: [{ type: 'copies.GAIN', of: 'batchId', amount: 'step' }] },
      fill: {
        title: 'Fill',
        moves: [{ type: 'purse.DEPOSIT', of: { purse: { readerName: 'readerName', kind: "'ADVANCE'" } }, amount: 'step' }],
      },
      twin: {
        title: 'Twin',
        then: [
          { create: 'purse', key: ['readerName', 'kind'], with: { purseName: 'readerName', readerName: 'readerName', kind: "'TWIN'" } },
        ],
      },
    },
  },
}
