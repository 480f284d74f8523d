import { act, cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BrowserScreenPlan, RecordPagePlan, RoutePlan } from '../../core/plan'
import { fieldPlan, itemPlan, linesPlan } from '../../core/testing/fieldPlans'
import type { ChainResponse, HistoryEntry, RecordValues } from '../../core/wire'
import { inRouter } from '../form/testing/inRouter'
import { actionPlan, columnPlan, detailPage, entityAction, screenPlan } from '../testing/plans'
import { Refusal, renderPage, type PageSetup, type ServedRequest } from '../testing/renderPage'
import { RecordPage } from './RecordPage'

const owner = fieldPlan('ownerId', 'ref', {
  title: '货主',
  ref: { entity: 'firm', display: 'ownerName', title: '企业', label: 'name', multiple: false },
})
const helpers = fieldPlan('helperIds', 'ref', {
  title: '协办',
  ref: { entity: 'firm', display: 'helperNames', title: '企业', label: 'name', multiple: true },
})
const amount = fieldPlan('amount', 'money', { title: '金额' })
const note = fieldPlan('note', 'text', { title: '备注' })
const place = fieldPlan('place', 'text', { title: '库位' })
const qty = fieldPlan('qty', 'digit', { title: '数量' })
const detail: RecordPagePlan = {
  ...detailPage,
  route: '/stock/detail',
  sections: [
    { title: '基本', items: [owner, helpers, note, place].map((field) => itemPlan(field)) },
    { title: '合计', items: [itemPlan(amount)] },
  ],
  tabs: [{ kind: 'lines', title: '明细', lines: 'goods', columns: [columnPlan(qty)] }],
  actions: ['edit', 'submit', 'attach', 'delete', 'approve'],
}
const historyTab: RecordPagePlan['tabs'][number] = { kind: 'history', title: '经过' }
const base = screenPlan()
const screen: BrowserScreenPlan = {
  ...base,
  pages: { ...base.pages, detail },
  summary: { about: owner, figures: [amount], course: ['DRAFT', 'AUDITING', 'ACTIVE'] },
  states: {
    ...base.states!,
    ACTIVE: { code: 'ACTIVE', title: '生效', color: 'success', initial: false, edit: false, delete: false },
  },
  lines: { goods: linesPlan('goods', [qty], { title: '明细' }) },
  actions: {
    ...base.actions,
    attach: actionPlan('attach', { kind: 'attach' }, { title: '附件' }),
    submit: actionPlan('submit', entityAction('submit', { to: ['AUDITING'] }), { title: '提交', states: ['DRAFT'] }),
  },
}
const stored: RecordValues = {
  id: '7',
  version: 3,
  no: 'KC-7',
  ownerId: '5',
  ownerName: '演示一号',
  helperIds: ['6', '8'],
  helperNames: ['演示二号', '演示三号'],
  amount: '4800.00',
  note: null,
  place: '',
  status: 'DRAFT',
  goods: [{ id: '70', qty: 2 }],
}
const history: HistoryEntry[] = [
  { id: '1', action: 'create', actionTitle: '新增', to: 'DRAFT', operator: '林晓', at: '2026-11-19T01:40:00.000Z' },
  { id: '2', action: 'submit', actionTitle: '提交', from: 'DRAFT', to: 'AUDITING', operator: '周扬', at: '2026-11-20T01:40:00.000Z' },
]
const firmHome: RoutePlan = {
  route: '/firm/:id',
  screen: 'base/firm',
  page: 'detail',
  title: '企业详情',
  menuName: 'base_firm',
  open: false,
  mode: 'view',
  entity: 'firm',
}
const firmScreen = screenPlan({
  id: 'base/firm',
  menu: 'firm',
  menuName: 'base_firm',
  title: '企业',
  entity: 'firm',
  label: 'name',
  base: '/api/firm',
  summary: { about: fieldPlan('city', 'text', { title: '城市' }), figures: [] },
})

type Change = { plan?: RecordPagePlan; screen?: BrowserScreenPlan; record?: RecordValues; chain?: ChainResponse | Refusal } & PageSetup

