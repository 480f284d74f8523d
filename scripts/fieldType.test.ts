import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saidByCompiler } from '../engine/server/testing/typeScript'
import { metaSchemaTypes } from './metaSchemaTypes'

const fieldSchema = 'engine/spec/field.schema.json'
/** A copy of the engine, in which a type can be added that is nowhere else. */
let copy = ''

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'field-type-'))
  cpSync('engine', join(copy, 'engine'), { recursive: true, filter: (file) => !/\.test\.tsx?$/.test(file) })
  cpSync('tsconfig.base.json', join(copy, 'tsconfig.base.json'))
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync('node_modules').filter((each) => !each.startsWith('.')))
    symlinkSync(join(process.cwd(), 'node_modules', name), join(copy, 'node_modules', name))
  addType('colour')
  await generate()
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

describe('the recipe of engine/README.md for a field type', () => {
  it('names each place that the compiler asks for, and no other', () => {
    const missing = [
      ...compile(['core', 'client'], ['dom', 'dom.iterable'], ['vite/client', 'node']),
      ...compile(['core', 'server'], [], ['node']),
    ]
    const [first, ...places] = recipe()
    expect(first).toBe(fieldSchema)
    expect([...new Set(missing)].sort()).toEqual(places.sort())
  })
})

/** The files that the section names. */
function recipe(): string[] {
  const [, paragraph = ''] = /^## How to add a field type\n\n([^]*?)\n\n/m.exec(readFileSync('engine/README.md', 'utf8')) ?? []
  return [...paragraph.matchAll(/`(engine\/[\w./]+\.(?:ts|json))`/g)].map(([, file = '']) => file)
}

/** What a type is: its own keywords beside those that all have. */
function addType(name: string): void {
  const file = join(copy, fieldSchema)
  const schema = JSON.parse(readFileSync(file, 'utf8')) as { oneOf: { $ref: string }[]; $defs: Record<string, object> }
  schema.oneOf.push({ $ref: `#/$defs/${name}Field` })
  schema.$defs[`${name}Field`] = { ...schema.$defs['switchField'], properties: { type: { const: name } } }
  writeFileSync(file, JSON.stringify(schema))
}

/** As `npm run generate` does. */
async function generate(): Promise<void> {
  const spec = join(copy, 'engine/spec')
  for (const [name, source] of await metaSchemaTypes(spec)) writeFileSync(join(spec, 'generated', name), source)
}

/** Compiles layers of the copy; answers the files in which the compiler finds something. */
function compile(layers: string[], lib: string[], types: string[]): string[] {
  const config = join(copy, `tsconfig.${layers.join('-')}.json`)
  const compilerOptions = {
    composite: false,
    emitDeclarationOnly: false,
    declarationMap: false,
    noEmit: true,
    lib: ['es2023', ...lib],
    types,
  }
  const include = layers.flatMap((layer) => [`engine/${layer}/**/*.ts`, `engine/${layer}/**/*.tsx`])
  writeFileSync(config, JSON.stringify({ extends: './tsconfig.base.json', compilerOptions, include }))
  const found = saidByCompiler(config, copy)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(' '))
  return found.map((line) => /^(\S+?)\(\d+,\d+\): error/.exec(line)?.[1] ?? line)
}
