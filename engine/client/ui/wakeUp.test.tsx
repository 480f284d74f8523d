import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { createGate } from '../testing/gate'
import { sleepingControl, useWakeUp, type Awakening } from './wakeUp'

afterEach(cleanup)

/** A control whose code arrives when the test says so. */
function renderSleeper() {
  const gate = createGate()
  const load = vi.fn<() => Promise<ComponentType<{ awakening?: Awakening }>>>(async () => {
    await gate.opened
    return ({ awakening }: { awakening?: Awakening }) => (
      <input aria-label="real" defaultValue={awakening} autoFocus={awakening !== 'hover'} />
    )
  })
  const sleeping = sleepingControl(load)
  function Sleeper() {
    const { Control, awakening, handlers } = useWakeUp(sleeping)
    return Control ? <Control awakening={awakening} /> : <button {...handlers}>look-alike</button>
  }
  render(
    <>
      <Sleeper />
      <Sleeper />
    </>,
  )
  return {
    load,
    arrive: () => act(async () => gate.open()),
    lookAlikes: () => screen.getAllByText('look-alike'),
    real: () => screen.queryByLabelText<HTMLInputElement>('real'),
  }
}

it('wakes up when the pointer comes near, without taking the focus', async () => {
  const { lookAlikes, real, arrive } = renderSleeper()
  fireEvent.pointerEnter(lookAlikes()[0] as HTMLElement)
  await arrive()
  expect(real()?.value).toBe('hover')
  expect(document.activeElement).toBe(document.body)
  expect(lookAlikes()).toHaveLength(1)
})

it('takes over the focus that a key brought', async () => {
  const { real, arrive } = renderSleeper()
  await userEvent.tab()
  await arrive()
  expect(document.activeElement).toBe(real())
})

it('opens after one click, also when its code arrives only then', async () => {
  const { lookAlikes, real, arrive } = renderSleeper()
  await userEvent.click(lookAlikes()[0] as HTMLElement)
  await arrive()
  expect(real()?.value).toBe('press')
})

it('stays a look-alike between mouse down and click, so that the click has a target', async () => {
  const { lookAlikes, real, arrive } = renderSleeper()
  const [first] = lookAlikes() as [HTMLElement]
  fireEvent.pointerEnter(first)
  fireEvent.pointerDown(first)
  fireEvent.focus(first)
  await arrive()
  expect(real()).toBeNull()
  fireEvent.click(first)
  expect(real()?.value).toBe('press')
})

it('does not call back whoever has moved on before the code was there', async () => {
  const { real, arrive } = renderSleeper()
  await userEvent.tab()
  await userEvent.tab()
  const second = document.activeElement
  expect(second?.textContent).toBe('look-alike')
  await arrive()
  expect(real()).not.toBeNull()
  expect(screen.getAllByText('look-alike')).toHaveLength(1)
})

it('loads its code once for all controls', async () => {
  const { lookAlikes, load, arrive } = renderSleeper()
  for (const each of lookAlikes()) fireEvent.pointerEnter(each)
  await arrive()
  expect(load).toHaveBeenCalledOnce()
})

it('tries again at the next touch when the code could not be loaded', async () => {
  const load = vi
    .fn<() => Promise<() => null>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValueOnce(() => null)
  const sleeping = sleepingControl(load)
  await expect(sleeping.load()).rejects.toThrow('offline')
  await sleeping.load()
  expect(sleeping.get()).toBeDefined()
})
