import type {
  ActionPlan,
  BrowserScreenPlan,
  ColumnPlan,
  EntityActionPlan,
  FieldPlan,
  ListPagePlan,
  RecordPagePlan,
  SearchPlan,
} from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { fieldPlan } from '../../core/testing/fieldPlans'

/** Plans of a small stock screen, as compiled schemas are. */
export function columnPlan(field: FieldPlan, plan: Partial<ColumnPlan> = {}): ColumnPlan {
  return {
    key: field.name,
    field,
    display: false,
    title: field.title,
    width: 120,
    align: 'left',
    sort: field.name,
    total: false,
    hidden: false,
    ...plan,
  }
}

export function searchPlan(field: FieldPlan, plan: Partial<SearchPlan> = {}): SearchPlan {
  return { name: field.name, field, as: 'equals', title: field.title, ...plan }
}

export function actionPlan(name: string, does: ActionPlan['does'], plan: Partial<ActionPlan> = {}): ActionPlan {
  const { title = name, states = [] } = plan
  // A button says what the entity's own action says.
  const work = does.kind === 'action' ? { ...does, action: { ...does.action, title, from: states } } : does
  return { name, title, permission: `stock_${name}`, does: work, states, danger: false, ...plan }
}

export function entityAction(name: string, plan: Partial<EntityActionPlan> = {}): ActionPlan['does'] {
  return {
    kind: 'action',
    action: { name, title: name, from: [], to: [], ask: [], set: {}, danger: false, keyed: false, ...plan },
  }
}

export const fields = {
  no: fieldPlan('no', 'serial', { title: '单号', readOnly: true }),
  name: fieldPlan('name', 'text', { title: '名称', maxLength: 80 }),
  amount: fieldPlan('amount', 'money', { title: '金额' }),
  day: fieldPlan('day', 'date', { title: '日期' }),
  kind: fieldPlan('kind', 'select', { title: '类型', dictionary: 'kind' }),
  used: fieldPlan('used', 'switch', { title: '启用' }),
  status: fieldPlan('status', 'status', { title: '状态', readOnly: true }),
}

export function listPagePlan(plan: Partial<ListPagePlan> = {}): ListPagePlan {
  return {
    kind: 'list',
    name: 'list',
    title: '库存',
    route: '/stock',
    onEnter: { clearCache: false, resetTab: false, fixedHeader: false },
    params: {},
    search: [
      searchPlan(fields.name, { as: 'contains' }),
      searchPlan(fields.status),
      searchPlan(fields.kind, { as: 'multiple' }),
      searchPlan(fields.amount, { as: 'range' }),
      searchPlan(fields.used),
    ],
    columns: [
      columnPlan(fields.no, { link: 'detail' }),
      columnPlan(fields.name),
      columnPlan(fields.amount, { align: 'right', total: true }),
      columnPlan(fields.status),
    ],
    toolbar: ['add'],
    rowActions: ['view', 'edit', 'approve', 'delete'],
    batchActions: ['approve'],
    ...plan,
  }
}

export const detailPage: RecordPagePlan = {
  kind: 'record',
  name: 'detail',
  title: '库存详情',
  route: '/stock/:id',
  as: 'page',
  mode: 'view',
  onEnter: { clearCache: false, resetTab: true, fixedHeader: false },
  sections: [],
  tabs: [],
  actions: [],
}

/** A form that keeps what it knew when it is entered again. */
export const editPage: RecordPagePlan = {
  ...detailPage,
  name: 'edit',
  title: '单据',
  route: '/stock/edit',
  mode: 'edit',
  onEnter: { clearCache: false, resetTab: false, fixedHeader: false },
}

export function screenPlan(plan: Partial<BrowserScreenPlan> = {}): BrowserScreenPlan {
  return {
    id: 'inventory/stock',
    menu: 'stock',
    menuName: 'inventory_stock',
    title: '库存',
    entity: 'stock',
    label: 'no',
    statusField: 'status',
    states: {
      DRAFT: { code: 'DRAFT', title: '草稿', color: 'default', initial: true, edit: true, delete: true },
      AUDITING: { code: 'AUDITING', title: '审批中', color: 'processing', initial: false, edit: false, delete: false },
    },
    base: '/api/stock',
    pages: { list: listPagePlan(), detail: detailPage },
    actions: {
      add: actionPlan('add', { kind: 'add', page: 'detail' }, { title: '新增' }),
      view: actionPlan('view', { kind: 'view', page: 'detail' }, { title: '查看', permission: undefined }),
      edit: actionPlan('edit', { kind: 'edit', page: 'detail' }, { title: '编辑', states: ['DRAFT'] }),
      approve: actionPlan('approve', entityAction('approve'), { title: '审批', states: ['AUDITING'] }),
      delete: actionPlan('delete', { kind: 'delete' }, { title: '删除', states: ['DRAFT'], danger: true }),
    },
    extra: {},
    lines: {},
    checks: [],
    dictionaries: ['kind'],
    ...plan,
  }
}

/**
 * The movements of stock, as a list that other pages show for one record: by its id, and searched by a reason.
 * @param list what its page says besides @param plan what the screen says besides
 */
export function movementScreen(list: Partial<ListPagePlan> = {}, plan: Partial<BrowserScreenPlan> = {}): BrowserScreenPlan {
  const stock = fieldPlan('stockId', 'ref', {
    title: '库存',
    ref: { entity: 'stock', display: 'no', title: '库存', label: 'no', multiple: false },
  })
  const reason = fieldPlan('reason', 'text', { title: '原因' })
  const page = listPagePlan({
    title: '库存流水',
    route: '/movement',
    search: [searchPlan(stock), searchPlan(reason, { as: 'contains' })],
    columns: [columnPlan(reason)],
    toolbar: [],
    rowActions: [],
    batchActions: [],
    ...list,
  })
  return screenPlan({
    id: 'inventory/movement',
    menu: 'movement',
    menuName: 'inventory_movement',
    title: '流水',
    label: 'reason',
    base: '/api/movement',
    actions: {},
    ...plan,
    pages: { list: page, ...plan.pages },
  })
}

export const dictionaries = {
  kind: {
    name: 'kind',
    title: '类型',
    items: [
      { code: 'A', title: '原料', color: 'blue' },
      { code: 'B', title: '成品' },
    ],
  },
}

/** Rows from 1; odd ones are drafts, even ones wait for approval. */
export function stockRows(count: number, from = 1): RecordValues[] {
  return Array.from({ length: count }, (_, index) => {
    const number = from + index
    return {
      id: String(number),
      version: 1,
      no: `KC-${String(number).padStart(4, '0')}`,
      name: `货物${number}`,
      amount: `${number}.50`,
      kind: 'A',
      used: true,
      status: number % 2 === 1 ? 'DRAFT' : 'AUDITING',
    }
  })
}
