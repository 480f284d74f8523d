import { act, cleanup, render, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import type { FormModel } from '../model/formModel'
import { LeaveGuard } from './LeaveGuard'

afterEach(cleanup)

const confirmText = '有未保存的内容'

interface Typed {
  /** Whether what stands in the form differs from what is stored. */
  changed?: boolean
  active?: boolean
  finished?: boolean
}

/** A form that somebody has typed into, with a page before it and links from it. */
async function openForm({ changed = true, active = true, finished = false }: Typed = {}) {
  let typed: () => void = () => undefined
  const model = {
    isChanged: () => changed,
    onInput(listener: () => void) {
      typed = listener
      return () => undefined
    },
  } as Partial<FormModel> as FormModel
  const form = (
    <>
      <p>form</p>
      <Link to="/elsewhere">link</Link>
      <Link to="/form?id=7&tab=goods">tab</Link>
      <Link to="/form?id=8">another</Link>
      <LeaveGuard model={model} active={active} isFinished={() => finished} />
    </>
  )
  const router = createMemoryRouter(
    [
      { path: '/form', element: form },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: ['/before', '/form?id=7'] },
  )
  render(<RouterProvider router={router} />)
  await act(async () => typed())
  const address = () => router.state.location.pathname + router.state.location.search
  return { router, address }
}

const press = (name: string | RegExp) => userEvent.click(page.getByRole('button', { name }))
const follow = (name: string) => userEvent.click(page.getByText(name))

describe('a form with unsaved input', () => {
  const ways: [string, (router: { navigate: (delta: number) => Promise<void> }) => Promise<unknown>, string][] = [
    ['by a link', () => follow('link'), '/elsewhere'],
    ['by going back', (router) => act(() => router.navigate(-1)), '/before'],
    ['for another record on the same page', () => follow('another'), '/form?id=8'],
  ]
  it.each(ways)('asks before it is left %s: it stays, and it goes', async (_way, leave, there) => {
    const { router, address } = await openForm()
    await leave(router)
    expect(await page.findByText(confirmText)).toBeTruthy()
    await press('继续编辑')
    expect(address()).toBe('/form?id=7')
    await waitFor(() => expect(page.queryByText(confirmText)).toBeNull())

    await leave(router)
    await page.findByText(confirmText)
    await press(/^离\s?开$/)
    await waitFor(() => expect(address()).toBe(there))
  })

  it('asks through the browser before its window is closed', async () => {
    await openForm()
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
  })

  it('asks nothing on the way to another tab of its record', async () => {
    const { address } = await openForm()
    await follow('tab')
    expect(address()).toBe('/form?id=7&tab=goods')
    expect(page.queryByText(confirmText)).toBeNull()
  })
})

describe('a form that has nothing to lose', () => {
  const kinds: [string, Typed][] = [
    ['whose input was taken back', { changed: false }],
    ['that was saved', { finished: true }],
    ['that is kept in the background', { active: false }],
  ]
  it.each(kinds)('%s asks nobody', async (_kind, typed) => {
    const { address } = await openForm(typed)
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true)
    await follow('link')
    expect(address()).toBe('/elsewhere')
    expect(page.queryByText(confirmText)).toBeNull()
  })
})
