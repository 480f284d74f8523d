import { Ajv2020 } from 'ajv/dist/2020'

/** A JSON schema, or a part of one. */
type Schema = Record<string, unknown>

/** A meta-schema as its file holds it. */
export type MetaSchema = { $id: string } & Schema

/** A part of a schema and where it stands. */
interface Place {
  file: string
  pointer: string
  schema: Schema
}

/** These definitions describe a kind of value, not what it is for, so a keyword that refers to one needs a description of its own. */
const general = new Set(['name', 'expression', 'decimal'].map((name) => `field.schema.json#/$defs/${name}`))

/** What the meta-schemas say of a word that writers of schemas use. */
export interface Keyword {
  /** `entity.schema.json` */
  file: string
  /** Where in the file: `/properties/serial/properties/prefix`. */
  pointer: string
  /** Its own part of the schema. */
  schema: Schema
  /** Its own, or that of the definition that it refers to. */
  title: string | undefined
  description: string | undefined
  /** Its own, those of the definition that it refers to, or one found in an example around it. All are valid where they stand. */
  examples: unknown[]
  /** The object that it stands in cannot do without it. */
  isRequired: boolean
  /** `entity.schema.json#/$defs/action`: the definition that it refers to. */
  refersTo: string | undefined
}

/** Every keyword of the meta-schemas, in the order of the files. */
export function keywordsOf(schemas: readonly MetaSchema[]): Keyword[] {
  const byId = new Map(schemas.map((schema) => [schema.$id, schema]))
  const isValid = validator(schemas)
  const places = schemas.flatMap((schema) => placesIn({ file: schema.$id, pointer: '', schema }))

  const shown = new Map<string, unknown>()
  for (const place of places) {
    for (const example of examplesOf(place)) if (isValid(place, example)) markShown(place, example)
  }
  return places.filter(isKeyword).map(keywordAt)

  function keywordAt(place: Place): Keyword {
    const parts = definitions(place)
    const wordOf = (word: string): string | undefined => parts.map(({ schema }) => schema[word]).find((text) => typeof text === 'string')
    const own = parts.flatMap((part) => examplesOf(part).filter((example) => isValid(part, example)))
    const around = parts.flatMap((part) => (shown.has(addressOf(part)) ? [shown.get(addressOf(part))] : []))
    const target = targetOf(place)
    return {
      file: place.file,
      pointer: place.pointer,
      schema: place.schema,
      title: wordOf('title'),
      description: wordOf('description'),
      examples: own.length > 0 ? own : around.slice(0, 1),
      isRequired: isRequired(place),
      refersTo: target && addressOf(target),
    }
  }

  function isRequired({ file, pointer }: Place): boolean {
    const [, around = '', name = ''] = /^(.*)\/properties\/([^/]+)$/.exec(pointer) ?? []
    const required = partAt(file, around)?.required
    return Array.isArray(required) && required.includes(unescaped(name))
  }

  /** The part itself and the definitions that it refers to, but for the general ones. */
  function definitions(place: Place): Place[] {
    const target = targetOf(place)
    return target === undefined || general.has(addressOf(target)) ? [place] : [place, ...definitions(target)]
  }

  function targetOf({ file, schema }: Place): Place | undefined {
    if (typeof schema.$ref !== 'string') return undefined
    const [toFile, pointer = ''] = schema.$ref.split('#')
    const found = { file: toFile === undefined || toFile === '' ? file : toFile, pointer }
    const target = partAt(found.file, pointer)
    if (target === undefined) throw new Error(`${file} refers to ${schema.$ref}, which there is not`)
    return { ...found, schema: target }
  }

  function partAt(file: string, pointer: string): Schema | undefined {
    const steps = pointer.split('/').slice(1).map(unescaped)
    const part = steps.reduce<unknown>((around, step) => (isSchema(around) ? around[step] : undefined), byId.get(file))
    return isSchema(part) ? part : undefined
  }

  /** Notes every keyword that a value of this part of a schema uses, with what it says there. */
  function markShown(place: Place, value: unknown): void {
    const target = targetOf(place)
    if (target !== undefined) markShown(target, value)
    const { properties, additionalProperties, items } = branchesOf(place)
    if (Array.isArray(value)) for (const part of value) for (const item of items) markShown(item, part)
    if (isSchema(value)) {
      for (const [key, part] of Object.entries(value)) {
        const keyword = properties.find(({ pointer }) => pointer.endsWith(`/properties/${escaped(key)}`))
        if (keyword !== undefined && !shown.has(addressOf(keyword))) shown.set(addressOf(keyword), part)
        for (const below of keyword === undefined ? additionalProperties : [keyword]) markShown(below, part)
      }
    }
    for (const variant of variantsOf(place)) if (isValid(variant, value)) markShown(variant, value)
  }
}

