import { readFileSync } from 'node:fs'

/** Bytes that a process has in memory. */
function memoryOf(pid: number | undefined): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

const megabyte = 1_048_576

/** So much more memory a process has at most while something is done, in MB. */
export async function memoryWhile(pid: number | undefined, work: () => Promise<unknown>): Promise<number> {
  const before = memoryOf(pid)
  let most = before
  const sampling = setInterval(() => (most = Math.max(most, memoryOf(pid))), 50)
  try {
    await work()
  } finally {
    clearInterval(sampling)
  }
  return (most - before) / megabyte
}