/** At the width at which nothing stands at the side, unless said. */
function open({ plan = detail, screen: of = screen, record = stored, chain, serve, ...setup }: Change = {}) {
  const { element } = inRouter(<RecordPage screen={of} page={plan} />)
  return renderPage(element, {
    address: '/stock/detail?id=7',
    homes: (entity) => (entity === 'firm' ? [firmHome] : []),
    screens: { 'base/firm': firmScreen },
    ...setup,
    serve: (request: ServedRequest) => {
      const own = serve?.(request)
      if (own !== undefined) return own
      if (request.path === '/api/stock/7') return structuredClone(record)
      if (request.path.endsWith('/history/7')) return structuredClone(history)
      if (request.path === '/api/chain') return chain ?? { before: [], after: [] }
      if (request.path === '/api/firm/5') return { id: '5', name: '演示一号', city: '上海', status: 'DRAFT' }
      return new Refusal(404, { message: '记录不存在' })
    },
  })
}
const head = async () => within((await page.findByRole('heading', { level: 2 })).closest('header')!)
const width = (px: number) => Object.assign(window, { innerWidth: px })

beforeEach(() => {
  window.sessionStorage.clear()
  width(1200)
})
afterEach(cleanup)

describe('the head of a record', () => {
  it('says what it is called, its state, whom it is about and its figures', async () => {
    open()
    const shown = await head()
    expect(shown.getByRole('heading', { name: 'KC-7' })).toBeTruthy()
    expect(shown.getAllByText('草稿').length).toBeGreaterThan(0)
    expect(shown.getByRole('link', { name: '演示一号' })).toBeTruthy()
    expect(shown.getByText('金额').nextElementSibling?.textContent).toBe('4,800.00')
  })

  it('has one next step, what cannot be taken back behind the dots, and there too what belongs to another state, with its reason', async () => {
    open()
    const shown = await head()
    const primary = shown.getAllByRole('button').filter(({ className }) => className.includes('primary'))
    expect(primary.map(({ textContent }) => textContent)).toEqual(['提交'])
    expect(shown.queryByRole('button', { name: /删除/ })).toBeNull()
    fireEvent.click(shown.getByRole('button', { name: 'KC-7 的更多操作' }))
    const behind = await page.findAllByRole('menuitem')
    expect(behind.map(({ textContent }) => textContent)).toEqual(['删除', '审批'])
    expect(within(behind[1]!).getByText('审批').title).toMatch(/草稿/)
  })

  it('shows how far the record has come, and by whom, as soon as that is known', async () => {
    const plan = { ...detail, tabs: [...detail.tabs, historyTab] }
    const { asked } = open({ plan, screen: { ...screen, pages: { detail: plan } }, record: { ...stored, status: 'AUDITING' } })
    const course = within(await page.findByRole('list', { name: '办理进度' }))
    await waitFor(() =>
      expect(course.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['草稿林晓 11-19', '审批中周扬 11-20', '生效']),
    )
    expect(course.getAllByRole('listitem').map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null])
    await userEvent.click(page.getByRole('tab', { name: '经过' }))
    await page.findByText('操作人 周扬')
    expect(asked('/history/7')).toHaveLength(1)
  })

  it('says who did a step where that may be known, and nothing else there', async () => {
    const plan = { ...detail, tabs: [...detail.tabs, historyTab] }
    const [first, second] = history
    const serve = ({ path }: ServedRequest) => (path.endsWith('/history/7') ? [{ ...first, operator: '' }, second] : undefined)
    open({ plan, screen: { ...screen, pages: { detail: plan } }, serve })
    await head()
    await userEvent.click(page.getByRole('tab', { name: '经过' }))
    await page.findByText('操作人 周扬')
    expect(page.getAllByText(/^操作人/)).toHaveLength(1)
  })

  it('leads back, left of the title', async () => {
    const { address } = open()
    const shown = await head()
    expect(shown.getAllByRole('button')[0]?.getAttribute('aria-label')).toBe('返回')
    await userEvent.click(shown.getByRole('button', { name: '返回' }))
    expect(address()).toBe('/stock')
  })
})

