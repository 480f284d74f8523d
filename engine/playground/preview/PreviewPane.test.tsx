import { act, cleanup, render, screen as dom, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App, ConfigProvider } from 'antd'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { noExtensions } from '../../client/context'
import { createEngineServices, EngineProvider } from '../../client/EngineProvider'
import { createStore } from '../../client/memory/storage'
import { createNotify } from '../../client/notify'
import { everything } from '../../client/testing/renderPage'
import { withoutStyles } from '../../client/testing/withoutStyles'
import type { ProductPlan } from '../../core/plan'
import type { Judgement } from '../contents'
import { clerk, lendingPath, libraryPlan } from '../testing/library'
import type { FrameState, ToFrame } from './frameMessages'
import { PreviewPane, type PreviewHost } from './PreviewPane'

const origin = window.location.origin

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function judged(plan: ProductPlan, edit = 1, planOf = edit): Judgement {
  return { edit, planOf, problems: [], plan }
}

interface Setup {
  path?: string
  plan?: ProductPlan
  judgement?: Judgement | undefined
  askToken?: PreviewHost['askToken']
  askAccount?: PreviewHost['askAccount']
}

function setUp(given: Setup = {}) {
  const {
    path = lendingPath,
    plan = libraryPlan(),
    askToken = () => Promise.resolve({ token: 'read-only' }),
    askAccount = () => Promise.reject(new Error('Nobody was asked for')),
  } = given
  const notify = createNotify()
  const services = createEngineServices({
    request: () => Promise.reject(new Error('The preview asks nothing itself')),
    notify,
    navigate: () => undefined,
    loadScreen: () => Promise.reject(new Error('The preview draws no screen itself')),
    storage: createStore(() => sessionStorage, ''),
    preferences: { get: () => undefined, set: () => undefined, subscribe: () => () => undefined },
    extensions: noExtensions,
  })
  // The frame's page is another program; here only what it is told counts.
  const host: PreviewHost = { frame: 'about:blank', askToken, askAccount }
  const draw = (judgement: Judgement | undefined, of = path) => (
    <ConfigProvider theme={withoutStyles}>
      <App>
        <EngineProvider services={services} rights={everything} dictionaries={{}}>
          <PreviewPane judgement={judgement} path={of} roles={[clerk]} host={host} dark={false} />
        </EngineProvider>
      </App>
    </ConfigProvider>
  )
  const { rerender } = render(draw('judgement' in given ? given.judgement : judged(plan)))
  const told: ToFrame[] = []
  const frame = (): HTMLIFrameElement => dom.getByTitle(/的预览$/)
  /** The frame's page says that it listens. */
  async function listen(): Promise<void> {
    const other = frame().contentWindow!
    vi.spyOn(other, 'postMessage').mockImplementation((message: ToFrame) => void told.push(structuredClone(message)))
    await say({ type: 'playground:ready' })
  }
  const say = (data: object, source: unknown = frame().contentWindow, from = origin): Promise<void> =>
    act(async () => void window.dispatchEvent(new MessageEvent('message', { data, source: source as Window, origin: from })))
  const state = (): FrameState => {
    const last = told.findLast((message) => message.type === 'playground:state')
    if (last?.type !== 'playground:state') throw new Error('The frame was told nothing')
    return last.state
  }
  const parts = () => told.flatMap((message) => (message.type === 'playground:plan' ? [message.parts] : []))
  return { told, listen, say, state, parts, frame, redraw: (judgement: Judgement, of?: string) => rerender(draw(judgement, of)) }
}

async function choose(label: string, option: string): Promise<void> {
  await userEvent.click(dom.getByRole('combobox', { name: label }))
  const [found] = await dom.findAllByText(option, { selector: '.ant-select-item-option-content' })
  await userEvent.click(found!)
}

