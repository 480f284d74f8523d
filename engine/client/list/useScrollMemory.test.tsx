import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { Activity, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { PageAddressProvider, type ScrollPlace } from '../context'
import { renderPage } from '../testing/renderPage'
import { useScrollMemory } from './useScrollMemory'

afterEach(cleanup)

function Scroller({ rows = [] }: { rows?: unknown }) {
  const scroll = useScrollMemory('stock:scroll', rows)
  return (
    <>
      <div ref={scroll.ref} data-testid="scroller" onScroll={(event) => scroll.remember(event.currentTarget)} />
      <button onClick={scroll.reset}>other rows</button>
    </>
  )
}
const scroller = (): HTMLElement => screen.getByTestId('scroller')

function scrollTo(top: number): void {
  scroller().scrollTop = top
  fireEvent.scroll(scroller())
}

it('R8 comes back to where it was when the page is opened again in its section', () => {
  const { goTo } = renderPage(<Scroller />)
  scrollTo(300)
  act(() => goTo('/stock/7'))
  act(() => goTo('/stock'))
  expect(scroller().scrollTop).toBe(300)
})

it('R8 starts at the top in another visit to the section', () => {
  const { goTo } = renderPage(<Scroller />)
  scrollTo(300)
  act(() => goTo('/other'))
  act(() => goTo('/stock'))
  expect(scroller().scrollTop).toBe(0)
})

it('comes back to where it was before a reload, and tells who keeps that', () => {
  const kept: ScrollPlace[] = []
  const address = { pathname: '/stock', search: '', params: {}, active: true, onScrolled: (place: ScrollPlace) => void kept.push(place) }
  renderPage(
    <PageAddressProvider address={{ ...address, scrolled: { top: 300, left: 0 } }}>
      <Scroller />
    </PageAddressProvider>,
  )
  expect(scroller().scrollTop).toBe(300)
  scrollTo(120)
  expect(kept).toEqual([{ top: 120, left: 0 }])
})

it('comes back to where it was from the background, where elements forget their place', () => {
  const program: { show?: (visible: boolean) => void } = {}
  function Kept() {
    const [visible, setVisible] = useState(true)
    program.show = setVisible
    return (
      <Activity mode={visible ? 'visible' : 'hidden'}>
        <Scroller />
      </Activity>
    )
  }
  renderPage(<Kept />)
  scrollTo(300)
  act(() => program.show?.(false))
  scrollTo(0)
  act(() => program.show?.(true))
  expect(scroller().scrollTop).toBe(300)
})

it('starts at the top when other rows are asked for', () => {
  const program: { answer?: (rows: unknown) => void } = {}
  function List() {
    const [rows, setRows] = useState<unknown>([])
    program.answer = setRows
    return <Scroller rows={rows} />
  }
  renderPage(<List />)
  scrollTo(300)
  fireEvent.click(screen.getByText('other rows'))
  act(() => program.answer?.(undefined))
  act(() => program.answer?.([]))
  expect(scroller().scrollTop).toBe(0)
})
