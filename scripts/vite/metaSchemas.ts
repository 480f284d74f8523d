import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AnySchemaObject } from 'ajv'
import type { ValueScopeName } from 'ajv/dist/compile/codegen/index.js'
import type { SourceCode } from 'ajv/dist/types/index.js'
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
        const names = await schemaNames(folder)
        for (const name of names) this.addWatchFile(join(folder, name))
        const file = await validatorsFile(folder, names, cacheDir, validatorsOf)
        return `export { validators as builtValidators } from ${JSON.stringify(file)}`
      },
    },
  }
}

/**
 * Puts validators that are made of the meta-schemas in `folder` in the place of its `tellingValidators.ts`, for a program that may run no text
 * as code. They find word for word what those find that are made at run time: the parts of meta-schemas that they speak of are the ones of
 * `metaSchemas.ts`, and not copies.
 */
export function compileTellingValidators(folder: string, cacheDir: string): Plugin {
  return {
    name: 'telling-validators',
    enforce: 'pre',
    load: {
      filter: { id: /[\\/]spec[\\/]tellingValidators\.ts$/ },
      async handler() {
        const names = await schemaNames(folder)
        for (const name of names) this.addWatchFile(join(folder, name))
        return readFile(await validatorsFile(folder, names, cacheDir, (schemas) => tellingValidatorsOf(schemas, folder)), 'utf8')
      },
    },
  }
}

async function schemaNames(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(suffix)).sort()
}

async function validatorsFile(
  folder: string,
  names: string[],
  cacheDir: string,
  codeOf: (schemas: AnySchemaObject[]) => Promise<string>,
): Promise<string> {
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  const made = [names, texts, folder, codeOf.toString(), await readFile(import.meta.filename, 'utf8')]
  const file = join(cacheDir, `${createHash('sha256').update(JSON.stringify(made)).digest('hex').slice(0, 16)}.mjs`)
  if (existsSync(file)) return file
  await mkdir(cacheDir, { recursive: true })
  const temporary = `${file}.${process.pid}`
  await writeFile(temporary, await codeOf(texts.map((text) => JSON.parse(text) as AnySchemaObject)))
  await rename(temporary, file)
  return file
}

/** The code of a module that has `tellingValidator` as `tellingValidators.ts` has it. */
async function tellingValidatorsOf(schemas: AnySchemaObject[], folder: string): Promise<string> {
  const [{ Ajv2020 }, { default: standalone }, { _ }, { default: ucs2length }, { default: equal }] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('ajv/dist/standalone/index.js'),
    import('ajv'),
    import('ajv/dist/runtime/ucs2length.js'),
    import('ajv/dist/runtime/equal.js'),
  ])
  const options = { ...ajvOptions, allErrors: true, verbose: true, messages: false }
  const ajv = new Ajv2020({ ...options, code: { source: true, formats: _`formats` } })
  for (const schema of schemas) ajv.addSchema(schema)
  const places = placesOfParts(schemas)
  const kinds = schemas.filter(({ properties }) => properties).map(({ $id = '' }) => $id)
  for (const $id of kinds) {
    for (const name of namesOfSchemas(ajv.getSchema($id)?.source)) {
      const place = places.get(name.value?.ref)
      if (place && name.value) name.value.code = _`at(${place.file}, ${place.pointer})`
    }
  }
  const code = standalone(ajv, Object.fromEntries(kinds.map(($id) => [$id.slice(0, -suffix.length), $id])))
  return `import { metaSchemas, sharedSchemas } from ${JSON.stringify(join(folder, 'metaSchemas.ts'))}
const runtime = {
  'ajv/dist/runtime/ucs2length': { default: ${textOf(ucs2length)} },
  'ajv/dist/runtime/equal': { default: ${textOf(equal)} },
}
const require = (name) => runtime[name]
const formats = { regex: ${isRegex.toString()} }
const files = { ...metaSchemas, ...sharedSchemas }
function at(file, pointer) {
  return pointer.split('/').slice(1).reduce((part, step) => part[step.replaceAll('~1', '/').replaceAll('~0', '~')], files[file])
}
const exports = {}
${code.replace('"use strict";', '')}
export function tellingValidator(kind) {
  return exports[kind]
}
`
}

/** Of a function that a CommonJS module exports by default; Node answers its exports in place of it. */
function textOf(exported: object): string {
  return String('default' in exported ? exported.default : exported)
}

/** Where each object and list of the meta-schemas stands. */
function placesOfParts(schemas: AnySchemaObject[]): Map<unknown, { file: string; pointer: string }> {
  const places = new Map<unknown, { file: string; pointer: string }>()
  const visit = (part: unknown, file: string, pointer: string) => {
    if (typeof part !== 'object' || part === null) return
    places.set(part, { file, pointer })
    for (const [key, value] of Object.entries(part)) visit(value, file, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }
  for (const schema of schemas) visit(schema, String(schema.$id).slice(0, -suffix.length), '')
  return places
}

/** What Ajv calls values that have a validator. */
const callers = new Set(['validate', 'root', 'wrapper'])

/** The names by which the code of a validator, and of those that it calls, speaks of parts of meta-schemas. */
function* namesOfSchemas(source: SourceCode | undefined, seen = new Set<SourceCode>()): Generator<ValueScopeName> {
  if (!source || seen.has(source)) return
  seen.add(source)
  for (const names of Object.values(source.scopeValues)) {
    for (const name of names ?? []) {
      if (name.prefix === 'schema') yield name
      if (!callers.has(name.prefix)) continue
      const called = name.value?.ref as { source?: SourceCode; validate?: { source?: SourceCode } } | undefined
      yield* namesOfSchemas(called?.source ?? called?.validate?.source, seen)
    }
  }
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