describe('the body of a record', () => {
  it('folds empty fields behind one link', async () => {
    open()
    await page.findByText('货主')
    expect(page.queryByText('备注')).toBeNull()
    await userEvent.click(page.getByRole('button', { name: '展开 2 个未填项' }))
    expect(page.getByText('备注').nextElementSibling?.textContent).toBe('-')
    expect(page.getByText('库位')).toBeTruthy()
    await userEvent.click(page.getByRole('button', { name: '收起 2 个未填项' }))
    expect(page.queryByText('备注')).toBeNull()
  })

  it('draws a fraction as a bar where its screen says so', async () => {
    const share = fieldPlan('share', 'percent', { title: '占可释放' })
    const items = [itemPlan(share, { as: 'progress' })]
    open({ plan: { ...detail, sections: [{ title: '数量', items }] }, record: { ...stored, share: '0.2670' } })
    expect((await page.findByRole('progressbar', { name: '占可释放' })).getAttribute('aria-valuenow')).toBe('26')
  })

  it('has no tab bar for a single tab', async () => {
    open()
    expect(await page.findByRole('heading', { name: /^明细/ })).toBeTruthy()
    expect(page.queryByRole('tablist')).toBeNull()
    expect(page.getByRole('columnheader', { name: '数量' })).toBeTruthy()
  })

  it('leads to its sections and tabs, and opens a tab that it leads to', async () => {
    const plan: RecordPagePlan = { ...detail, tabs: [...detail.tabs, { kind: 'attachments', title: '文件' }] }
    open({ plan, serve: ({ path }) => (path.endsWith('/attach/7') ? [] : undefined) })
    const places = within(await page.findByRole('navigation', { name: '本页内容' }))
    expect(places.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['基本', '合计', '明细1', '文件'])
    await userEvent.click(places.getByRole('button', { name: '文件' }))
    const tab = page.getByRole('tab', { name: /文件/ })
    expect(tab.getAttribute('aria-selected')).toBe('true')
    expect(document.activeElement).toBe(tab)
    await userEvent.click(places.getByRole('button', { name: '合计' }))
    expect(document.activeElement?.getAttribute('data-section')).toBe('合计')
  })

  it('needs no way to so little', async () => {
    open({ plan: { ...detail, sections: detail.sections.slice(0, 1) } })
    await head()
    expect(page.queryByRole('navigation', { name: '本页内容' })).toBeNull()
  })

  it.each(['view', 'edit'] as const)('shows the rows that decide a section above it, to %s', async (mode) => {
    const [lines] = detail.tabs
    const plan: RecordPagePlan = { ...detail, mode, tabs: [{ ...lines!, before: '合计' } as RecordPagePlan['tabs'][number]] }
    open({ plan, screen: { ...screen, pages: { detail: plan } } })
    const titles = async () => (await page.findAllByRole('heading', { level: 3 })).map(({ textContent }) => textContent?.replace(/\d/g, ''))
    await waitFor(async () => expect(await titles()).toEqual(['基本', '明细', '合计']))
    expect(page.queryByRole('tablist')).toBeNull()
  })

  it('has at its side what happened where the window is wide, and in a tab elsewhere', async () => {
    const plan = { ...detail, tabs: [...detail.tabs, historyTab] }
    width(1440)
    open({ plan, screen: { ...screen, pages: { detail: plan } } })
    const side = within(await page.findByRole('complementary', { name: '经过' }))
    expect(await side.findByText('操作人 周扬')).toBeTruthy()
    expect(page.queryByRole('tab')).toBeNull()
    act(() => {
      width(1200)
      window.dispatchEvent(new Event('resize'))
    })
    expect(page.queryByRole('complementary')).toBeNull()
    expect(page.getByRole('tab', { name: '经过' })).toBeTruthy()
  })
})

