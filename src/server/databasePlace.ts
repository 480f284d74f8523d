import { join } from 'node:path'
import type { DatabaseOptions } from '../../engine/server/database/openDatabase'
import type { Config } from './config'

/** Where the database of an installation is. `root` is the repository, whose caches serve all folders of data. */
export function databasePlace(
  { databaseUrl, dataDirectory }: Pick<Config, 'databaseUrl' | 'dataDirectory'>,
  root: string,
): Pick<DatabaseOptions, 'url' | 'directory' | 'cache'> {
  return databaseUrl === undefined
    ? { directory: join(dataDirectory, 'database'), cache: join(root, 'node_modules/.cache') }
    : { url: databaseUrl }
}
