import { act, cleanup, render, screen as page } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { lazyPart } from './lazyPart'
import { createGate } from '../testing/gate'

const Hello = ({ name }: { name: string }) => <p>hello {name}</p>

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render() {
    return this.state.failed ? <button onClick={() => this.setState({ failed: false })}>again</button> : this.props.children
  }
}

afterEach(cleanup)

it('is there as soon as its code is, not 300 ms after its fallback', async () => {
  const gate = createGate()
  const Part = lazyPart(
    async () => {
      await gate.opened
      return Hello
    },
    <i>wait</i>,
  )
  render(<Part name="you" />)
  expect(page.getByText('wait')).toBeTruthy()
  await act(async () => gate.open())
  expect(page.getByText('hello you')).toBeTruthy()
})

it('is drawn at once when it was loaded before, and loaded once', async () => {
  const load = vi.fn<() => Promise<typeof Hello>>(async () => Hello)
  const Part = lazyPart(load, <i>wait</i>)
  await Promise.all([Part.load(), Part.load()])
  render(<Part name="you" />)
  expect(page.getByText('hello you')).toBeTruthy()
  expect(page.queryByText('wait')).toBeNull()
  expect(load).toHaveBeenCalledOnce()
})

it('asks once more when what failed had begun before it was drawn, as on a line that was down for a moment', async () => {
  const gate = createGate()
  const load = vi
    .fn<() => Promise<typeof Hello>>()
    .mockImplementationOnce(async () => {
      await gate.opened
      throw new Error('offline')
    })
    .mockResolvedValue(Hello)
  const Part = lazyPart(load)
  const before = Part.load()
  render(<Part name="you" />)
  gate.open()
  await expect(before).rejects.toThrow('offline')
  expect(await page.findByText('hello you')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(2)
})

it('fails into the boundary around it, and is tried again when it is drawn anew', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = vi.fn<() => Promise<typeof Hello>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(Hello)
  const Part = lazyPart(load)
  render(
    <Boundary>
      <Part name="you" />
    </Boundary>,
  )
  const again = await page.findByText('again')
  await act(async () => again.click())
  expect(await page.findByText('hello you')).toBeTruthy()
  vi.restoreAllMocks()
})
