import { cleanup, render, screen as page } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Tabs } from './Tabs'

interface Drawn {
  onDraw: (key: string) => void
}

function Content({ name, onDraw }: Drawn & { name: string }) {
  onDraw(name)
  return <p>content {name}</p>
}

function Three({ onDraw }: Drawn) {
  const [active, setActive] = useState<string>()
  const tabs = ['a', 'b', 'c'].map((key) => ({ key, title: key, content: <Content name={key} onDraw={onDraw} /> }))
  return <Tabs label="tabs" tabs={tabs} active={active} onActive={setActive} />
}

afterEach(cleanup)

it('draws a tab when it is first opened and keeps it then', async () => {
  const onDraw = vi.fn<(key: string) => void>()
  render(<Three onDraw={onDraw} />)
  expect(new Set(onDraw.mock.calls.flat())).toEqual(new Set(['a']))
  await userEvent.click(page.getByRole('tab', { name: 'b' }))
  expect(page.getByText('content b').closest('[role=tabpanel]')?.hasAttribute('hidden')).toBe(false)
  expect(page.getByText('content a').closest('[role=tabpanel]')?.hasAttribute('hidden')).toBe(true)
})

it('is one stop of the Tab key, and moves with the arrows around its end', async () => {
  render(<Three onDraw={() => undefined} />)
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('a')
  await userEvent.keyboard('{ArrowLeft}')
  expect(document.activeElement?.textContent).toBe('c')
  expect(page.getByRole('tab', { name: 'c' }).getAttribute('aria-selected')).toBe('true')
  await userEvent.keyboard('{Home}')
  expect(document.activeElement?.textContent).toBe('a')
})

it('lets keys scroll what is only read, and is no stop for what has stops of its own', () => {
  const tabs = [
    { key: 'read', title: 'read', content: 'text', scrolls: true },
    { key: 'typed', title: 'typed', content: <input /> },
  ]
  const { rerender } = render(<Tabs label="tabs" tabs={tabs} active="read" onActive={() => undefined} />)
  expect(page.getByRole('tabpanel').tabIndex).toBe(0)
  rerender(<Tabs label="tabs" tabs={tabs} active="typed" onActive={() => undefined} />)
  expect(page.getByRole('tabpanel').hasAttribute('tabindex')).toBe(false)
})
