import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { actionsLeftToCode } from '../../engine/core/check/effects'
import { readSources } from '../../engine/core/check/sources'
import { loadSchemas } from '../../engine/spec/load'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { sources } = readSources(loadSchemas(root))

/** `tools.perform('exportTask', id, 'run', …)` */
const call = /\bperform\(\s*'(\w+)',[^']*'(\w+)'/g

/** What the server's own code performs, `exportTask.run`; the demo's story and the tests do not count. */
function performedByCode(): Set<string> {
  const files = readdirSync(join(root, 'src/server'), { recursive: true, encoding: 'utf8' })
  const own = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^(demo|generated)[/\\]/.test(file))
  return new Set(
    own.flatMap((file) =>
      [...readFileSync(join(root, 'src/server', file), 'utf8').matchAll(call)].map(([, entity, action]) => `${entity}.${action}`),
    ),
  )
}

it('what only the system performs, and no schema does, the server’s code does', () => {
  const left = actionsLeftToCode(sources!).map(({ entity, action }) => `${entity}.${action}`)
  expect(left).toContain('exportTask.run')
  const byCode = performedByCode()
  expect(left.filter((action) => !byCode.has(action))).toEqual([])
})
