import { readSources } from '../../engine/core/check/sources'
import { compileProduct } from '../../engine/core/compile'
import type { ProductPlan } from '../../engine/core/plan'
import { schemaTexts } from '../../engine/spec/load'
import { formatProblem } from '../../engine/spec/problem'
import { readSchemas } from '../../engine/spec/schemaFiles'
import { addLargeForm } from './largeSchemas'

/** The screen that is measured: a product of its own, so that a change of the real one does not move the figures. */
export const benchScreen = 'store/order'
/** The one with a form of 200 fields. */
export const largeScreen = 'store/large'

const folder = 'tests/bench/schemas'

/** Compiles tests/bench/schemas and the form of 200 fields; `root` is the repository. @throws Error with one line per mistake */
export function compileBenchProduct(root: string): ProductPlan {
  const texts = new Map([...schemaTexts(root, folder)].map(([path, content]) => [path, 'text' in content ? content.text : '']))
  addLargeForm(texts)
  const { sources, problems } = readSources(readSchemas(folder, [...texts.keys()].toSorted(), (path) => ({ text: texts.get(path) ?? '' })))
  if (!sources) throw new Error(problems.map(formatProblem).join('\n'))
  return compileProduct(sources)
}