describe('a reference', () => {
  const valueOf = async (title: string) => {
    await head()
    return page.getByText(title).nextElementSibling as HTMLElement
  }

  it('is a link to its record for who may open that, one for each of several', async () => {
    const { address, prefetched } = open()
    const links = within(await valueOf('协办')).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['演示二号', '/firm/6'],
      ['演示三号', '/firm/8'],
    ])
    const link = within(await valueOf('货主')).getByRole('link')
    // A mouse that only passes over a link asks for nothing.
    fireEvent.pointerEnter(link)
    fireEvent.pointerLeave(link)
    fireEvent.focus(link)
    await waitFor(() => expect(prefetched).toEqual(['/firm/5']))
    await userEvent.click(link)
    expect(address()).toBe('/firm/5')
  })

  it.each<[string, Change]>([
    ['may not read its screen', { rights: { can: () => true, opens: (menu) => menu !== 'base_firm' } }],
    [
      'has not the right that its screen is read with',
      {
        rights: { can: (code) => code !== 'firm_look', opens: () => true },
        homes: () => [{ ...firmHome, readPermission: 'firm_look' }],
      },
    ],
    ['has no page for it', { homes: () => [] }],
  ])('is a text for who %s', async (_who, change) => {
    open(change)
    const value = await valueOf('货主')
    expect(value.textContent).toBe('演示一号')
    expect(within(value).queryByRole('link')).toBeNull()
    expect((await valueOf('协办')).textContent).toBe('演示二号、演示三号')
  })

  it('says in a card what its record is about, and what keeps it from being shown', async () => {
    const { asked } = open()
    const own = within(await valueOf('货主')).getByRole('link')
    fireEvent.pointerEnter(own.parentElement!, { pointerType: 'touch' })
    fireEvent.pointerEnter(own.parentElement!, { pointerType: 'mouse' })
    await waitFor(() => expect(own.isConnected).toBe(false))
    expect(asked('/api/firm/5')).toHaveLength(0)
    await userEvent.hover(within(await valueOf('货主')).getByRole('link'))
    const card = within(await page.findByRole('tooltip'))
    expect(await card.findByText('上海')).toBeTruthy()
    expect(card.getByText('草稿')).toBeTruthy()
  })

  it('says in its card what keeps the record from being shown', async () => {
    open()
    const other = within(await valueOf('协办')).getAllByRole('link')[0]!
    fireEvent.pointerEnter(other.parentElement!, { pointerType: 'mouse' })
    await waitFor(() => expect(other.isConnected).toBe(false))
    await userEvent.hover(within(await valueOf('协办')).getAllByRole('link')[0]!)
    const card = await page.findByRole('tooltip')
    await waitFor(() => expect(card.textContent).toMatch(/不存在/))
  })
})

describe('the chain of a document', () => {
  const document: BrowserScreenPlan = { ...screen, document: true }
  const of = (label: string, state = '生效') => ({
    entity: 'order',
    id: label,
    title: '订单',
    label,
    state: { title: state, color: 'default' },
    address: `/order/${label}`,
  })

  it('leads from what it comes from to what has come of it', async () => {
    const chain: ChainResponse = {
      before: [of('DD-1')],
      after: [
        { title: '出库', count: 2, records: [of('CK-1'), of('CK-2')] },
        { title: '发票', count: 12, records: [], address: '/invoice?stockId=7' },
        { title: '流水', count: 99, beyond: true, records: [] },
      ],
    }
    const { address, asked } = open({ screen: document, chain })
    const row = within(await page.findByRole('navigation', { name: '关联单据' }))
    await row.findByText('KC-7')
    expect(row.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '订单 DD-1',
      'KC-7',
      '订单 CK-1',
      '订单 CK-2',
      '发票（12）',
      '流水（99+）',
    ])
    expect(row.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/order/DD-1',
      '/order/CK-1',
      '/order/CK-2',
      '/invoice?stockId=7',
    ])
    // What leads nowhere is a note, and looks as one.
    expect(row.getByText('流水（99+）').className).toBe('engine-chain-title')
    expect(Object.fromEntries(asked('/api/chain')[0]!.query)).toEqual({ entity: 'stock', id: '7' })
    await userEvent.click(row.getByRole('link', { name: '发票（12）' }))
    expect(address()).toBe('/invoice?stockId=7')
  })

  it('takes no line where there is none, and where it cannot be known', async () => {
    open({ screen: document })
    expect(await page.findByRole('navigation', { name: '关联单据' })).toBeTruthy()
    await waitFor(() => expect(page.queryByRole('navigation', { name: '关联单据' })).toBeNull())
    cleanup()
    open({ screen: document, chain: new Refusal(404) })
    await head()
    await waitFor(() => expect(page.queryByRole('navigation', { name: '关联单据' })).toBeNull())
  })

  it('is asked of documents alone', async () => {
    const { asked } = open()
    await head()
    expect(asked('/api/chain')).toHaveLength(0)
  })
})
