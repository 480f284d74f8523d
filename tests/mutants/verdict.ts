import { readSources, type SourceOptions } from '../../engine/core/check/sources'
import { readFile, type LoadedSchemas } from '../../engine/spec/schemaFiles'
import type { SchemaProblem } from '../../engine/spec/problem'
import { isOnLine, mutatedText, type Mutant } from './mutant'

/** What the check said of one mutant. */
export interface Verdict {
  mutant: Mutant
  problems: readonly SchemaProblem[]
  /** The checker's own error. */
  crash?: unknown
  isOnLine: boolean
}

/**
 * Checks the shipped schemas with one file replaced; the others are not read again. Where it is a screen that is sound by itself, the check asks the
 * memory, if there is one, for what it has found of the other screens, as it does for an editor; any other file would make it forget them.
 */
export function verdictOf(mutant: Mutant, loaded: LoadedSchemas, { memory, ...options }: SourceOptions): Verdict {
  try {
    const problems: SchemaProblem[] = []
    const files = loaded.files.map((file) => {
      if (file.path !== mutant.file.path) return file
      const mutated = readFile(file, mutatedText(mutant))
      problems.push(...mutated.problems)
      return mutated.file
    })
    const isAnotherScreen = mutant.file.kind === 'screen' && problems.length === 0
    const found = readSources({ files, problems }, isAnotherScreen && memory ? { ...options, memory } : options).problems
    const [first] = found
    return { mutant, problems: found, isOnLine: first !== undefined && isOnLine(mutant, first.file, first.line) }
  } catch (crash) {
    return { mutant, problems: [], crash, isOnLine: false }
  }
}
