import { readFileSync } from 'node:fs'
import type { PlaygroundContents } from '../../../engine/playground/contents'
import { loadSchemas } from '../../../engine/spec/load'
import { checkOptions } from '../../checkOptions'
import { codeNames } from '../../../src/server/generated/codeNames'

/** What a server that runs the shipped schemas tells the playground. */
export function shippedContents(root = process.cwd()): PlaygroundContents {
  return {
    files: loadSchemas(root).files.map(({ path }) => ({ path, text: readFileSync(path, 'utf8') })),
    codeNames,
    performedByCode: [...(checkOptions(root).performedByCode ?? [])],
    icons: ['setting', 'user'],
    roles: [],
  }
}
