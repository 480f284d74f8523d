/**
 * A small product for the tests of writing: the lending desk of a library. Titles have copies, which a ledger moves between the shelf and
 * the members; a lending is a document with line rows, states and four eyes.
 */
import { compileProduct, type ProductSources } from '../../../core/compile'
import type { ProductPlan } from '../../../core/plan'
import { refuse } from '../../../core/refusal'
import type { ProductExtensions, RuleTools } from '../../extensions'
import { branch, lending, staff } from '../../testing/smallProduct'

/** One of the branch's own. */
const member = { type: 'ref', title: 'Member', to: 'member', where: { branchId: { from: 'branchId' } }, required: true } as const

const sources: ProductSources = {
  product: { language: 1, title: 'Lending desk', userEntity: 'staff', scopes: { branch: 'branch' } },
  groups: {},
  dictionaries: {
    memberLevel: { language: 1, title: 'Level', items: { BASIC: 'Basic', GOLD: 'Gold' } },
    topic: { language: 1, title: 'Topic', items: { NOVEL: 'Novel', POETRY: 'Poetry', SCIENCE: 'Science' } },
  },
  entities: {
    branch: { ...branch, scope: { branch: ['id'] } },
    staff,
    language: {
      language: 1,
      title: 'Language',
      label: 'languageName',
      scope: 'global',
      unique: [['languageCode']],
      fields: {
        languageCode: { type: 'text', title: 'Code', maxLength: 3, required: true },
        languageName: { type: 'text', title: 'Language', maxLength: 40, required: true },
      },
    },
    member: {
      language: 1,
      title: 'Member',
      label: 'memberName',
      scope: { branch: ['branchId'] },
      serial: { prefix: 'MB', restart: 'never', digits: 6 },
      unique: [['cardNo'], ['branchId', 'memberName']],
      fields: {
        memberNo: { type: 'serial', title: 'Number' },
        memberName: { type: 'text', title: 'Name', maxLength: 20, required: true },
        cardNo: { type: 'text', title: 'Card', maxLength: 10, pattern: '[A-Z]\\d+', patternMessage: 'A letter and digits' },
        branchId: { type: 'ref', title: 'Branch', to: 'branch', required: true },
        level: { type: 'select', title: 'Level', dictionary: 'memberLevel', default: 'BASIC' },
        topics: { type: 'select', title: 'Topics', dictionary: 'topic', multiple: true },
        languageCode: { type: 'ref', title: 'Language', to: 'language', by: 'languageCode' },
        friendIds: { type: 'ref', title: 'Friends', to: 'member', multiple: true },
        deposit: { type: 'money', title: 'Deposit', min: '0', max: '1000' },
        discount: { type: 'percent', title: 'Discount', min: '0', max: '0.5' },
        birthday: { type: 'date', title: 'Birthday' },
        joinedAt: { type: 'dateTime', title: 'Joined' },
        age: { type: 'digit', title: 'Age', min: '0', max: '150' },
        newsletter: { type: 'switch', title: 'Newsletter', default: false },
        email: { type: 'text', title: 'E-mail', maxLength: 60, format: 'email', required: 'newsletter' },
        note: { type: 'textarea', title: 'Note', maxLength: 200 },
        settings: { type: 'json', title: 'Settings', shape: 'settings' },
        secretNote: { type: 'text', title: 'On no page', maxLength: 20 },
        booksAllowed: {
          type: 'digit',
          title: 'Books allowed',
          sumOf: { entity: 'pass', by: 'memberId', field: 'books', where: { status: 'VALID' } },
        },
        welcomed: { type: 'switch', title: 'Welcomed', system: true },
      },
      warnings: [
        { when: 'deposit > 500', says: 'A deposit of {deposit} is high for a member of level {level}', field: 'deposit' },
        { when: 'age > 140', says: '{memberName} is very old', field: 'age' },
      ],
      rules: { save: 'saveMember', saved: 'savedMember', remove: 'removeMember', offer: 'offerMember' },
    },
    book: {
      language: 1,
      title: 'Book',
      label: 'bookTitle',
      scope: 'global',
      unique: [['isbn']],
      fields: {
        bookTitle: { type: 'text', title: 'Title', maxLength: 100, required: true },
        isbn: { type: 'text', title: 'ISBN', maxLength: 20 },
        price: { type: 'money', title: 'Price', min: '0', default: '1.00' },
        active: { type: 'switch', title: 'Active', default: true },
        onShelf: { type: 'digit', title: 'On the shelf', min: '0', default: 0, system: true },
        lentOut: { type: 'digit', title: 'Lent out', min: '0', default: 0, system: true },
        copies: { type: 'digit', title: 'Copies', value: 'onShelf + lentOut', stored: true },
      },
    },
    copyMovement: {
      language: 1,
      title: 'Movement',
      label: 'reason',
      scope: 'global',
      appendOnly: true,
      fields: {
        bookId: { type: 'ref', title: 'Book', to: 'book', required: true },
        reason: { type: 'text', title: 'Reason', maxLength: 40, required: true },
        toShelf: { type: 'digit', title: 'To the shelf' },
        toMembers: { type: 'digit', title: 'To members' },
      },
    },
    note: {
      language: 1,
      title: 'Note',
      label: 'noteText',
      scope: { as: 'aboutId' },
      fields: {
        noteText: { type: 'text', title: 'Text', maxLength: 100, required: true },
        aboutType: { type: 'kind', title: 'Kind', of: 'aboutId' },
        aboutId: {
          type: 'ref',
          title: 'About',
          to: ['lending', 'member', 'book'],
          where: { version: { from: 'sinceVersion' } },
          fill: { seenVersion: 'version' },
          required: true,
        },
        sinceVersion: { type: 'digit', title: 'Of version', default: 1 },
        seenVersion: { type: 'digit', title: 'Seen', system: true },
      },
      lines: {
        others: {
          title: 'Others',
          fields: {
            otherType: { type: 'kind', title: 'Other kind', of: 'otherId' },
            otherId: { type: 'ref', title: 'Other', to: ['member', 'book'], required: true },
          },
        },
      },
    },
    // Who is at the desk on which day of a year.
    roster: {
      language: 1,
      title: 'Roster',
      label: 'rosterName',
      scope: { branch: ['branchId'] },
      unique: [['rosterYear']],
      warnings: [{ when: 'count(shifts) > 2', says: 'Nobody is left for {rosterYear}' }],
      checks: [{ that: 'count(shifts) == 0 or max(shifts.hours) < 12', message: 'Nobody works that long', field: 'rosterYear' }],
      fields: {
        rosterName: { type: 'text', title: 'Roster', maxLength: 20, required: true },
        rosterYear: { type: 'digit', title: 'Year', min: '1900', max: '2099', plain: true, required: true },
        branchId: { type: 'ref', title: 'Branch', to: 'branch', required: true },
      },
      lines: {
        shifts: {
          title: 'Shifts',
          maxRows: 4,
          fields: {
            day: { type: 'date', title: 'Day', required: true },
            who: { type: 'text', title: 'Who', maxLength: 20, required: true },
            hours: { type: 'digit', title: 'Hours', default: 8 },
            note: { type: 'text', title: 'Note', maxLength: 20, system: true },
          },
        },
      },
    },
    // A member's pass, whose terms change only by approval.
    pass: {
      language: 1,
      title: 'Pass',
      label: 'passName',
      scope: { branch: ['branchId'] },
      checks: [{ that: 'validUntil <= addDays(today(), 365)', message: 'A year at most', field: 'validUntil' }],
      unique: [{ fields: ['seat'], where: { status: { ended: false } } }],
      intervals: [{ key: ['locker'], from: 'validFrom', until: 'validUntil', where: { locker: { not: null }, status: { ended: false } } }],
      fields: {
        passName: { type: 'text', title: 'Name', maxLength: 20, required: true },
        branchId: { type: 'ref', title: 'Branch', to: 'branch', required: true },
        memberId: { ...member, fill: { contact: 'email', memberNo: 'memberNo' } },
        memberNo: { type: 'text', title: 'Number of the member', maxLength: 20, system: true },
        contact: { type: 'text', title: 'Contact', maxLength: 60 },
        seat: { type: 'text', title: 'Seat', maxLength: 8 },
        locker: { type: 'text', title: 'Locker', maxLength: 8 },
        colour: { type: 'text', title: 'Colour', maxLength: 10, default: 'red' },
        validFrom: { type: 'date', title: 'Valid from' },
        booksOut: { type: 'digit', title: 'Books out', min: '0', default: 0, system: true },
        books: { type: 'digit', title: 'Books', min: '0', max: '9', required: true },
        fee: { type: 'money', title: 'Fee', value: 'books * 1.5', stored: true },
        validUntil: { type: 'date', title: 'Valid until', required: true },
        level: { type: 'select', title: 'Level', dictionary: 'memberLevel' },
        note: { type: 'text', title: 'Note', maxLength: 40 },
        hidden: { type: 'text', title: 'On no page', maxLength: 40 },
        sponsor: { type: 'text', title: 'Sponsor', maxLength: 40, default: 'none', requiredFor: ['submit'] },
        proofs: { type: 'files', title: 'Proofs', maxCount: 2, accept: ['.pdf'] },
        submittedById: { type: 'ref', title: 'Submitted by', to: 'staff', system: true },
        status: { type: 'status', title: 'State' },
      },
      states: {
        DRAFT: {
          title: 'Draft',
          initial: true,
          edit: true,
          delete: { when: "note == null or note != 'keep'", whenNot: 'It is to be kept' },
        },
        CHECKING: { title: 'Checking' },
        VALID: { title: 'Valid', edit: ['note', 'sponsor'] },
        OVER: { title: 'Over', ended: true },
      },
      actions: {
        submit: { title: 'Submit', from: ['DRAFT'], to: 'CHECKING', set: { submittedById: 'user' } },
        withdraw: { title: 'Withdraw', from: ['CHECKING'], to: 'DRAFT', onlyBy: 'submittedById', onPending: 'drop' },
        approve: { title: 'Approve', from: ['CHECKING'], to: 'VALID', notBy: 'submittedById', rule: 'issue', onPending: 'apply' },
        reject: {
          title: 'Reject',
          from: ['CHECKING'],
          to: 'DRAFT',
          ask: { opinion: { type: 'text', title: 'Opinion', maxLength: 40, required: true } },
          notBy: 'submittedById',
          onPending: 'drop',
        },
        refuse: { title: 'Refuse', from: ['CHECKING'], to: 'OVER' },
        end: { title: 'End', from: ['VALID'], to: 'OVER', system: 'also' },
        renew: {
          title: 'Renew',
          from: ['OVER'],
          to: 'CHECKING',
          ask: { validUntil: true, books: false, level: false },
          pending: ['validUntil', 'books', 'level'],
          set: { submittedById: 'user' },
          rule: 'issue',
        },
        change: {
          title: 'Change',
          from: ['VALID'],
          to: 'CHECKING',
          via: 'edit',
          ask: { opinion: { type: 'text', title: 'Why', maxLength: 40, required: true } },
          pending: ['memberId', 'contact', 'seat', 'locker', 'colour', 'branchId', 'books', 'validUntil', 'level', 'hidden', 'proofs'],
          set: { submittedById: 'user' },
        },
      },
      rules: { save: 'savePass' },
    },
    visit: {
      language: 1,
      title: 'Visit',
      label: 'visitedOn',
      scope: 'global',
      fields: {
        visitedOn: { type: 'date', title: 'Day', required: true },
        passId: { type: 'ref', title: 'Pass', to: 'pass', where: { status: 'VALID' }, required: true },
        status: { type: 'status', title: 'State' },
      },
      states: { PLANNED: { title: 'Planned', initial: true, edit: true, delete: true }, DONE: { title: 'Done' } },
      actions: {
        take: { title: 'Take a book', from: ['PLANNED'], to: 'DONE', moves: [{ type: 'booksOut.TAKE', of: 'passId', amount: '1' }] },
      },
    },
    lending: {
      ...lending,
      summary: { about: 'memberId', figures: ['totalFee', 'totalQty'], sum: true, date: 'dueDate' },
      checks: [{ that: 'dueDate <= addDays(today(), 90)', message: 'At most 90 days', field: 'dueDate' }],
      fields: {
        ...lending.fields,
        memberId: { ...member, fill: { memberLevel: 'level', contact: 'email', guarantee: 'deposit' } },
        memberLevel: { type: 'select', title: 'Level then', dictionary: 'memberLevel', system: true },
        peerId: { type: 'ref', title: 'Together with', to: 'member', where: { level: { from: 'memberLevel' } } },
        guarantee: { type: 'money', title: 'Guarantee', max: '400', system: true },
        contact: { type: 'text', title: 'Contact', maxLength: 60 },
        dueDate: { type: 'date', title: 'Due', default: { expression: 'addDays(today(), 30)' }, required: true },
        purpose: { type: 'text', title: 'Purpose', maxLength: 50, requiredFor: ['submit'] },
        escort: { type: 'text', title: 'Escort', maxLength: 20, required: "purpose == 'visit'", requiredFor: ['submit'] },
        kind: { type: 'text', title: 'Kind', maxLength: 10, default: 'DESK' },
        totalQty: { type: 'digit', title: 'Books', value: 'sum(items.qty)', stored: true },
        totalFee: { type: 'money', title: 'Fee', value: 'sum(items.fee)', stored: true },
        extensions: { type: 'digit', title: 'Extensions', default: 0, system: true },
        submittedById: { type: 'ref', title: 'Submitted by', to: 'staff', system: true },
        checkedById: { type: 'ref', title: 'Checked by', to: 'staff', system: true },
        opinion: { type: 'text', title: 'Opinion', maxLength: 100, system: true },
        receipts: { type: 'files', title: 'Receipts', maxCount: 2, accept: ['.pdf'], system: true, requiredFor: ['archive'] },
        status: { type: 'status', title: 'State' },
      },
      lines: {
        items: {
          title: 'Items',
          minRows: 1,
          requiredFor: ['submit'],
          maxRows: 5,
          unique: [['bookId']],
          fields: {
            bookId: {
              type: 'ref',
              title: 'Book',
              to: 'book',
              where: { active: true },
              fill: { bookTitle: 'bookTitle', price: 'price' },
              required: true,
            },
            bookTitle: { type: 'text', title: 'Title', maxLength: 100, system: true },
            qty: { type: 'digit', title: 'Qty', min: '1', required: true },
            price: { type: 'money', title: 'Price', min: '0', max: '9999' },
            fee: { type: 'money', title: 'Fee', value: 'qty * price', stored: true },
            returned: { type: 'digit', title: 'Returned', default: 0, system: true },
            remark: { type: 'text', title: 'Remark', maxLength: 20, required: 'qty > 8', requiredFor: ['submit'] },
          },
        },
      },
      states: {
        DRAFT: { title: 'Draft', initial: true, edit: true, delete: true },
        SUBMITTED: { title: 'Submitted' },
        LENT: { title: 'Lent' },
        WAITING: { title: 'Waiting for copies' },
        REFUSED: { title: 'Refused', edit: true },
        RETURNED: { title: 'Returned' },
      },
      actions: {
        submit: { title: 'Submit', from: ['DRAFT', 'REFUSED'], to: 'SUBMITTED', set: { submittedById: 'user' } },
        withdraw: { title: 'Withdraw', from: ['SUBMITTED'], to: 'DRAFT', onlyBy: 'submittedById' },
        approve: {
          title: 'Approve',
          from: ['SUBMITTED', 'WAITING'],
          to: ['LENT', 'WAITING'],
          ask: {
            opinion: { type: 'text', title: 'Opinion', maxLength: 100 },
            waitIfNone: { type: 'switch', title: 'Wait', default: false },
          },
          set: { checkedById: 'user', opinion: 'form.opinion' },
          notBy: 'submittedById',
          rule: 'lend',
          keyed: true,
        },
        refuse: {
          title: 'Refuse',
          from: ['SUBMITTED'],
          to: 'REFUSED',
          ask: { opinion: { type: 'text', title: 'Opinion', maxLength: 100, required: true } },
          notBy: 'submittedById',
        },
        extend: {
          title: 'Extend',
          from: ['LENT'],
          ask: { dueDate: true, contact: false },
          warnings: [
            { when: 'form.dueDate > addDays(today(), 75)', says: 'Lent until {dueDate}, the time no. {extensions}', field: 'dueDate' },
          ],
          set: { extensions: 'extensions + 1' },
          when: 'extensions < 2',
          whenNot: 'Twice at most',
        },
        archive: { title: 'Archive', from: ['RETURNED'], ask: { receipts: false } },
        giveBack: {
          title: 'Give back',
          from: ['LENT'],
          to: ['LENT', 'RETURNED'],
          ask: {
            receipts: false,
            items: {
              type: 'lines',
              of: 'items',
              show: ['bookTitle', 'qty'],
              fill: { backNow: { type: 'digit', title: 'Back now', min: '0', required: true }, remark: false },
            },
          },
          rule: 'takeBack',
        },
      },
    },
  },
  ledgers: {
    // What members of a pass have with them.
    booksOut: {
      language: 1,
      title: 'Books out',
      rank: 10,
      balances: { pass: true },
      journal: true,
      buckets: { booksOut: {} },
      types: { TAKE: { by: { booksOut: 1 }, final: true } },
      limits: [{ that: "status == 'VALID' and booksOut <= books", on: ['TAKE'] }],
    },
  },
  screens: {
    'desk/member': {
      language: 1,
      title: 'Members',
      entity: 'member',
      endpoints: { base: '/api/desk/member' },
      pages: {
        list: {
          columns: ['memberNo', 'memberName', 'branchName', 'topics', 'welcomed'],
          toolbar: ['add', 'import', 'export'],
          rowActions: ['edit', 'delete', 'attach'],
          batchActions: ['delete'],
        },
        edit: {
          kind: 'record',
          sections: {
            All: [
              'memberName',
              'cardNo',
              'branchId',
              'level',
              'topics',
              'languageCode',
              'friendIds',
              'deposit',
              'discount',
              'birthday',
              'joinedAt',
              'age',
              'newsletter',
              'email',
              { field: 'note', required: "level == 'GOLD'", visible: "level != 'BASIC'" },
              'settings',
              'welcomed',
            ],
          },
          tabs: { Attachments: 'attachments', History: 'history' },
        },
      },
    },
    'desk/lending': {
      language: 1,
      title: 'Lendings',
      entity: 'lending',
      endpoints: { base: '/api/desk/lending', where: { kind: 'DESK' } },
      permissions: { checkItems: 'import', attach: 'edit' },
      actions: {
        checkItems: {
          title: 'Check items',
          does: 'import',
          fileNumber: 4,
          into: { lines: 'items', match: ['bookId'], rule: 'checkItem' },
        },
      },
      prints: {
        slip: {
          title: 'Slip',
          when: "status == 'LENT'",
          paper: { size: 'A5', landscape: true },
          copies: ['Desk', 'Member'],
          parts: [
            { title: 'Member', fields: ['memberId', { field: 'dueDate', span: 2 }] },
            { lines: 'items', columns: ['bookTitle', { field: 'qty', total: true }] },
            { text: '{memberName} owes {totalFee}.', when: 'totalFee > 0 and sum(items.price) > 0' },
            { sign: ['Desk', 'Member'] },
          ],
        },
        note: { title: 'Note', parts: [{ text: 'Lending {lendingNo} of {memberLevel}' }] },
      },
      pages: {
        list: {
          columns: ['lendingNo', 'memberName', 'totalQty', 'status'],
          toolbar: ['add'],
          rowActions: ['edit', 'delete', 'submit', 'withdraw', 'approve', 'refuse', 'extend', 'giveBack', 'archive', 'attach', 'print'],
          batchActions: ['submit', 'approve', 'print'],
        },
        edit: {
          kind: 'record',
          sections: {
            All: [
              'branchId',
              'memberId',
              'memberLevel',
              'peerId',
              'contact',
              'dueDate',
              'purpose',
              'escort',
              'totalQty',
              'totalFee',
              'receipts',
            ],
          },
          tabs: {
            Items: {
              lines: 'items',
              columns: ['bookTitle', 'qty', 'price', 'fee', 'remark'],
              import: 'checkItems',
              pick: { field: 'bookId', columns: ['bookTitle', 'isbn', 'onShelf'], search: ['bookTitle', 'isbn'], fill: { qty: 'onShelf' } },
            },
            Attachments: 'attachments',
            History: 'history',
          },
        },
      },
    },
    'desk/note': {
      language: 1,
      title: 'Notes',
      entity: 'note',
      endpoints: { base: '/api/desk/note' },
      actions: { import: { title: 'Import', does: 'import', complete: { fields: ['noteText'], rule: 'nameNote' } } },
      pages: {
        list: {
          search: ['noteText', 'aboutType', 'aboutId'],
          params: { aboutType: 'aboutType', aboutId: 'aboutId' },
          columns: ['noteText', 'aboutType', 'aboutName', 'aboutId'],
          toolbar: ['add', 'import', 'export'],
          rowActions: ['edit', 'delete'],
        },
        edit: {
          kind: 'record',
          sections: { All: ['noteText', 'aboutType', 'aboutId', 'sinceVersion', 'seenVersion'] },
          tabs: { Others: { lines: 'others', columns: ['otherType', 'otherName'] }, History: 'history' },
        },
      },
    },
    'desk/roster': {
      language: 1,
      title: 'Rosters',
      entity: 'roster',
      endpoints: { base: '/api/desk/roster' },
      actions: {
        import: {
          title: 'Import shifts',
          does: 'import',
          into: { lines: 'shifts', match: ['day'], record: { rosterYear: 'year(day)' } },
        },
      },
      pages: {
        list: { columns: ['rosterYear'], toolbar: ['add', 'import'], rowActions: ['edit'] },
        edit: {
          kind: 'record',
          sections: { All: ['rosterName', 'rosterYear', 'branchId'] },
          tabs: { Shifts: { lines: 'shifts', columns: ['day', 'who', 'hours', 'note'] }, History: 'history' },
        },
      },
    },
    'desk/shelf': {
      language: 1,
      title: 'Lent',
      entity: 'lending',
      endpoints: { base: '/api/desk/shelf', where: { kind: 'SHELF' } },
      pages: {
        list: { columns: ['lendingNo'], rowActions: ['view', 'submit'] },
        detail: { kind: 'record', sections: { All: ['lendingNo'] } },
      },
    },
    'desk/hall': {
      language: 1,
      title: 'Read here',
      entity: 'lending',
      // Neither is what the field has by default.
      endpoints: { base: '/api/desk/hall', where: { kind: 'HALL', purpose: ['reading', 'study'] } },
      pages: {
        list: { columns: ['lendingNo'], toolbar: ['add'], rowActions: ['edit'] },
        edit: { kind: 'record', sections: { All: ['branchId', 'memberId', 'purpose'] } },
      },
    },
    'desk/pass': {
      language: 1,
      title: 'Passes',
      entity: 'pass',
      endpoints: { base: '/api/desk/pass' },
      pages: {
        list: {
          search: ['status', 'effectiveStatus'],
          columns: ['passName', 'status'],
          toolbar: ['add'],
          rowActions: ['view', 'edit', 'delete', 'submit', 'withdraw', 'approve', 'reject', 'refuse', 'end', 'renew'],
        },
        edit: {
          kind: 'record',
          sections: {
            All: [
              'passName',
              'branchId',
              'memberId',
              'contact',
              'seat',
              'locker',
              'colour',
              'books',
              'fee',
              'validFrom',
              'validUntil',
              'level',
              'note',
              'sponsor',
              'proofs',
            ],
          },
          tabs: { History: 'history' },
        },
      },
    },
    'desk/passName': {
      language: 1,
      title: 'Names of passes',
      entity: 'pass',
      endpoints: { base: '/api/desk/passName' },
      pages: {
        list: { columns: ['passName'], rowActions: ['view', 'edit'] },
        edit: { kind: 'record', sections: { All: ['passName', 'books', 'note'] } },
      },
    },
    'desk/visit': {
      language: 1,
      title: 'Visits',
      entity: 'visit',
      endpoints: { base: '/api/desk/visit' },
      pages: {
        list: { columns: ['visitedOn'], toolbar: ['add'], rowActions: ['take'] },
        edit: { kind: 'record', sections: { All: ['visitedOn', 'passId'] } },
      },
    },
    'desk/book': {
      language: 1,
      title: 'Books',
      entity: 'book',
      endpoints: { base: '/api/desk/book' },
      pages: {
        list: { columns: ['bookTitle', 'onShelf'], toolbar: ['add'], rowActions: ['edit', 'delete'] },
        edit: { kind: 'record', sections: { All: ['bookTitle', 'isbn', 'price', 'active', 'onShelf', 'lentOut', 'copies'] } },
      },
    },
  },
  menus: { language: 1, menus: [] },
  roles: { language: 1, roles: {} },
}

