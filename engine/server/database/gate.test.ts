import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createGate } from './gate'

it('lets so many run at a time, the others in the order in which they came', async () => {
  const gate = createGate(2, 1_000)
  let running = 0
  let most = 0
  const begun: number[] = []
  const work = (number: number) =>
    gate.pass(async () => {
      begun.push(number)
      most = Math.max(most, ++running)
      await sleep(2)
      running--
      return number
    })
  expect(await Promise.all([0, 1, 2, 3, 4, 5].map(work))).toEqual([0, 1, 2, 3, 4, 5])
  expect(begun).toEqual([0, 1, 2, 3, 4, 5])
  expect(most).toBe(2)
})

it('goes on after a work that throws', async () => {
  const gate = createGate(1, 1_000)
  const thrown = gate.pass(async () => {
    await sleep(1)
    throw new Error('changed my mind')
  })
  const next = gate.pass(async () => 'done')
  await expect(thrown).rejects.toThrow('changed my mind')
  expect(await next).toBe('done')
  expect(await gate.pass(async () => 'again')).toBe('again')
})

it('turns away who has waited too long, and his place is not lost', async () => {
  const gate = createGate(1, 20)
  let finish = (): void => undefined
  const long = gate.pass(() => new Promise<void>((resolve) => (finish = resolve)))
  await expect(gate.pass(async () => 'never')).rejects.toMatchObject({ code: 'database.unavailable' })
  finish()
  await long
  expect(await gate.pass(async () => 'done')).toBe('done')
})
