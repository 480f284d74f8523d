import { resolve } from 'node:path'
import { filesBelow, readText } from './files'
import { readSchemas, type LoadedSchemas, type readFile } from './schemaFiles'
import { schemaFileAt } from './schemaPaths'

/** Reads every file below the schemas folder. `root` is the repository, `folder` may lie outside. */
export function loadSchemas(root: string, folder = 'schemas', read?: typeof readFile): LoadedSchemas {
  const paths = filesBelow(resolve(root, folder), (name) => schemaFileAt(name) !== undefined)
  return readSchemas(folder, paths, (path) => readText(resolve(root, folder, path)), read)
}
