import { compileProduct } from '../../engine/core/compile'
import type { ProductPlan } from '../../engine/core/plan'
import { readSoundSources, type SchemaPlace } from '../../engine/server/soundSchemas'
import { formatProblem } from '../../engine/spec/problem'

/** Thrown when schemas are wrong: one line per mistake, with its place. */
export class SchemaMistakes extends Error {
  constructor(lines: string[]) {
    super(`模式文件有 ${lines.length} 处错误：\n${lines.join('\n')}`)
    this.name = 'SchemaMistakes'
  }
}

/** Reads, checks and compiles the schemas of the repository at `root`, or those of another folder. */
export function readProduct(root: string, folder?: string, known?: SchemaPlace['known']): ProductPlan {
  const { sources, problems } = readSoundSources({ root, ...(folder === undefined ? {} : { folder }), ...(known ? { known } : {}) })
  if (!sources) throw new SchemaMistakes(problems.map(formatProblem))
  return compileProduct(sources)
}
