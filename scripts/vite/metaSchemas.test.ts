import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020'
import { build, type Rolldown } from 'vite'
import { beforeAll, expect, it } from 'vitest'
import { ajvOptions } from '../../engine/spec/ajvOptions'
import { builtValidators } from '../../engine/spec/builtValidators'
import { loadSchemas } from '../../engine/spec/load'
import { schemaKinds, type SchemaKind } from '../../engine/spec/metaSchemas'
import { validateFile } from '../../engine/spec/validate'
import { compileTellingValidators } from './metaSchemas.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const spec = join(root, 'engine/spec')
/** The smallest first: a place of the language is tried in the least text that has it. */
const files = loadSchemas(root).files.sort((one, other) => sizeOf(one.json?.value) - sizeOf(other.json?.value))

function sizeOf(value: unknown): number {
  return JSON.stringify(value ?? null).length
}

interface Mutant {
  /** What was done to which word of the language, inside which others: names that people give stand as `*`. */
  about: string
  value: () => unknown
}

/** The copies of a value in each of which one place is another: gone, a number, or with a key that nobody knows. */
function* mutants(value: unknown, about = '', around: (inner: unknown) => unknown = (inner) => inner): Generator<Mutant> {
  if (typeof value !== 'object' || value === null) return
  for (const key of Object.keys(value)) {
    const inner = (value as Record<string, unknown>)[key]
    const { [key]: _gone, ...others } = value as Record<string, unknown>
    const place = `${about}/${words.has(key) ? key : '*'}`
    const without = Array.isArray(value) ? value.filter((_item, index) => String(index) !== key) : others
    yield { about: `${place} gone`, value: () => around(without) }
    yield { about: `${place} number`, value: () => around(withOther(value, key, -1.5)) }
    yield { about: `${place} unknown`, value: () => around(withOther(value, key, { nobody: 'knows' })) }
    yield* mutants(inner, place, (other) => around(withOther(value, key, other)))
  }
}

/** The words of the language: what a meta-schema has properties for. */
const words = new Set(
  readdirSync(spec)
    .filter((name) => name.endsWith('.schema.json'))
    .flatMap((name) => propertiesIn(JSON.parse(readFileSync(join(spec, name), 'utf8')))),
)

function propertiesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties } = schema as { properties?: object }
  return [...Object.keys(properties ?? {}), ...Object.values(schema).flatMap(propertiesIn)]
}

/** Of the shipped files the first mutants of each place of the language, so many of each; others say the same once more. */
function* eachPlace(timesEach = 2): Generator<{ kind: SchemaKind; path: string; mutant: unknown }> {
  const known = new Map<string, number>()
  for (const { kind, path, json } of files) {
    for (const { about, value } of mutants(json?.value)) {
      const times = known.get(`${kind} ${about}`) ?? 0
      known.set(`${kind} ${about}`, times + 1)
      if (times < timesEach) yield { kind, path, mutant: value() }
    }
  }
}

const shipped = () => files.map(({ kind, path, json }) => ({ kind, path, mutant: json?.value }))

function withOther(value: object, key: string, other: unknown): unknown {
  return Array.isArray(value) ? value.map((item: unknown, index) => (String(index) === key ? other : item)) : { ...value, [key]: other }
}

/** Validators as they are made at run time. */
function ajvOfAll(): Ajv2020 {
  const ajv = new Ajv2020(ajvOptions)
  for (const name of readdirSync(spec).filter((each) => each.endsWith('.schema.json')))
    ajv.addSchema(JSON.parse(readFileSync(join(spec, name), 'utf8')) as AnySchemaObject)
  return ajv
}

/** The validation as a program for browsers has it. */
let codeOfPages: string
beforeAll(async () => {
  const output = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [compileTellingValidators(spec, join(root, 'node_modules/.cache/validators'))],
    build: { lib: { entry: join(spec, 'validate.ts'), formats: ['es'] }, write: false, minify: false },
  })
  const [{ output: files }] = output as [Rolldown.RolldownOutput]
  codeOfPages = files[0].code
})

it('makes a validator for each kind of file', () => {
  expect(Object.keys(builtValidators)).toEqual(expect.arrayContaining(schemaKinds))
})

it('makes validators that find sound what those made at run time find sound, and nothing else', () => {
  const ajv = ajvOfAll()
  const counts = { sound: 0, wrong: 0 }
  for (const { kind, path, mutant } of [...shipped(), ...eachPlace()]) {
    const isSound = ajv.validate(`${kind}.schema.json`, mutant)
    counts[isSound ? 'sound' : 'wrong']++
    if (builtValidators[kind]?.(mutant) !== isSound) expect(mutant, `${path} is ${isSound ? 'sound' : 'wrong'}`).toBeUndefined()
  }
  expect(counts.sound).toBeGreaterThan(500)
  expect(counts.wrong).toBeGreaterThan(500)
})

it('makes validators for pages that say of a mistake word for word what those made at run time say', async () => {
  const { validateFile: inPages } = await validateOfPages()
  const said = new Set<string>()
  for (const { kind, path, mutant } of eachPlace(1)) {
    const text = JSON.stringify(mutant, null, 2)
    const { problems } = validateFile(kind, path, text)
    expect(inPages(kind, path, text).problems).toEqual(problems)
    for (const { code } of problems) said.add(code)
  }
  expect([...said]).toEqual(expect.arrayContaining(['missing-key', 'type', 'unknown-key', 'unknown-value', 'minimum', 'oneOf', 'name']))
})

it('makes validators for pages that run no text as code', () => {
  expect(codeOfPages).not.toMatch(/\bnew Function\b|\beval\(/)
})

async function validateOfPages(): Promise<typeof import('../../engine/spec/validate')> {
  const file = join(mkdtempSync(join(tmpdir(), 'validators-')), 'validate.mjs')
  writeFileSync(file, codeOfPages)
  return import(/* @vite-ignore */ pathToFileURL(file).href) as Promise<typeof import('../../engine/spec/validate')>
}