describe('the frame of a preview', () => {
  it('is told all of the plan when it listens, and how it is looked at', async () => {
    const { told, listen, state, parts } = setUp()
    expect(told).toEqual([])
    await listen()
    expect(Object.keys(parts()[0]?.collections.screens ?? {})).toEqual(['base/lending'])
    expect(state()).toMatchObject({ page: '/lending', outside: false, dark: false, density: 'middle', data: 'sample' })
    expect(state().subMenus[0]?.children?.map(({ menuName }) => menuName)).toContain('lending_approve')
  })

  it('is told of an edit what has changed, and again all of it when it was loaded anew', async () => {
    const plan = libraryPlan()
    const { listen, redraw, parts, say } = setUp({ plan })
    await listen()
    const edited = structuredClone(plan)
    edited.screens['base/lending']!.title = '借出'
    redraw(judged(edited, 2))
    await waitFor(() => expect(parts()).toHaveLength(2))
    expect(parts()[1]).toMatchObject({ collections: { screens: { 'base/lending': { title: '借出' } }, entities: {} } })
    expect(parts()[1]).not.toHaveProperty('rest')
    await say({ type: 'playground:ready' })
    expect(Object.keys(parts()[2]?.collections.entities ?? {})).toEqual(Object.keys(plan.entities))
  })

  it('is loaded before there is a plan, and is told nothing until then', async () => {
    const { redraw, listen, told, frame, parts } = setUp({ judgement: undefined })
    const first = frame()
    await listen()
    expect(told).toEqual([])
    expect(dom.getByText('正在检查全部模式文件…')).toBeTruthy()
    expect(dom.queryByRole('combobox', { name: '页面' })).toBeNull()
    redraw(judged(libraryPlan()))
    await waitFor(() => expect(parts()).toHaveLength(1))
    expect(frame()).toBe(first)
    expect(dom.queryByText('正在检查全部模式文件…')).toBeNull()
  })

  it('keeps the last sound plan while the text is broken, and says so', () => {
    const { redraw } = setUp()
    expect(dom.queryByText(/预览停留在最后一次正确的内容/)).toBeNull()
    redraw(judged(libraryPlan(), 5, 4))
    expect(dom.getByText(/预览停留在最后一次正确的内容/)).toBeTruthy()
  })

  it('is the only one that is listened to', async () => {
    const { told, say } = setUp()
    await say({ type: 'playground:ready' }, window)
    await say({ type: 'playground:ready' }, null)
    await say({ type: 'playground:ready' }, undefined, 'https://elsewhere.example')
    await say({ type: 'another:ready' })
    expect(told).toEqual([])
  })

  it('leads to the page where its user has gone', async () => {
    const { listen, say, state } = setUp()
    await listen()
    const address = '/lending/24'
    await say({ type: 'playground:at', page: address })
    await waitFor(() => expect(state().page).toBe(address))
    expect(state().visit).toBe(0)
    await say({ type: 'playground:at', page: '/another' })
    expect(state().page).toBe(address)
  })
})

