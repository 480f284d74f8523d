import { act, cleanup, fireEvent, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { loadListParts } from '../../../engine/client/list/listParts'
import { loadRecordParts } from '../../../engine/client/record/RecordPage'
import type { ProductPlan } from '../../../engine/core/plan'
import { changedParts } from '../../../engine/playground/preview/planParts'
import type { FrameState, FromFrame, ToFrame } from '../../../engine/playground/preview/frameMessages'
import { everyRight } from '../../../engine/playground/preview/accounts'
import { lendingRights, libraryPlan } from '../../../engine/playground/testing/library'
import { pageKinds } from '../routing/pageKinds'
import { openFrame } from './frame'

const origin = window.location.origin
const opened: (() => void)[] = []

/** The window of the frame, and the one around it, as far as the frame uses them. */
function setUp(search = '') {
  const listeners: ((event: MessageEvent<unknown>) => void)[] = []
  const said: FromFrame[] = []
  const parent = {
    location: { origin },
    postMessage: (message: FromFrame, to: string) => void (to === origin && said.push(message)),
  }
  const here = {
    parent,
    location: { origin, search },
    addEventListener: (_type: string, listener: (event: MessageEvent<unknown>) => void) => void listeners.push(listener),
  }
  const element = document.createElement('div')
  document.body.append(element)
  opened.push(openFrame(element, here as unknown as Window))
  const tell = (message: ToFrame, source: object = parent, from = origin): Promise<void> =>
    act(async () => {
      for (const listener of listeners)
        listener({ source, origin: from, data: structuredClone(message) } as unknown as MessageEvent<unknown>)
    })
  return { element, said, tell, page: within(element) }
}

function stateOf(plan: ProductPlan, state: Partial<FrameState> = {}): FrameState {
  return {
    page: '/lending',
    visit: 0,
    subMenus: everyRight(plan),
    outside: false,
    dark: false,
    density: 'middle',
    data: 'sample',
    ...state,
  }
}

async function drawn(state: Partial<FrameState> = {}, search = '') {
  const plan = libraryPlan()
  const frame = setUp(search)
  await frame.tell({ type: 'playground:plan', parts: changedParts(undefined, plan)! })
  await frame.tell({ type: 'playground:state', state: stateOf(plan, state) })
  return { ...frame, plan }
}

beforeAll(async () => {
  await Promise.all([...Object.values(pageKinds).map((kind) => kind.load()), loadRecordParts('edit')])
  const page = libraryPlan().screens['base/lending']!.pages['list']!
  if (page.kind === 'list') await loadListParts(page)
})

afterEach(() => {
  // A form that was typed into would else ask whenever a window is left.
  act(() => opened.splice(0).forEach((end) => end()))
  cleanup()
  document.body.replaceChildren()
})

describe('the frame of the preview', () => {
  it('refuses to be a page of its own, and to stand in a page of another origin', () => {
    const element = document.createElement('div')
    const self = { location: window.location } as { parent?: unknown }
    self.parent = self
    openFrame(element, self as never)
    expect(element.textContent).toBe('此页面只在界面工作台的预览中使用')
    const foreign = {
      get location(): never {
        throw new DOMException('Blocked', 'SecurityError')
      },
    }
    const other = document.createElement('div')
    openFrame(other, { parent: foreign, location: window.location } as never)
    expect(other.textContent).toBe('此页面只在界面工作台的预览中使用')
  })

  it('says that it listens, and draws the product as it is told, with samples', async () => {
    const { said, page } = await drawn()
    expect(said[0]).toEqual({ type: 'playground:ready' })
    expect((await page.findAllByText(/^JY\d+$/)).length).toBeGreaterThan(10)
    expect(page.getByRole('button', { name: '新增' })).toBeTruthy()
    expect(said).toContainEqual({ type: 'playground:at', page: '/lending' })
  })

  it('listens to nobody but the page around it', async () => {
    const plan = libraryPlan()
    const { element, tell } = setUp()
    const parts = changedParts(undefined, plan)!
    await tell({ type: 'playground:plan', parts }, window)
    await tell({ type: 'playground:plan', parts }, undefined, 'https://elsewhere.example')
    await tell({ type: 'playground:state', state: stateOf(plan) })
    expect(element.textContent).toBe('')
  })

  it('shows the buttons of other rights at once', async () => {
    const { page, tell, plan } = await drawn()
    await waitFor(() => expect(page.getByRole('button', { name: '新增' })).toBeTruthy())
    await tell({ type: 'playground:state', state: stateOf(plan, { subMenus: lendingRights('export') }) })
    await waitFor(() => expect(page.queryByRole('button', { name: '新增' })).toBeNull())
    expect(page.getByRole('button', { name: '导出' })).toBeTruthy()
  })

  it('draws an edited screen where it is, with what is typed', async () => {
    const { page, tell, plan, element } = await drawn({ page: '/lending/edit' })
    const input = (): HTMLTextAreaElement => {
      const found = element.querySelector<HTMLTextAreaElement>('.engine-section textarea')
      if (!found) throw new Error('The form is not there')
      return found
    }
    await waitFor(() => expect(input()).toBeTruthy())
    await act(async () => void fireEvent.change(input(), { target: { value: '没有保存的话' } }))
    const edited = structuredClone(plan)
    const form = edited.screens['base/lending']!.pages['edit']!
    if (form.kind === 'record') form.sections[0]!.title = '改过的分组'
    await tell({ type: 'playground:plan', parts: changedParts(plan, edited)! })
    await waitFor(() => expect(page.getByText('改过的分组')).toBeTruthy())
    expect(input().value).toBe('没有保存的话')
  })

  it('goes to another page, and back to one that is chosen again', async () => {
    const { tell, plan, said } = await drawn()
    const at = (): string[] => said.flatMap((message) => (message.type === 'playground:at' ? [message.page] : []))
    await waitFor(() => expect(at()).toEqual(['/lending']))
    await tell({ type: 'playground:state', state: stateOf(plan, { page: '/lending/3', visit: 1 }) })
    await waitFor(() => expect(at().at(-1)).toBe('/lending/3'))
    await tell({ type: 'playground:state', state: stateOf(plan, { page: '/lending/3', visit: 2, dark: true }) })
    expect(document.documentElement.style.colorScheme).toBe('dark')
    expect(at()).toEqual(['/lending', '/lending/3'])
  })

  it('has no shell where it is embedded', async () => {
    const { element } = await drawn({}, '?embedded')
    await waitFor(() => expect(element.querySelector('.app-framed')).not.toBeNull())
    expect(element.querySelector('.app-shell')).toBeNull()
  })
})
