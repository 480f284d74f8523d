import { resolve } from 'node:path'
import { filesBelow, readText } from './files'
import { readSchemas, type FileContent, type LoadedSchemas, type readFile } from './schemaFiles'
import { schemaFileAt } from './schemaPaths'

/** Reads every file below the schemas folder. `root` is the repository, `folder` may lie outside. */
export function loadSchemas(root: string, folder = 'schemas', read?: typeof readFile): LoadedSchemas {
  return readSchemas(folder, schemaPaths(root, folder), (path) => readText(resolve(root, folder, path)), read)
}

/** The text of every file below the schemas folder, by its path there, sorted. */
export function schemaTexts(root: string, folder = 'schemas'): Map<string, FileContent> {
  return new Map(schemaPaths(root, folder).map((path) => [path, readText(resolve(root, folder, path))]))
}

function schemaPaths(root: string, folder: string): string[] {
  return filesBelow(resolve(root, folder), (name) => schemaFileAt(name) !== undefined)
}