describe('the switches of a preview', () => {
  it('choose the page, and the state of its record', async () => {
    const { listen, state } = setUp()
    await listen()
    await choose('页面', '借阅编辑（编辑）')
    const draft = state()
    expect(draft.page).toMatch(/^\/lending\/edit\?id=\d+$/)
    await choose('单据状态', '完成')
    expect(state().page).toMatch(/^\/lending\/edit\?id=\d+$/)
    expect(state().page).not.toBe(draft.page)
    await choose('页面', '借阅编辑（新增）')
    expect(state().page).toBe('/lending/edit?mode=add')
    expect(dom.queryByRole('combobox', { name: '单据状态' })).toBeNull()
    expect(state().visit).toBe(3)
  })

  it('choose the rights of a role, none, or those that are typed', async () => {
    const { listen, state } = setUp()
    await listen()
    await choose('权限', '操作员')
    expect(state().subMenus).toEqual(clerk.subMenus)
    await choose('权限', '没有权限')
    expect(state().subMenus).toEqual([])
    await choose('权限', '自定义权限')
    await userEvent.type(dom.getByRole('textbox', { name: /权限代码/ }), 'lending_add, lending_fly')
    expect(state().subMenus).toMatchObject([{ menuName: 'base_lending', children: [{ menuName: 'lending_add' }] }])
    expect(dom.getByText('没有这些权限：lending_fly')).toBeTruthy()
    await userEvent.click(dom.getByRole('checkbox', { name: '外部账号' }))
    expect(state().outside).toBe(true)
  })

  it('choose the rights of an account, as the server knows them', async () => {
    const asked = vi.fn<PreviewHost['askAccount']>((account) =>
      Promise.resolve(account === 'li.na' ? { account, name: '李娜', subMenus: clerk.subMenus, outside: true } : { failure: '没有此记录' }),
    )
    const { listen, state } = setUp({ askAccount: asked })
    await listen()
    await choose('权限', '某个账号')
    expect(state().subMenus).toEqual([])
    const box = dom.getByRole('textbox', { name: '账号' })
    await userEvent.type(box, ' li.na {Enter}')
    expect(await dom.findByText('李娜（li.na）的权限')).toBeTruthy()
    expect(state()).toMatchObject({ subMenus: clerk.subMenus, outside: true })
    await userEvent.clear(box)
    await userEvent.type(box, 'nobody')
    await userEvent.click(dom.getByRole('button', { name: /查\s?看/ }))
    expect(await dom.findByText('未能取得账号“nobody”的权限：没有此记录')).toBeTruthy()
    // Who was found before is still who is shown.
    expect(state().subMenus).toEqual(clerk.subMenus)
    await userEvent.clear(box)
    await userEvent.type(box, '  {Enter}')
    expect(asked.mock.calls).toEqual([['li.na'], ['nobody']])
    await choose('权限', '全部权限')
    await choose('权限', '某个账号')
    expect(state().subMenus).toEqual(clerk.subMenus)
  })

  it('takes the last of the accounts that were asked for, in whatever order they come', async () => {
    const answers: ((name: string) => void)[] = []
    const { listen, state } = setUp({
      askAccount: (account) =>
        new Promise((resolve) =>
          answers.push((name) => resolve({ account, name, subMenus: name === '乙' ? clerk.subMenus : [], outside: false })),
        ),
    })
    await listen()
    await choose('权限', '某个账号')
    const box = dom.getByRole('textbox', { name: '账号' })
    await userEvent.type(box, 'a{Enter}')
    await userEvent.type(box, 'b{Enter}')
    await act(async () => answers[1]!('乙'))
    await act(async () => answers[0]!('甲'))
    expect(dom.getByText('乙（ab）的权限')).toBeTruthy()
    expect(state().subMenus).toEqual(clerk.subMenus)
  })

  it('choose theme, density, width, and whether the shell is there', async () => {
    const { listen, state, frame } = setUp()
    await listen()
    await choose('主题', '深色')
    await choose('密度', '紧凑')
    expect(state()).toMatchObject({ dark: true, density: 'small' })
    await choose('宽度', '375')
    expect(frame().style.width).toBe('375px')
    expect(frame().getAttribute('src')).toBe('about:blank')
    await userEvent.click(dom.getByRole('checkbox', { name: '嵌入模式' }))
    expect(frame().getAttribute('src')).toBe('about:blank?embedded')
  })

  it('stay when another file is opened, but for its pages, and the frame goes there without being loaded anew', async () => {
    const { listen, state, frame, redraw, parts } = setUp()
    await listen()
    await choose('权限', '操作员')
    await choose('主题', '深色')
    await choose('宽度', '375')
    await choose('页面', '借阅编辑（编辑）')
    await choose('单据状态', '完成')
    const before = { frame: frame(), visit: state().visit }
    redraw(judged(libraryPlan()), 'schemas/entities/base/book.entity.json')
    await waitFor(() => expect(state().page).toBe('/lending'))
    expect(state()).toMatchObject({ dark: true, visit: before.visit + 1, subMenus: clerk.subMenus })
    expect(frame()).toBe(before.frame)
    expect(frame().style.width).toBe('375px')
    expect(parts()).toHaveLength(1)
    redraw(judged(libraryPlan()), 'schemas/dictionaries/unknown.dictionary.json')
    redraw(judged(libraryPlan()), lendingPath)
    expect(frame().style.width).toBe('375px')
  })

  it.each([
    ['加载中', 'loading'],
    ['无数据', 'empty'],
    ['服务器错误', 'error'],
  ])('show %s', async (option, data) => {
    const { listen, state } = setUp()
    await listen()
    await choose('数据', option)
    expect(state().data).toBe(data)
  })
})

