import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { withLock } from './lock.mjs'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('lets one work at a time', async () => {
  const events: string[] = []
  const work = (name: string) => async () => {
    events.push(`${name} starts`)
    await new Promise((resolve) => setTimeout(resolve, 50))
    events.push(`${name} ends`)
  }
  await Promise.all([withLock(join(folder, 'lock'), work('first')), withLock(join(folder, 'lock'), work('second'))])
  const [, whoFirst] = /^(\w+) starts$/.exec(events[0] ?? '') ?? []
  const whoNext = whoFirst === 'first' ? 'second' : 'first'
  expect(events).toEqual([`${whoFirst} starts`, `${whoFirst} ends`, `${whoNext} starts`, `${whoNext} ends`])
})

it('is free again when the work has failed', async () => {
  const failure = withLock(join(folder, 'lock'), () => Promise.reject(new Error('no disk')))
  await expect(failure).rejects.toThrow('no disk')
  expect(await readdir(folder)).toEqual([])
})

it('is taken over from a process that gives no sign of life', async () => {
  await mkdir(join(folder, 'lock'))
  const aMinuteAgo = new Date(Date.now() - 60_000)
  await utimes(join(folder, 'lock'), aMinuteAgo, aMinuteAgo)
  expect(await withLock(join(folder, 'lock'), () => Promise.resolve('done'))).toBe('done')
})
