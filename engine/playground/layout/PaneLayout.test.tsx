import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStore, type KeyValueStore } from '../../client/memory/storage'
import { PaneLayout, type Pane } from './PaneLayout'
import { usePanes } from './usePanes'

let storage: KeyValueStore
const usualWidth = window.innerWidth

beforeEach(() => {
  window.localStorage.clear()
  storage = createStore(() => window.localStorage, 'test-')
})
afterEach(() => {
  cleanup()
  Object.assign(window, { innerWidth: usualWidth })
})

function Layout() {
  const panes = usePanes(storage)
  const [front, setFront] = useState<Pane>('tree')
  return <PaneLayout panes={panes} front={front} onFront={setFront} tree="T" editor={<input aria-label="typed" />} preview="P" />
}

function draw(width: number) {
  Object.assign(window, { innerWidth: width })
  return render(<Layout />)
}
function resize(width: number) {
  Object.assign(window, { innerWidth: width })
  act(() => void window.dispatchEvent(new Event('resize')))
}
const shown = () => ['文件', '编辑', '预览与发布'].filter((name) => screen.queryByRole('region', { name }) !== null)
const splitters = () => screen.queryAllByRole('separator')
const widths = () => splitters().map((splitter) => Number(splitter.getAttribute('aria-valuenow')))

describe('how many panes there are', () => {
  it.each([
    [1200, ['文件', '编辑', '预览与发布']],
    [1199, ['文件', '编辑']],
    [760, ['文件', '编辑']],
    [759, ['文件']],
    [375, ['文件']],
  ])('in %i px', (width, panes) => {
    draw(width)
    expect(shown()).toEqual(panes)
    expect(splitters()).toHaveLength(width >= 1200 ? 2 : 0)
  })

  it('follows the window, and what is typed in a pane that is not shown stays', () => {
    draw(1440)
    fireEvent.change(screen.getByLabelText('typed'), { target: { value: 'mine' } })
    resize(375)
    expect(shown()).toEqual(['文件'])
    fireEvent.click(screen.getByRole('button', { name: '编辑' }))
    expect(shown()).toEqual(['编辑'])
    expect(screen.getByLabelText<HTMLInputElement>('typed').value).toBe('mine')
    resize(800)
    fireEvent.click(screen.getByRole('button', { name: '预览与发布' }))
    expect(shown()).toEqual(['文件', '预览与发布'])
    resize(1440)
    expect(shown()).toEqual(['文件', '编辑', '预览与发布'])
    expect(screen.getByLabelText<HTMLInputElement>('typed').value).toBe('mine')
  })

  it('says which of the panes is in front', () => {
    draw(375)
    const pressed = () => screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)
    expect(pressed()).toEqual(['文件'])
    fireEvent.click(screen.getByRole('button', { name: '预览与发布' }))
    expect(pressed()).toEqual(['预览与发布'])
  })
})

describe('how wide they are', () => {
  it.each([
    [1200, 499],
    [1440, 624],
    [1920, 874],
    [3840, 900],
  ])('in a window of %i px what becomes of the text has %i', (width, preview) => {
    draw(width)
    expect(widths()).toEqual([240, preview])
  })

  it('is changed by arrows, the tree to the right and the preview to the left, as far as it goes', () => {
    draw(1440)
    const [tree, preview] = splitters()
    fireEvent.keyDown(tree!, { key: 'ArrowRight' })
    fireEvent.keyDown(preview!, { key: 'ArrowLeft' })
    expect(widths()).toEqual([264, 648])
    for (let press = 0; press < 40; press++) {
      fireEvent.keyDown(tree!, { key: 'ArrowLeft' })
      fireEvent.keyDown(preview!, { key: 'ArrowRight' })
    }
    expect(widths()).toEqual([180, 320])
    for (let press = 0; press < 40; press++) {
      fireEvent.keyDown(tree!, { key: 'ArrowRight' })
      fireEvent.keyDown(preview!, { key: 'ArrowLeft' })
    }
    expect(widths()).toEqual([420, 900])
    expect(fireEvent.keyDown(tree!, { key: 'Tab' })).toBe(true)
    expect(fireEvent.keyDown(tree!, { key: 'ArrowLeft' })).toBe(false)
  })

  it('is drawn by the mouse while it is held, and not after', () => {
    draw(1440)
    const [tree] = splitters()
    tree!.setPointerCapture = vi.fn<(id: number) => void>()
    fireEvent.pointerMove(tree!, { clientX: 500 })
    expect(widths()[0]).toBe(240)
    fireEvent.pointerDown(tree!, { clientX: 240, pointerId: 1 })
    fireEvent.pointerMove(tree!, { clientX: 300.4 })
    expect(widths()[0]).toBe(300)
    fireEvent.pointerUp(tree!)
    fireEvent.pointerMove(tree!, { clientX: 400 })
    expect(widths()[0]).toBe(300)
  })

  it('is remembered, and a memory that makes no sense is passed over', () => {
    storage.set('panes', { tree: 300, preview: 'wide', other: 5 })
    draw(1440)
    expect(widths()).toEqual([300, 624])
    cleanup()
    for (const nonsense of ['x', 7, null, ['tree']]) {
      storage.set('panes', nonsense)
      draw(1440)
      expect(widths()).toEqual([240, 624])
      cleanup()
    }
  })
})