/**
 * What the meta-schemas leave unsaid, a line for each hole. Every keyword needs a title and a description, its own or those of the
 * definition that it refers to, and an example: its own, that of the definition, or one around it that uses it. Only an example that
 * is valid where it stands counts. A keyword that can say nothing but one word or number, such as `type`, needs none.
 */
export function keywordHoles(schemas: readonly MetaSchema[]): string[] {
  return keywordsOf(schemas).flatMap((keyword) => holesOf(keyword).map((what) => `${addressOf(keyword)} has no ${what}`))
}

function holesOf({ title, description, examples, schema }: Keyword): string[] {
  const isFixed = typeof schema.const === 'string' || typeof schema.const === 'number'
  return [
    ...(title === undefined ? ['title'] : []),
    ...(description === undefined ? ['description'] : []),
    ...(isFixed || examples.length > 0 ? [] : ['example']),
  ]
}

/** Asks whether a value fits a part of a schema. */
function validator(schemas: readonly Schema[]): (place: Place, value: unknown) => boolean {
  const ajv = new Ajv2020({ discriminator: true, strict: false, formats: { regex: true } })
  for (const schema of schemas) ajv.addSchema(schema)
  return (place, value) => ajv.getSchema(encodeURI(addressOf(place)))?.(value) === true
}

/** A part of a schema and all parts below it. */
function placesIn(place: Place): Place[] {
  const { properties, additionalProperties, items, definitions } = branchesOf(place)
  const below = [...properties, ...additionalProperties, ...items, ...definitions, ...variantsOf(place)]
  return [place, ...below.flatMap(placesIn)]
}

function branchesOf(place: Place): Record<'properties' | 'additionalProperties' | 'items' | 'definitions', Place[]> {
  return {
    properties: partsOf(place, 'properties'),
    additionalProperties: partOf(place, 'additionalProperties'),
    items: partOf(place, 'items'),
    definitions: partsOf(place, '$defs'),
  }
}

function variantsOf(place: Place): Place[] {
  return ['oneOf', 'anyOf', 'allOf'].flatMap((word) => partsOf(place, word))
}

/** The schemas that a keyword of JSON schema holds by name or in a list. */
function partsOf(place: Place, word: string): Place[] {
  const parts = place.schema[word]
  if (typeof parts !== 'object' || parts === null) return []
  return Object.entries(parts).flatMap(([name, schema]: [string, unknown]) => {
    const pointer = `${place.pointer}/${word}/${escaped(name)}`
    return isSchema(schema) ? [{ file: place.file, pointer, schema }] : []
  })
}

/** The one schema that a keyword of JSON schema holds. */
function partOf(place: Place, word: string): Place[] {
  const schema = place.schema[word]
  return isSchema(schema) ? [{ file: place.file, pointer: `${place.pointer}/${word}`, schema }] : []
}

/** Whether a writer of schemas writes this name; `$schema` is for the editor. */
function isKeyword({ pointer }: Place): boolean {
  return /\/properties\/[^/]+$/.test(pointer) && !pointer.endsWith('/$schema')
}

function examplesOf({ schema }: Place): unknown[] {
  return Array.isArray(schema.examples) ? schema.examples : []
}

function addressOf({ file, pointer }: Pick<Place, 'file' | 'pointer'>): string {
  return `${file}#${pointer}`
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function escaped(name: string): string {
  return name.replace(/~/g, '~0').replace(/\//g, '~1')
}

function unescaped(step: string): string {
  return step.replace(/~1/g, '/').replace(/~0/g, '~')
}
