/** In which order the files of a whole run begin. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The groups one after the other, so that a worker goes on with what it has loaded for the file before. In a group first the files that take
 * longest, named in `longest`, then by size: who begins with what takes longest waits least for the last file.
 */
export function beginWith(groups: readonly string[], longest: readonly string[]): typeof BaseSequencer {
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const bySize = await super.sort(files)
      const rank = ({ project, moduleId }: TestSpecification): number => {
        const place = longest.findIndex((file) => moduleId.endsWith(file))
        return groups.indexOf(project.name) * 1000 + (place < 0 ? longest.length : place)
      }
      return bySize.toSorted((one, other) => rank(one) - rank(other))
    }
  }
}
