/**
 * A small product for the engine's own tests: a library with branches, authors, books and who borrowed them. It has one of everything
 * that a server does differently: scopes by field, by a step, through a record; a read model; named values; computed fields; line tables.
 */
import { sql } from 'kysely'
import { compileProduct, type ProductSources } from '../../core/compile'
import type { ProductPlan } from '../../core/plan'
import type { ProductExtensions } from '../extensions'

/** Of a book, as lists and pages show them. */
const figures = ['priceWithTax', 'pages', 'weight', 'publishedOn', 'boughtAt', 'lendable']

const sources: ProductSources = {
  product: { language: 1, title: 'Library', userEntity: 'staff', scopes: { branch: 'branch', reader: 'reader' } },
  groups: {},
  dictionaries: {
    genre: { language: 1, title: 'Genre', items: { NOVEL: 'Novel', POETRY: { title: 'Poetry', color: 'blue' }, SCIENCE: 'Science' } },
  },
  entities: {
    branch: {
      language: 1,
      title: 'Branch',
      label: 'branchName',
      scope: 'global',
      unique: [['branchCode']],
      fields: {
        branchName: { type: 'text', title: 'Branch', maxLength: 40, required: true },
        branchCode: { type: 'text', title: 'Code', maxLength: 10, required: true },
        parentId: { type: 'ref', title: 'Part of', to: 'branch' },
      },
    },
    staff: {
      language: 1,
      title: 'Staff',
      label: 'staffName',
      scope: { branch: ['branchId'], reader: 'any' },
      fields: {
        staffName: { type: 'text', title: 'Name', maxLength: 40, required: true },
        branchId: { type: 'ref', title: 'Branch', to: 'branch' },
        passwordHash: { type: 'text', title: 'Password', maxLength: 200, secret: true },
      },
    },
    reader: {
      language: 1,
      title: 'Reader',
      label: 'readerName',
      scope: { branch: 'any', reader: ['id'] },
      fields: { readerName: { type: 'text', title: 'Name', maxLength: 40, required: true } },
    },
    currency: {
      language: 1,
      title: 'Currency',
      label: 'currencyName',
      scope: 'global',
      unique: [['currencyCode']],
      fields: {
        currencyCode: { type: 'text', title: 'Code', maxLength: 3, required: true },
        currencyName: { type: 'text', title: 'Currency', maxLength: 40, required: true },
        symbol: { type: 'text', title: 'Symbol', maxLength: 4 },
      },
    },
    author: {
      language: 1,
      title: 'Author',
      label: 'authorName',
      scope: 'global',
      fields: {
        authorName: { type: 'text', title: 'Author', maxLength: 40, required: true },
        genre: { type: 'select', title: 'Genre', dictionary: 'genre' },
        branchId: { type: 'ref', title: 'Signs books in', to: 'branch' },
      },
    },
    book: {
      language: 1,
      title: 'Book',
      label: 'bookTitle',
      serial: { prefix: 'BK', restart: 'never', digits: 6 },
      scope: { branch: ['branchId'], reader: 'any' },
      unique: [['isbn']],
      indexes: [['genre', 'publishedOn']],
      summary: { about: 'authorId', figures: ['price', 'priceWithTax', 'pages'], unit: 'currency', date: 'publishedOn' },
      states: {
        DRAFT: { title: 'Draft', initial: true, edit: true, delete: true },
        SHELVED: { title: 'On the shelf', color: 'success' },
        LOST: { title: 'Lost', color: 'error' },
      },
      actions: {
        shelve: { title: 'Shelve', from: ['DRAFT'], to: 'SHELVED' },
        lose: {
          title: 'Report lost',
          from: ['SHELVED'],
          to: 'LOST',
          danger: true,
          ask: { opinion: { type: 'text', title: 'Why', maxLength: 100, required: true } },
        },
      },
      fields: {
        bookNo: { type: 'serial', title: 'Number' },
        bookTitle: { type: 'text', title: 'Title', maxLength: 100, required: true },
        isbn: { type: 'text', title: 'ISBN', maxLength: 20 },
        authorId: { type: 'ref', title: 'Author', to: 'author', required: true, fill: { genre: 'genre' } },
        coAuthorIds: { type: 'ref', title: 'Co-authors', to: 'author', multiple: true },
        signedById: {
          type: 'ref',
          title: 'Signed by',
          to: 'author',
          where: { genre: ['NOVEL', 'POETRY'], branchId: { from: 'branchId' } },
        },
        branchId: { type: 'ref', title: 'Branch', to: 'branch', required: true },
        genre: { type: 'select', title: 'Genre', dictionary: 'genre' },
        tags: { type: 'select', title: 'Tags', dictionary: 'genre', multiple: true },
        price: { type: 'money', title: 'Price', min: '0' },
        currency: { type: 'ref', title: 'Currency', to: 'currency', by: 'currencyCode' },
        taxRate: { type: 'percent', title: 'Tax' },
        priceWithTax: { type: 'money', title: 'With tax', value: 'price * (1 + taxRate)' },
        pages: { type: 'digit', title: 'Pages', min: '1', max: '9999' },
        weight: { type: 'digit', title: 'Weight', decimals: 3, unit: 'kg' },
        publishedOn: { type: 'date', title: 'Published' },
        boughtAt: { type: 'dateTime', title: 'Bought' },
        lendable: { type: 'switch', title: 'May be lent' },
        cover: { type: 'files', title: 'Cover', maxCount: 1 },
        notes: { type: 'json', title: 'Notes', shape: 'notes' },
        supplierSecret: { type: 'text', title: 'Supplier', maxLength: 40, secret: true },
        internalRemark: { type: 'text', title: 'On no page', maxLength: 40 },
        lendings: { type: 'digit', title: 'Lendings', query: 'lendingCount' },
        copyValue: { type: 'money', title: 'Value of copies', value: 'sum(copies.cost)' },
        status: { type: 'status', title: 'State' },
      },
      lines: {
        copies: {
          title: 'Copies',
          fields: {
            copyNo: { type: 'text', title: 'Copy', maxLength: 20, required: true },
            shelfBranchId: { type: 'ref', title: 'Stands in', to: 'branch' },
            cost: { type: 'money', title: 'Cost', min: '0' },
            costWithTax: { type: 'money', title: 'With tax', value: 'cost * 1.1' },
          },
        },
      },
    },
    lending: {
      language: 1,
      title: 'Lending',
      label: 'lentOn',
      scope: { branch: ['bookId.branchId'], reader: ['readerId'] },
      fields: {
        bookId: { type: 'ref', title: 'Book', to: 'book', required: true },
        readerId: { type: 'ref', title: 'Reader', to: 'reader' },
        lentOn: { type: 'date', title: 'Lent on', required: true },
        fee: { type: 'money', title: 'Fee' },
      },
    },
    copyMovement: {
      language: 1,
      title: 'Movement',
      label: 'reason',
      scope: { as: 'bookId' },
      appendOnly: true,
      fields: {
        bookId: { type: 'ref', title: 'Book', to: 'book', required: true },
        reason: { type: 'text', title: 'Reason', maxLength: 40 },
        qty: { type: 'digit', title: 'Copies', min: '-99' },
      },
    },
    // So many that they are paged by cursor.
    stamp: {
      language: 1,
      title: 'Stamps',
      label: 'stampNo',
      scope: { branch: ['branchId'], reader: 'any' },
      indexes: [['stampedOn', 'id'], ['pages'], ['stampNo'], ['desk', 'stampedOn']],
      fields: {
        stampNo: { type: 'text', title: 'Number', maxLength: 20, required: true },
        stampedOn: { type: 'date', title: 'Stamped', required: true },
        pages: { type: 'digit', title: 'Pages', required: true },
        desk: { type: 'text', title: 'Desk', maxLength: 20 },
        branchId: { type: 'ref', title: 'Branch', to: 'branch', required: true },
      },
    },
    genreSummary: {
      language: 1,
      title: 'By genre',
      label: 'genre',
      scope: { branch: ['branchId'], reader: 'any' },
      view: 'genreSummary',
      params: {
        publishedBy: { type: 'date', title: 'Published by', default: { expression: 'today()' } },
        factor: { type: 'digit', title: 'Factor', decimals: 2, min: '0', default: '1' },
      },
      fields: {
        genre: { type: 'select', title: 'Genre', dictionary: 'genre' },
        branchId: { type: 'ref', title: 'Branch', to: 'branch' },
        books: { type: 'digit', title: 'Books' },
        value: { type: 'money', title: 'Value' },
      },
    },
    copyOfBook: {
      language: 1,
      title: 'Copies',
      label: 'copyNo',
      view: { lines: 'book.copies', header: ['bookNo', 'bookTitle', 'authorId', 'status'] },
      fields: {},
    },
  },
  screens: {
    'stock/copy': {
      language: 1,
      title: 'Copies',
      entity: 'copyOfBook',
      endpoints: { base: '/api/stock/copy', where: { status: ['SHELVED', 'LOST'] } },
      pages: {
        list: {
          search: ['copyNo', 'bookTitle', 'authorId', 'shelfBranchId', { field: 'cost', as: 'range' }, 'status'],
          columns: ['copyNo', 'bookNo', 'bookTitle', 'authorName', 'shelfBranchName', { field: 'cost', total: true }, 'status'],
          figures: { dear: { title: 'Dear ones', count: true, when: 'cost > 6' } },
          sort: { field: 'bookTitle', order: 'ascend' },
          toolbar: ['export'],
        },
      },
    },
    'stock/book': {
      language: 1,
      title: 'Books',
      entity: 'book',
      endpoints: {
        base: '/api/stock/book',
        extra: {
          all: {
            method: 'GET',
            url: '/list/all',
            permission: 'view',
            description: 'Books on the shelf',
            list: { where: { status: 'SHELVED' }, fields: ['bookNo', 'bookTitle'] },
          },
          byAuthor: {
            method: 'GET',
            url: '/author/{authorId}',
            permission: 'view',
            description: 'Books of an author',
            list: {
              where: { authorId: { from: 'authorId' } },
              fields: ['bookTitle', 'authorName'],
              sort: { field: 'bookNo', order: 'ascend' },
              whole: true,
            },
            query: { genre: { type: 'select', title: 'Genre', dictionary: 'genre' } },
          },
          copyMovements: {
            method: 'GET',
            url: '/movements/{id}',
            permission: 'view',
            description: 'Movements of the copies of a book',
            list: { of: 'copyMovement', where: { bookId: { from: 'id' } }, fields: ['reason', 'qty'] },
            query: { reason: { type: 'text', title: 'Reason', maxLength: 40 } },
          },
          count: {
            method: 'GET',
            url: '/count',
            permission: 'view',
            description: 'How many books',
            handler: 'countBooks',
            query: { minPages: { type: 'digit', title: 'Pages', required: true } },
          },
          hours: { method: 'GET', url: '/hours', permission: 'open', description: 'Opening hours', handler: 'openingHours' },
          stocktake: {
            method: 'POST',
            url: '/stocktake/{id}',
            permission: 'stocktake',
            description: 'Counts the copies of a book',
            handler: 'stocktake',
            body: { counted: { type: 'digit', title: 'Counted', min: '0', required: true } },
          },
          quote: {
            method: 'POST',
            url: '/quote',
            permission: 'view',
            description: 'What copies of a book would cost',
            body: {
              authorId: false,
              taxRate: true,
              rows: { type: 'lines', of: 'copies', fields: { shelfBranchId: false, cost: true } },
            },
            answer: { priceWithTax: true, rows: { type: 'lines', of: 'copies', fields: { costWithTax: true } } },
            handler: 'quoteCopies',
          },
        },
      },
      actions: {
        stocktake: { title: 'Stocktake', does: 'request', endpoint: 'stocktake' },
      },
      pages: {
        list: {
          search: [
            'bookTitle',
            'bookNo',
            'authorId',
            { field: 'genre', as: 'multiple' },
            { field: 'tags', as: 'multiple' },
            { field: 'price', as: 'range' },
            { field: 'publishedOn', as: 'range' },
            { field: 'boughtAt', as: 'range' },
            'lendable',
            'currency',
            'lendings',
            'coAuthorIds',
            'status',
          ],
          columns: [
            'bookNo',
            'bookTitle',
            'authorName',
            'coAuthorNames',
            'branchName',
            'genre',
            { field: 'price', total: true },
            ...figures,
            { field: 'lendings', total: true },
            'status',
            'createdByName',
          ],
          toolbar: ['add', 'export'],
          rowActions: ['view', 'edit', 'delete', 'shelve', 'lose', 'stocktake'],
          batchActions: ['shelve'],
          expand: { related: 'copyMovement', by: 'bookId', columns: ['reason', 'qty'] },
          figures: {
            all: { title: 'Books', count: true },
            shelved: { title: 'On the shelf', count: true, filter: { status: 'SHELVED' }, tone: { danger: 'value == 0' } },
            novels: { title: 'Price of novels', sum: 'price', filter: { genre: ['NOVEL'] } },
            recent: { title: 'Bought today', count: true, filter: { boughtAtStart: { expression: 'today()' } } },
            dear: { title: 'Dear ones with tax', sum: 'priceWithTax', when: 'price > 10' },
            mean: { title: 'Mean price', avg: 'price' },
            every: { title: 'Of every genre', count: true, regardless: ['genre'] },
          },
          charts: {
            prices: {
              title: 'Prices',
              kind: 'bar',
              x: 'authorId',
              series: { sum: { sum: 'price' }, taxed: { avg: 'priceWithTax' }, books: { title: 'Books', count: true } },
            },
            bought: { title: 'Bought', kind: 'bar', x: 'boughtAt', by: 'genre', series: { books: { title: 'Books', count: true } } },
            latest: {
              title: 'Latest price',
              kind: 'line',
              x: { field: 'publishedOn', per: 'year' },
              series: { last: { last: 'price' }, most: { max: 'price' } },
              when: 'price > 1',
            },
            genres: { title: 'Genres', kind: 'pie', x: 'genre', series: { price: { sum: 'price' } } },
          },
        },
        detail: {
          kind: 'record',
          mode: 'view',
          sections: {
            Basics: ['bookNo', 'bookTitle', 'isbn', 'authorId', 'coAuthorIds', 'signedById', 'branchId', 'genre', 'tags'],
            Figures: ['price', 'currency', 'taxRate', ...figures, 'cover', 'notes', 'copyValue'],
          },
          tabs: {
            Copies: { lines: 'copies', columns: ['copyNo', 'shelfBranchName', 'cost', 'costWithTax'] },
            Lendings: {
              related: 'lending',
              by: 'bookId',
              link: 'detail',
              rowActions: ['view', 'remind'],
              charts: { fees: { title: 'Fees', kind: 'line', x: 'lentOn', series: { fee: { sum: 'fee' } } } },
              columns: ['readerName', 'lentOn', { field: 'fee', total: true }],
              sort: { field: 'lentOn', order: 'ascend' },
            },
            Attachments: 'attachments',
            History: 'history',
          },
        },
      },
    },
    'stock/lending': {
      language: 1,
      title: 'Lendings',
      entity: 'lending',
      endpoints: { base: '/api/stock/lending' },
      actions: { remind: { title: 'Remind', does: 'link', to: '/remind/{readerId}', visible: 'updatedById == user' } },
      pages: {
        list: {
          search: ['bookId', { field: 'lentOn', as: 'range' }],
          columns: ['bookTitle', 'readerName', 'lentOn', 'fee'],
          rowActions: ['view', 'remind'],
        },
        detail: { kind: 'record', mode: 'view', sections: { Basics: ['bookId', 'readerId', 'lentOn', 'fee'] } },
      },
    },
    'stock/stamp': {
      language: 1,
      title: 'Stamps',
      entity: 'stamp',
      endpoints: { base: '/api/stock/stamp' },
      pages: {
        list: {
          paging: 'cursor',
          search: [
            { field: 'stampedOn', as: 'range' },
            { field: 'stampNo', as: 'begins' },
            { field: 'desk', as: 'few' },
          ],
          columns: ['stampNo', 'stampedOn', 'pages', 'desk', 'branchName'],
          sort: { field: 'stampedOn', order: 'descend' },
          toolbar: ['export'],
        },
      },
    },
    'stock/catalogue': {
      language: 1,
      title: 'Catalogue',
      entity: 'book',
      endpoints: { base: '/api/stock/catalogue', usual: { where: { genre: { not: 'POETRY' } }, unless: ['publishedOn'] } },
      pages: { list: { search: [{ field: 'publishedOn', as: 'range' }], columns: ['bookNo', 'bookTitle', 'authorName', 'pages'] } },
    },
    'stock/novel': {
      language: 1,
      title: 'Novels',
      entity: 'book',
      endpoints: {
        base: '/api/stock/novel',
        where: { genre: 'NOVEL' },
        extra: {
          stocktake: {
            method: 'POST',
            url: '/stocktake/{id}',
            permission: 'view',
            description: 'Counts the copies of a novel',
            handler: 'stocktake',
            body: { counted: { type: 'digit', title: 'Counted', min: '0', required: true } },
          },
        },
      },
      pages: {
        list: { side: { field: 'status' }, columns: ['bookTitle'], sort: { field: 'bookTitle', order: 'ascend' }, rowActions: ['view'] },
        detail: { kind: 'record', mode: 'view', sections: { Basics: ['bookTitle', 'genre'] } },
      },
    },
    'report/genres': {
      language: 1,
      title: 'By genre',
      entity: 'genreSummary',
      endpoints: { base: '/api/report/genres' },
      pages: {
        list: {
          search: ['publishedBy', 'factor', { field: 'genre', as: 'multiple' }],
          figures: { value: { title: 'Value', sum: 'value' } },
          charts: { value: { title: 'Value', kind: 'bar', x: 'branchId', series: { value: { sum: 'value' } } } },
          expand: { related: 'genreSummary', by: { genre: 'genre' }, columns: ['branchName', 'value'] },
          columns: ['genre', 'branchName', { field: 'books', total: true }, { field: 'value', total: true }],
          toolbar: ['export'],
        },
      },
    },
    'manage/branch': {
      language: 1,
      title: 'Branches',
      entity: 'branch',
      endpoints: { base: '/api/manage/branch' },
      pages: {
        list: {
          columns: ['branchName', 'branchCode'],
          tree: 'parentId',
          toolbar: ['add'],
          rowActions: ['edit', 'delete'],
          split: { screen: 'stock/copy', by: { shelfBranchId: 'id' } },
        },
        edit: { kind: 'record', as: 'dialog', sections: { Branch: ['branchName', 'branchCode', 'parentId'] } },
      },
    },
  },
  menus: { language: 1, menus: [] },
  roles: { language: 1, roles: {} },
}

