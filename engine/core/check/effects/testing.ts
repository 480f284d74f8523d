import type { ProductSources } from '../../compile'
import { stacksSources } from '../../testing/stacks'

/** The stacks with one value changed, or taken away: `entities/request/actions/send/to`. */
export function changedStacks(path: string, value: unknown, sources = stacksSources()): ProductSources {
  const keys = path.split('/')
  let place = sources as unknown as Record<string, unknown>
  for (const key of keys.slice(0, -1)) place = place[key] as Record<string, unknown>
  const last = keys.at(-1) ?? ''
  if (value === undefined) delete place[last]
  else place[last] = value
  return sources
}