describe('real data', () => {
  it('is read with a token of the chosen role, and of nobody else', async () => {
    const askToken = vi.fn<PreviewHost['askToken']>(() => Promise.resolve({ token: 'read-only' }))
    const { listen, state } = setUp({ askToken })
    await listen()
    await choose('数据', '真实数据（只读）')
    expect(dom.getByText(/真实数据须选择一个角色/)).toBeTruthy()
    expect([askToken.mock.calls, state().data, state().token]).toEqual([[], 'loading', undefined])
    await choose('权限', '操作员')
    await waitFor(() => expect(state()).toMatchObject({ data: 'real', token: 'read-only' }))
    expect(askToken.mock.calls).toEqual([['7']])
    await choose('数据', '示例数据')
    expect(state().token).toBeUndefined()
  })

  it('says why there is no token, and when it has ended', async () => {
    const answers = [{ failure: '没有权限' }, { token: 'read-only' }]
    const { listen, state, say } = setUp({ askToken: () => Promise.resolve(answers.shift()!) })
    await listen()
    await choose('权限', '操作员')
    await choose('数据', '真实数据（只读）')
    expect(await dom.findByText('未能取得角色预览：没有权限')).toBeTruthy()
    expect(state().data).toBe('loading')
    await choose('数据', '示例数据')
    await choose('数据', '真实数据（只读）')
    await waitFor(() => expect(state().token).toBe('read-only'))
    await say({ type: 'playground:ended' })
    expect(dom.getByText(/角色预览已结束/)).toBeTruthy()
    expect(state().token).toBeUndefined()
  })

  it('opens records from their list, since it has ids of its own', async () => {
    const { listen, state } = setUp()
    await listen()
    await choose('页面', '借阅编辑（编辑）')
    await choose('权限', '操作员')
    await choose('数据', '真实数据（只读）')
    await waitFor(() => expect(state().data).toBe('real'))
    expect(state().page).toBe('/lending')
  })
})

describe('beside the page', () => {
  it('is said why parts of it are not there, and on request what is', async () => {
    setUp()
    await choose('权限', '操作员')
    await userEvent.click(dom.getByText('为何看不到'))
    const table = dom.getByRole('table')
    expect(within(table).getByText('没有权限“lending_approve”')).toBeTruthy()
    expect(within(table).queryByText('新增')).toBeNull()
    await userEvent.click(dom.getByRole('checkbox', { name: /也列出/ }))
    expect(within(table).getByText('新增', { exact: false })).toBeTruthy()
  })

  it('are the states of the entity as a picture and in words; it can be enlarged', async () => {
    setUp()
    await userEvent.click(dom.getByText('状态图'))
    const picture = dom.getByRole('img', { name: '借阅的状态图' })
    expect(picture.querySelector('desc')?.textContent).toContain('通过：从“在审”到“完成”')
    expect(Array.from(picture.querySelectorAll('text'), ({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['草稿', '在审', '完成']),
    )
    const width = Number(picture.getAttribute('width'))
    await userEvent.click(dom.getByRole('button', { name: '放大' }))
    expect(Number(dom.getByRole('img', { name: '借阅的状态图' }).getAttribute('width'))).toBeCloseTo(width * 1.25)
  })

  it('is nothing where no page shows the file', () => {
    setUp({ path: 'schemas/dictionaries/unknown.dictionary.json' })
    expect(dom.getByText('没有页面显示此文件')).toBeTruthy()
  })
})

describe('a file that is no screen', () => {
  it.each([
    ['schemas/entities/base/lending.entity.json', true],
    ['schemas/entities/base/book.entity.json', true],
    ['schemas/menus.json', true],
    ['schemas/entities/base/nothing.entity.json', false],
  ])('%s is seen on the screens that show it', async (path, isShown) => {
    setUp({ path })
    expect(dom.queryByTitle(/的预览$/) !== null).toBe(isShown)
  })
})
