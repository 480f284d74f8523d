import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { createGate } from '../testing/gate'
import { createQueryClient } from './queryClient'

afterEach(() => onlineManager.setOnline(true))

it('asks again what failed when the network is back, and nothing else', async () => {
  const client = createQueryClient()
  client.mount()
  const failing = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('rows')
  const fine = vi.fn<() => Promise<string>>().mockResolvedValue('record')
  const list = new QueryObserver(client, { queryKey: ['list'], queryFn: failing })
  const ends = [list.subscribe(() => undefined), new QueryObserver(client, { queryKey: ['record'], queryFn: fine }).subscribe(() => undefined)]
  await expect.poll(() => list.getCurrentResult().status).toBe('error')
  onlineManager.setOnline(false)
  onlineManager.setOnline(true)
  await expect.poll(() => list.getCurrentResult().data).toBe('rows')
  expect(fine).toHaveBeenCalledTimes(1)
  ends.forEach((end) => end())
  client.unmount()
})

it('asks again what was being read for the first time when something changed', async () => {
  const client = createQueryClient()
  const rows = vi.fn<() => Promise<string>>()
  const first = createGate()
  rows.mockImplementationOnce(() => first.opened.then(() => 'before')).mockResolvedValue('after')
  const list = new QueryObserver(client, { queryKey: ['list'], queryFn: rows })
  const other = vi.fn<() => Promise<string>>().mockResolvedValue('other')
  const ends = [list.subscribe(() => undefined), new QueryObserver(client, { queryKey: ['other'], queryFn: other }).subscribe(() => undefined)]
  await expect.poll(() => other.mock.calls.length).toBe(1)
  const invalidated = client.invalidateQueries({ queryKey: ['list'] })
  first.open()
  await invalidated
  expect(list.getCurrentResult().data).toBe('after')
  expect([rows.mock.calls.length, other.mock.calls.length]).toEqual([2, 1])
  ends.forEach((end) => end())
})

it('is stale when it was being read for the first time while something changed, and nobody looks at it any more', async () => {
  const client = createQueryClient()
  const first = createGate()
  const read = client.prefetchQuery({ queryKey: ['list'], queryFn: () => first.opened.then(() => 'before') })
  const invalidated = client.invalidateQueries()
  first.open()
  await Promise.all([read, invalidated])
  expect(client.getQueryState(['list'])).toMatchObject({ data: 'before', isInvalidated: true })
})
