import { readSources } from '../../engine/core/check/sources'
import { compileProduct } from '../../engine/core/compile'
import type { ProductPlan } from '../../engine/core/plan'
import { loadSchemas } from '../../engine/spec/load'
import { formatProblem } from '../../engine/spec/problem'

/** The screen that is measured: a product of its own, so that a change of the real one does not move the figures. */
export const benchScreen = 'store/order'

/** Compiles tests/bench/schemas; `root` is the repository. @throws Error with one line per mistake */
export function compileBenchProduct(root: string): ProductPlan {
  const { sources, problems } = readSources(loadSchemas(root, 'tests/bench/schemas'))
  if (!sources) throw new Error(problems.map(formatProblem).join('\n'))
  return compileProduct(sources)
}
