import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const program = fileURLToPath(new URL('daysAhead.mjs', import.meta.url))
const dayMs = 24 * 60 * 60 * 1000

async function ask(expression: string, days?: string): Promise<unknown> {
  const env = { ...process.env, NODE_OPTIONS: '', DAYS_AHEAD: days }
  const print = `import { statSync } from 'node:fs'; console.log(JSON.stringify(${expression}))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', program, '--input-type=module', '--eval', print], { env })
  return JSON.parse(stdout)
}

describe('a process that lives on a later day', () => {
  it('takes it for today, however it asks, and any other day for what it is', async () => {
    // A program cannot move the moment at which its process began.
    const daysOf = (moment: string): string => `Math.round((${moment} - performance.timeOrigin) / ${dayMs})`
    const asked = ['Date.now()', '+new Date()', 'Date.parse(Date())'].map(daysOf)
    expect(await ask(`[${asked.join()}, new Date('2026-11-20T04:00:00Z')]`, '45')).toEqual([45, 45, 45, '2026-11-20T04:00:00.000Z'])
  })

  it('knows the dates of files for dates', async () => {
    expect(await ask(`statSync(${JSON.stringify(program)}).mtime instanceof Date`, '45')).toBe(true)
  })

  it('is any process where no day is asked for', async () => {
    expect(await ask('Date.name')).toBe('Date')
  })
})
