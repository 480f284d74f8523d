import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `tools.perform('exportTask', id, 'run', …)` */
const call = /\bperform\(\s*'(\w+)',[^']*'(\w+)'/g

/**
 * Actions that the server's own code performs, `exportTask.run`, as its text names them; the demo's story and the tests do not count.
 * @param root of the repository
 */
export function performedByCode(root: string): Set<string> {
  const files = readdirSync(join(root, 'src/server'), { recursive: true, encoding: 'utf8' })
  const own = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^(demo|generated)[/\\]/.test(file))
  return new Set(
    own.flatMap((file) =>
      [...readFileSync(join(root, 'src/server', file), 'utf8').matchAll(call)].map(([, entity, action]) => `${entity}.${action}`),
    ),
  )
}
