import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AnySchemaObject } from 'ajv'
import type { Plugin } from 'vite'
import { ajvOptions, isRegex } from '../../engine/spec/ajvOptions.ts'

const suffix = '.schema.json'

/**
 * Puts validators that are made of the meta-schemas in `folder` in the place of its `builtValidators.ts`. They stop at the first error and
 * say nothing of it: what is wrong with a file is told by those that are made at run time, once there is something to tell.
 *
 * @param cacheDir where the code is kept, by what it was made of
 */
export function compileMetaSchemas(folder: string, cacheDir: string): Plugin {
  return {
    name: 'meta-schemas',
    enforce: 'pre',
    load: {
      filter: { id: /[\\/]builtValidators\.ts$/ },
      async handler() {
        const names = (await readdir(folder)).filter((name) => name.endsWith(suffix)).sort()
        for (const name of names) this.addWatchFile(join(folder, name))
        const file = await validatorsFile(folder, names, cacheDir)
        return `export { validators as builtValidators } from ${JSON.stringify(file)}`
      },
    },
  }
}

async function validatorsFile(folder: string, names: string[], cacheDir: string): Promise<string> {
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  const version = createHash('sha256').update(JSON.stringify([names, texts, await readFile(import.meta.filename, 'utf8')]))
  const file = join(cacheDir, `${version.digest('hex').slice(0, 16)}.mjs`)
  if (existsSync(file)) return file
  await mkdir(cacheDir, { recursive: true })
  const temporary = `${file}.${process.pid}`
  await writeFile(temporary, await validatorsOf(texts.map((text) => JSON.parse(text) as AnySchemaObject)))
  await rename(temporary, file)
  return file
}

/** The code of a module that exports `validators`: a function for each schema, by the name of its file. */
async function validatorsOf(schemas: AnySchemaObject[]): Promise<string> {
  const [{ Ajv2020 }, { default: standalone }, { _ }] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('ajv/dist/standalone/index.js'),
    import('ajv'),
  ])
  const ajv = new Ajv2020({ ...ajvOptions, messages: false, code: { source: true, formats: _`formats` } })
  for (const schema of schemas) ajv.addSchema(schema)
  const code = standalone(ajv, Object.fromEntries(schemas.map(({ $id = '' }) => [$id.slice(0, -suffix.length), $id])))
  return `import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
const formats = { regex: ${isRegex.toString()} }
const exports = {}
${withoutDescriptions(code)}
export { exports as validators }
`
}

/**
 * Ajv describes each error, and writes each schema into the code although few are read there. Nobody asks for either: an error is a 0 in a
 * list of them, which is counted.
 */
function withoutDescriptions(code: string): string {
  const parts: string[] = []
  let from = 0
  for (const { 0: before, index, groups } of code.matchAll(
    /const err\d+ = (?=\{)|\w+\.errors = \[(?=\{)|const (?<schema>schema\d+) = (?=\{)/g,
  )) {
    const start = index + before.length
    if (index < from || (groups?.['schema'] !== undefined && isReadTwice(code, groups['schema']))) continue
    parts.push(code.slice(from, start), '0')
    from = endOfObject(code, start)
  }
  return [...parts, code.slice(from)].join('')
}

function isReadTwice(code: string, name: string): boolean {
  const first = code.search(new RegExp(`\\b${name}\\b`))
  return new RegExp(`\\b${name}\\b`).test(code.slice(first + name.length))
}

/** Where the object literal ends that begins at `start`; its texts are JSON. */
function endOfObject(code: string, start: number): number {
  const marks = /"(?:[^"\\]|\\.)*"|[{}]/g
  marks.lastIndex = start
  let depth = 0
  for (let mark = marks.exec(code); mark; mark = marks.exec(code)) {
    if (mark[0] === '{') depth++
    if (mark[0] === '}' && --depth === 0) return marks.lastIndex
  }
  throw new Error('The code of a validator has an object that does not end')
}
