/**
 * Writes what editors propose names by (dist/editor) once the packages are there: npm runs it at the end of `npm install` and `npm ci`, so that
 * whoever opens a schema file next has it. Nothing else needs these files, so that no installation fails for want of
 * them; package.json runs this only where it is there, since an image may install the packages before it has the sources.
 *   node scripts/prepare.mjs
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { noteInstalled } from './installed.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

// Who has just installed by hand need not wait for the same again at the first command; where packages are left out they are not all there.
const { NODE_ENV: mode, npm_config_omit: omitted = '', npm_config_production: production = '' } = process.env
if (mode !== 'production' && omitted === '' && production === '') await noteInstalled(root)

try {
  const { runnerImport } = await import('vite')
  /** @type {{ module: typeof import('./editor/writeEditorSchemas.ts') }} */
  const { module } = await runnerImport(join(root, 'scripts/editor/writeEditorSchemas.ts'), { configFile: false, logLevel: 'error' })
  module.writeEditorSchemas(root)
} catch (error) {
  console.error(`Editors will propose no names before \`npm run generate\`: ${error instanceof Error ? error.message : String(error)}`)
}
