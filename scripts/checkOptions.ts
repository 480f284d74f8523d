import type { SourceOptions } from '../engine/core/check/sources'
import { codeNames } from '../src/server/generated/codeNames'
import { performedByCode } from './performedByCode'

/** What the check of the product's schemas knows of its code. */
export function checkOptions(root: string): SourceOptions {
  return { performedByCode: performedByCode(root), codeNames }
}
