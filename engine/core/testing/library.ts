import type { ProductSources } from '../compile'

/** A small product for tests of the compiler and the schema check: a library with readers, books and lendings of several books. */
export function librarySources(): ProductSources {
  return {
    product: { language: 1, title: 'Library', userEntity: 'staff', scopes: { branch: 'branch', owner: 'staff' } },
    groups: {
      remark: { language: 1, title: '备注', fields: { remark: { type: 'textarea', title: '备注', maxLength: 500 } } },
      approval: {
        language: 1,
        title: '审批',
        fields: { submittedById: { type: 'ref', title: '提交人', to: 'staff', system: true } },
        actions: {
          submit: { title: '提交', from: ['DRAFT'], to: 'OPEN', set: { submittedById: 'user' } },
          approve: {
            title: '通过',
            from: ['OPEN'],
            ask: { opinion: { type: 'textarea', title: '意见', maxLength: 100 } },
            notBy: 'submittedById',
          },
        },
      },
    },
    dictionaries: { genre: { language: 1, title: '类别', items: { NOVEL: '小说', POETRY: { title: '诗', color: 'blue' } } } },
    entities: {
      staff: {
        language: 1,
        title: '馆员',
        label: 'realName',
        scope: { branch: 'any', owner: ['id'] },
        fields: { realName: { type: 'text', title: '姓名', maxLength: 40, required: true } },
      },
      branch: {
        language: 1,
        title: '分馆',
        label: 'branchName',
        scope: 'global',
        fields: {
          branchName: { type: 'text', title: '名称', maxLength: 40, required: true },
          code: { type: 'text', title: '代码', maxLength: 4, required: true },
        },
        unique: [['code']],
      },
      book: {
        language: 1,
        title: '图书',
        label: 'bookTitle',
        scope: { branch: ['branchId'], owner: 'any' },
        fields: {
          bookTitle: { type: 'text', title: '书名', maxLength: 100, required: true },
          genre: { type: 'select', title: '类别', dictionary: 'genre' },
          branchId: { type: 'ref', title: '分馆', to: 'branch', required: true },
          branchCode: { type: 'ref', title: '分馆代码', to: 'branch', by: 'code' },
          price: { type: 'money', title: '价格', min: '0' },
          secretNote: { type: 'text', title: '密注', maxLength: 10, secret: true },
        },
      },
      lending: {
        language: 1,
        title: '借阅',
        label: 'lendingNo',
        serial: { prefix: 'JY' },
        include: ['approval', 'remark'],
        scope: { branch: ['bookId.branchId'], owner: ['createdById'] },
        summary: { about: 'bookId', figures: ['total', 'deposit'], sum: true, date: 'until' },
        fields: {
          lendingNo: { type: 'serial', title: '单号' },
          bookId: { type: 'ref', title: '主书', to: 'book', where: { genre: 'NOVEL' }, fill: { deposit: 'price' }, required: true },
          deposit: { type: 'money', title: '押金', min: '0' },
          from: { type: 'date', title: '起', required: true },
          until: { type: 'date', title: '止', required: 'deposit > 0' },
          total: { type: 'money', title: '合计', value: 'sum(books.amount)', stored: true },
          status: { type: 'status', title: '状态' },
        },
        lines: {
          books: {
            title: '书目',
            fields: {
              bookId: { type: 'ref', title: '书', to: 'book', required: true },
              qty: { type: 'digit', title: '册数', decimals: 0, required: true },
              price: { type: 'money', title: '单价', required: true },
              amount: { type: 'money', title: '金额', value: 'round(qty * price, 2)', stored: true },
            },
            minRows: 1,
            requiredFor: ['submit'],
          },
        },
        checks: [{ that: 'from <= until', message: '止不能早于起', field: 'until' }],
        states: {
          DRAFT: { title: '草稿', initial: true, edit: true, delete: true },
          OPEN: { title: '在审', color: 'processing' },
          DONE: { title: '完成' },
        },
        actions: { approve: { to: 'DONE', ask: { until: true }, set: { until: 'form.until' }, when: 'total > 0', whenNot: '没有书目' } },
      },
    },
    screens: {
      'base/lending': {
        language: 1,
        title: '借阅管理',
        entity: 'lending',
        endpoints: {
          base: '/api/lending',
          extra: { trial: { method: 'POST', url: '/trial', permission: 'view', description: '试算', handler: 'trial' } },
        },
        actions: { books: { title: '看书', does: 'link', to: '/lending/edit?id={id}' } },
        pages: {
          list: {
            search: ['lendingNo', 'bookId', { field: 'from', as: 'range' }, 'status'],
            columns: ['lendingNo', 'bookTitle', { field: 'total', total: true }, 'status', 'createdAt'],
            toolbar: ['add', 'export'],
            rowActions: ['view', 'edit', 'delete', 'submit', 'approve', 'books'],
          },
          edit: {
            kind: 'record',
            sections: { 基本: ['bookId', 'deposit', 'from', { field: 'until', visible: 'from != null' }, 'remark'] },
            tabs: { 书目: { lines: 'books', columns: ['bookTitle', 'qty', 'price', 'amount'] } },
          },
          detail: {
            kind: 'record',
            route: '/lending/:id',
            like: 'edit',
            tabs: { 同书: { related: 'lending', by: { bookId: 'bookId' }, columns: ['lendingNo'] } },
          },
        },
      },
    },
    menus: {
      language: 1,
      menus: [
        { id: '1', pid: '0', mpid: -1, name: '主数据', icon: 'bars', seq: 1 },
        { id: '1-1', pid: '1', mpid: '1', name: '借阅管理', router: '/lending', seq: 1, menuName: 'base_lending' },
        { id: '1-1-1', pid: '1-1', mpid: '1-1', name: '借阅编辑', router: '/lending/edit', seq: 1, hidden: true, menuName: 'base_lending' },
        { id: '1-1-2', pid: '1-1', mpid: '1-1', name: '借阅详情', router: '/lending/:id', seq: 2, hidden: true, menuName: 'base_lending' },
        { id: '2', pid: '0', mpid: -1, name: '将来', icon: 'home', seq: 2 },
        { id: '2-1', pid: '2', mpid: '2', name: '将来的', router: '/later', seq: 1, menuName: 'base_later' },
      ],
    },
    roles: { language: 1, roles: { OP: { title: '操作员', dataScope: 'ALL', menus: { base_lending: ['add', 'submit'] } } } },
  }
}
