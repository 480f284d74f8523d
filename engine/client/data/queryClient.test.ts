import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
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