export const libraryPlan: ProductPlan = compileProduct(sources)

export const libraryExtensions: ProductExtensions = {
  save: {},
  saved: {},
  remove: {},
  action: {},
  refresh: {},
  offer: {},
  line: {},
  queries: {
    lendingCount: ({ alias }) => sql`(select count(*) from lending l where l.book_id = ${sql.ref(`${alias}.id`)})`,
  },
  views: {
    genreSummary: ({ kysely, params }) =>
      kysely
        .selectFrom('book')
        .where((book) => book.or([book('published_on', 'is', null), book('published_on', '<=', params['publishedBy'])]))
        .groupBy(['genre', 'branch_id'])
        .select([
          sql`min(id)`.as('id'),
          'genre',
          'branch_id as branchId',
          sql`count(*)`.as('books'),
          sql`sum(price) * ${params['factor']}::numeric`.as('value'),
        ]),
  },
  handlers: {
    countBooks: async ({ kysely, visible, query }) => {
      const books = visible('book', 'b', kysely.selectFrom('book as b').where('b.pages', '>=', query['minPages']))
      const { count } = await books.select(sql<string>`count(*)`.as('count')).executeTakeFirstOrThrow()
      return { count: Number(count) }
    },
    openingHours: async ({ user }) => ({ from: '09:00', to: '18:00', signedIn: user !== undefined }),
    quoteCopies: async ({ body }) => ({ asked: body }),
    stocktake: async ({ tools, params, body }) => {
      await tools.append('copyMovement', { bookId: params['id'], reason: 'stocktake', qty: body['counted'] })
      return { counted: body['counted'] }
    },
  },
  steps: {},
  formats: {},
  shapes: { notes: { type: 'object' } },
  refusals: {},
}
