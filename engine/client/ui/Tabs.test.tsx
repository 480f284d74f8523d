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