export const deskPlan: ProductPlan = compileProduct(sources)

/** Moves copies between the shelf and the members, under the book's lock; false when it has not as many. */
export async function moveCopies(tools: RuleTools, bookId: string, toShelf: number, toMembers: number, reason: string): Promise<boolean> {
  const book = await tools.load('book', bookId, { lock: true })
  const [onShelf, lentOut] = [Number(book['onShelf']) + toShelf, Number(book['lentOut']) + toMembers]
  if (onShelf < 0 || lentOut < 0) return false
  await tools.set('book', bookId, { onShelf, lentOut })
  await tools.append('copyMovement', { bookId, reason, toShelf, toMembers })
  return true
}

interface Item {
  id: string
  bookId: string
  qty: number
  returned: number
}

export const deskExtensions: ProductExtensions = {
  save: {
    saveMember: async (tools, { values, before }) => {
      if (values['memberName'] === 'goes south') values['branchId'] = (await tools.find('branch', { branchName: 'South' }))[0]?.id
      if (values['memberName'] === 'namesake') tools.warn('memberName', 'There is a namesake in the town')
      if (values['memberName'] === 'nobody') tools.invalid('memberName', 'Nobody is no member')
      if (values['memberName'] === 'broken rule') values['deposit'] = '1.005'
      if (before && values['memberName'] === 'untouchable') tools.refuseIf(refuse('member.untouchable', { name: 'untouchable' }))
    },
    savePass: (tools, { values }) => {
      const { seat } = values
      if (typeof seat !== 'string') return
      if (seat.endsWith('0')) tools.invalid('seat', 'The last seat of a row is for guests')
      values['seat'] = seat.toUpperCase()
    },
  },
  saved: {
    savedMember: async (tools, { record, before }) => {
      if (!before) await tools.set('member', record.id, { welcomed: true })
    },
  },
  remove: {
    removeMember: (tools, { record }) =>
      tools.refuseIf(record['level'] === 'GOLD' ? refuse('member.untouchable', { name: String(record['memberName']) }) : undefined),
  },
  refresh: {},
  offer: {
    async offerMember({ kysely, user, ids }) {
      if (user.name === 'Boss') return new Map()
      const rows = await kysely.selectFrom('member').select(['id']).where('id', 'in', ids).where('member_name', '=', 'Recluse').execute()
      return new Map(rows.map(({ id }) => [String(id), 'Wants to be left alone']))
    },
  },
  line: {
    checkItem: (tools, { line }) => {
      if (line['remark'] === 'torn') tools.invalid('remark', 'Torn books stay here')
      if (line['remark'] === 'lost') tools.refuseIf(refuse('book.none-left', { title: String(line['bookTitle']), left: 0 }))
      line['remark'] ??= 'checked'
    },
    // The version is not its to say.
    nameNote: async (tools, { line }) => {
      // Breaks the key of a table while it completes a row.
      if (line['noteText'] === 'same language') await tools.create('language', { languageCode: 'zh', languageName: 'Chinese' })
      Object.assign(line, { noteText: `About a ${String(line['aboutType'])}`, sinceVersion: 99 })
    },
  },
  action: {
    // Sees the pass as it would become.
    issue: (tools, { record }) =>
      tools.refuseIf(
        Number(record['books']) > 5 && record['level'] !== 'GOLD' ? refuse('pass.too-many', { books: Number(record['books']) }) : undefined,
      ),
    lend: async (tools, { record, form }) => {
      if (form['opinion'] === 'doubtful') tools.warn('', 'The member owes a fee')
      // Counts how often it was tried.
      if (form['opinion'] === 'guessed')
        return {
          refused: refuse('lending.guessed', { times: Number(record['extensions']) + 1 }),
          set: { extensions: Number(record['extensions']) + 1 },
        }
      // Does what no rule may: writes its own record by its tools.
      if (form['opinion'] === 'forged') await tools.set('lending', record.id, { extensions: 2 })
      for (const item of record['items'] as Item[]) {
        if (await moveCopies(tools, item.bookId, -item.qty, item.qty, 'lent')) continue
        if (form['waitIfNone'] === true) return { to: 'WAITING' }
        const book = await tools.load('book', item.bookId)
        tools.refuseIf(refuse('book.none-left', { title: String(book['bookTitle']), left: book['onShelf'] }))
      }
      return { to: 'LENT' }
    },
    takeBack: async (tools, { record, form }) => {
      const responses = new Map((form['items'] as { id: string; backNow: number }[]).map((row) => [row.id, row.backNow]))
      const items: { id: string; returned: number }[] = []
      let open = 0
      for (const item of record['items'] as Item[]) {
        const back = responses.get(item.id) ?? 0
        open += item.qty - item.returned - back
        if (back === 0) continue
        if (item.returned + back > item.qty) tools.refuseIf(refuse('lending.too-many-back', { qty: item.qty }))
        items.push({ id: item.id, returned: item.returned + back })
        await moveCopies(tools, item.bookId, back, -back, 'returned')
      }
      if (open === 0) await tools.note('lending', record.id, 'NOTIFY', 'Thank the member', { member: record['memberName'] })
      return open === 0 ? { to: 'RETURNED', set: { opinion: 'all back', items } } : { to: 'LENT', set: { items } }
    },
  },
  queries: {},
  views: {},
  handlers: {},
  steps: {},
  formats: { email: { test: (text) => text.includes('@'), message: 'Needs an @' } },
  shapes: { settings: { type: 'object', properties: { dark: { type: 'boolean' } }, additionalProperties: false } },
  refusals: {
    'book.none-left': { number: 100501, text: '“{title}” has {left} copies left' },
    'lending.too-many-back': { number: 100502, text: 'Only {qty} were lent' },
    'lending.guessed': { number: 100504, text: 'Guessed wrongly, the time no. {times}' },
    'pass.too-many': { number: 100503, text: '{books} books are for gold passes' },
    'member.untouchable': { number: 100520, text: '{name} stays as it is' },
  },
}
