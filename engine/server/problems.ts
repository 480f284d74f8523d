import { Problems as RecordProblems } from '../core/record/problems'
import { invalid } from './problem'

/** More do not help the user, and a body can be made to hold very many. */
const MAX_PROBLEMS = 50

/** All that is wrong with a body. */
export class Problems extends RecordProblems {
  constructor() {
    super(MAX_PROBLEMS)
  }

  /** For the log: what was found where. */
  summary(): string {
    return this.all.map(({ path, rule, detail }) => `${path} (${rule}): ${detail}`).join('; ')
  }

  /** Ends the request with 422 when anything was found. */
  throwIfAny(): void {
    if (!this.none) throw invalid(this.all)
  }
}
