import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ProductSources } from '../../../core/compile'

/** A folder that stands for a repository with the schema files of a product. */
export interface SchemaFolder {
  root: string
  /** Writes a file anew, as another build of the product ships it. */
  write(path: string, content: object): void
  remove(): void
}

export function schemaFolder(sources: ProductSources): SchemaFolder {
  const root = mkdtempSync(join(tmpdir(), 'schemas-'))
  const write = (path: string, content: object): void => {
    const file = join(root, 'schemas', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(content, null, 2))
  }
  write('product.json', sources.product)
  write('menus.json', sources.menus)
  write('roles.json', sources.roles)
  for (const [name, group] of Object.entries(sources.groups)) write(`groups/${name}.group.json`, group)
  for (const [name, entity] of Object.entries(sources.entities)) write(`entities/${name}.entity.json`, entity)
  for (const [name, dictionary] of Object.entries(sources.dictionaries)) write(`dictionaries/${name}.dictionary.json`, dictionary)
  for (const [id, screen] of Object.entries(sources.screens)) write(`screens/${id}.screen.json`, screen)
  return { root, write, remove: () => rmSync(root, { recursive: true, force: true }) }
}
