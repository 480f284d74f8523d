import type { AnySchemaObject, ErrorObject } from 'ajv/dist/2020'
import { builtValidators } from './builtValidators'
import { foreignTypes, foreignWords } from './foreignWords'
import { specText, syntaxText } from './messages'
import { metaSchemas, schemaKinds, sharedSchemas, type SchemaKind } from './metaSchemas'
import { nearest } from './nearest'
import { parseLocated, type LocatedJson } from './position'
import type { SchemaProblem } from './problem'
import { tellingValidator } from './tellingValidators'

const { field, effects } = sharedSchemas
/** Definitions that the kinds share. */
const shared = [field, effects]

/** Reads and checks one schema file by itself: JSON, then its meta-schema. One message per mistake. */
export function validateFile(kind: SchemaKind, file: string, text: string): { json?: LocatedJson; problems: SchemaProblem[] } {
  const json = parseLocated(text)
  if ('problems' in json) {
    return {
      problems: json.problems.map(({ line, column, found }) => ({
        file,
        line,
        column,
        code: 'json',
        found: syntaxText(found),
      })),
    }
  }
  if (builtValidators[kind]?.(json.value)) return { json, problems: [] }
  const validate = tellingValidator(kind)
  if (validate(json.value)) return { json, problems: [] }
  const other = otherKind(kind, json.value)
  if (other !== undefined) {
    const found = specText('file.other-kind', { found: other, wanted: kind })
    return { json, problems: [{ file, ...json.locate('/$schema'), code: 'other-kind', found }] }
  }
  const problems = withoutMisspelt(oneEach(meant((validate.errors ?? []).slice(0, MAX_ERRORS)))).map((error) => describe(error, file, json))
  return { json, problems: unique(problems) }
}

/** Of a file that is wrong from end to end, the first mistakes will do: what is said of them compares each with each. */
const MAX_ERRORS = 100

/** The kind of file that the content says it is, where that is another one. */
function otherKind(kind: SchemaKind, value: unknown): SchemaKind | undefined {
  const declared = typeof value === 'object' && value !== null && '$schema' in value ? value.$schema : undefined
  return typeof declared === 'string' ? schemaKinds.find((each) => each !== kind && declared.endsWith(`/${each}.schema.json`)) : undefined
}

const unions = new Set(['oneOf', 'anyOf', 'if', 'allOf'])
const unknownKeys = new Set(['additionalProperties', 'unevaluatedProperties', 'propertyNames'])

const tagKeys = new Set(['type', 'kind', 'does'])

/**
 * Drops what ajv says of alternatives that the author did not mean: those whose tag the value does not carry, and, where no tag tells
 * them apart, those whose first required key is absent while another alternative has its own.
 */
function meant(errors: ErrorObject[]): ErrorObject[] {
  const notMeant: { definition: unknown; path: string; isOnlyThere?: boolean }[] = []
  for (const error of errors) {
    const tag = error.instancePath.split('/').at(-1) ?? ''
    if (error.keyword === 'const' && tagKeys.has(tag)) {
      const definition = definitions.find((candidate) => propertiesOf(candidate)?.[tag] === error.parentSchema)
      notMeant.push({ definition, path: error.instancePath.slice(0, -tag.length - 1) })
    } else if (error.keyword === 'discriminator') {
      const tagged = errors.some((other) => within(other, error.instancePath) && carriesTag(other, error))
      if (tagged) notMeant.push({ definition: error.parentSchema, path: error.instancePath })
    } else if (error.keyword === 'oneOf' || error.keyword === 'anyOf') {
      notMeant.push(...lessLike(error).map((part) => ({ ...part, path: error.instancePath })))
    } else if (error.keyword === 'required' && isAlternative(error, errors)) {
      const first = (error.schema as string[])[0] ?? ''
      const absent = !Object.hasOwn(error.data as object, first)
      if (absent && !tagKeys.has(first) && !allAbsent(error, errors))
        notMeant.push({ definition: error.parentSchema, path: error.instancePath })
    }
  }
  return errors.filter(
    (error) =>
      !notMeant.some(
        ({ definition, path, isOnlyThere }) =>
          (isOnlyThere ? error.instancePath === path : within(error, path)) && partOf(definition, error.parentSchema),
      ),
  )
}

/**
 * Of the alternatives of an object, those whose keys are less like its own than those of the best one. What they share with others, as a
 * name or a field, says nothing of the parts of the object.
 */
function lessLike({ schema, data, parentSchema }: ErrorObject): { definition: AnySchemaObject; isOnlyThere: boolean }[] {
  if (!Array.isArray(schema) || !isObject(data) || Array.isArray(data)) return []
  const base = fileOf(parentSchema)
  const alternatives = (schema as AnySchemaObject[])
    .map((part) => resolve(part, base))
    .map((definition) => ({ definition, likeness: likeness(definition, data, base) }))
  const best = Math.max(...alternatives.map(({ likeness: own }) => own))
  return alternatives
    .filter(({ likeness: own }) => own < best)
    .flatMap(({ definition }) => {
      const composed = ((definition['allOf'] as AnySchemaObject[] | undefined) ?? []).map((part) => resolve(part, base))
      const shared = composed.map((part) => ({ definition: part, isOnlyThere: true }))
      return [{ definition, isOnlyThere: propertiesOf(definition) === undefined }, ...shared]
    })
}

/** How many keys of the object the alternative knows, and, where that decides nothing, how many it needs that are there. */
function likeness(definition: AnySchemaObject, data: object, base: string): number {
  const known = new Set(keysOfAll(definition, base))
  const required = (definition['required'] as string[] | undefined) ?? []
  const there = Object.keys(data).filter((key) => known.has(key)).length
  const isOther = Object.entries(data).some(([key, value]) => {
    const tag = tagKeys.has(key) ? propertiesOf(definition)?.[key]?.const : undefined
    return tag !== undefined && tag !== value
  })
  // A map takes keys of the author's own choice: more likely than an object none of whose keys is there.
  if (known.size === 0 && isObject(definition['additionalProperties'])) return 0.5
  return known.size === 0 || isOther ? -1 : there + required.filter((key) => Object.hasOwn(data, key)).length / 100
}

/** The keys of a definition and of its own alternatives. */
function keysOfAll(definition: AnySchemaObject, base: string): string[] {
  const parts = ['allOf', 'oneOf'].flatMap((word) => (definition[word] as AnySchemaObject[] | undefined) ?? [])
  return [
    ...Object.keys(propertiesOf(definition) ?? {}),
    ...parts.flatMap((part) => {
      const at = String(part['$ref'] ?? '').split('#')[0] || base
      return keysOfAll(resolve(part, base), at)
    }),
  ]
}

/** Name of the meta-schema that a definition stands in. */
function fileOf(definition: unknown): string {
  const file = [...shared, ...Object.values(metaSchemas)].find((schema) => partOf(schema, definition))
  return file?.$id ?? 'screen.schema.json'
}

const definitions = [...shared, ...Object.values(metaSchemas)].flatMap((schema) =>
  '$defs' in schema ? (Object.values(schema.$defs) as AnySchemaObject[]) : [],
)

function propertiesOf(schema: AnySchemaObject): Record<string, { const?: unknown }> | undefined {
  return schema['properties'] as Record<string, { const?: unknown }> | undefined
}

function carriesTag(other: ErrorObject, discriminator: ErrorObject): boolean {
  const value = discriminator.params['tagValue'] as unknown
  const tag = String(discriminator.params['tag'])
  return value !== undefined && propertiesOf(other.parentSchema as AnySchemaObject)?.[tag]?.const === value
}

function within(error: ErrorObject, path: string): boolean {
  return error.instancePath === path || error.instancePath.startsWith(`${path}/`)
}

/** Whether a part of a schema stands inside a definition (references are not followed). */
function partOf(definition: unknown, part: unknown): boolean {
  if (definition === part) return definition !== undefined
  return typeof definition === 'object' && definition !== null && Object.values(definition).some((value) => partOf(value, part))
}

/** No alternative's first key is there: then the value is of none of them, and each says what it needs. */
function allAbsent(error: ErrorObject, errors: ErrorObject[]): boolean {
  const data = error.data as object
  const union = errors.find((other) => unions.has(other.keyword) && other.instancePath === error.instancePath)
  const branches = (union?.schema ?? []) as AnySchemaObject[]
  if (!Array.isArray(branches)) return true
  return branches.every((branch) => {
    const first = (resolve(branch, 'screen.schema.json')['required'] as string[] | undefined)?.[0]
    return first === undefined || !Object.hasOwn(data, first)
  })
}

/**
 * Of all that ajv reports, the errors that an author caused: a union that failed is spoken of by its innermost error, a value of the
 * wrong type by one message for all its alternatives, and a known key that only looks unknown because its neighbour is wrong by none.
 */
function oneEach(errors: ErrorObject[]): ErrorObject[] {
  const kept = errors.filter((error) => {
    if (error.propertyName !== undefined) return error.keyword === 'propertyNames'
    if (unions.has(error.keyword)) return !errors.some((other) => other !== error && within(other, error.instancePath))
    if (unknownKeys.has(error.keyword)) return error.keyword === 'propertyNames' || !allowedKeys(error).includes(unknownKey(error))
    return true
  })
  return kept.filter((error) => {
    if (!isAlternative(error, errors)) return true
    const others = kept.filter((other) => other !== error && within(other, error.instancePath))
    const deeper = others.some((other) => other.instancePath !== error.instancePath)
    // An alternative for another type of value says nothing when one for this type got further.
    if (deeper && isObject(error.data) && wholeValue.has(error.keyword)) return false
    if (typeof error.data === 'object' && wholeValue.has(error.keyword)) return !others.some((other) => !wholeValue.has(other.keyword))
    // Keys of which any one would do are one mistake.
    if (error.keyword === 'required')
      return !kept
        .slice(0, kept.indexOf(error))
        .some((other) => sameValue(other, error) && other.keyword === 'required' && isRequiredAlternative(other, error))
    return true
  })
}

/** A required key that is only misspelt is told as the unknown key that it is. */
function withoutMisspelt(errors: ErrorObject[]): ErrorObject[] {
  const isMissing = (error: ErrorObject, path: string) => error.keyword === 'required' && error.instancePath === path
  const isUnknown = (error: ErrorObject, path: string) => closing.has(error.keyword) && error.instancePath === path
  return errors.filter((error) => {
    const path = error.instancePath
    if (!isMissing(error, path)) return true
    const unknown = errors.filter((other) => isUnknown(other, path))
    const missing = errors.filter((other) => isMissing(other, path))
    if (unknown.length === 1 && missing.length === 1) return false
    // No alternative's key is there, but another one: it is the one that is misspelt.
    if (missing.length > 1 && missing.every((one) => unknown.some((other) => other.parentSchema === one.parentSchema))) return false
    const meantKeys = unknown.map((other) => suggestKey(unknownKey(other), allowedKeys(other)))
    const misspelt = missing.find(({ params }) => meantKeys.includes(params['missingProperty'] as string))
    // Other alternatives miss keys of their own, and are not meant.
    return misspelt === undefined || (error !== misspelt && error.parentSchema === misspelt.parentSchema)
  })
}

const closing = new Set(['additionalProperties', 'unevaluatedProperties'])

const wholeValue = new Set(['type', 'const', 'enum', 'pattern'])

function isRequiredAlternative(a: ErrorObject, b: ErrorObject): boolean {
  return Object.keys(a.parentSchema ?? {}).length === 1 && Object.keys(b.parentSchema ?? {}).length === 1
}

function sameValue(a: ErrorObject, b: ErrorObject): boolean {
  return a.instancePath === b.instancePath
}

function isAlternative(error: ErrorObject, errors: ErrorObject[]): boolean {
  return errors.some((other) => unions.has(other.keyword) && other.instancePath === error.instancePath)
}

function unknownKey(error: ErrorObject): string {
  const params = error.params as { additionalProperty?: string; unevaluatedProperty?: string; propertyName?: string }
  return params.additionalProperty ?? params.unevaluatedProperty ?? params.propertyName ?? ''
}

function describe(error: ErrorObject, file: string, json: LocatedJson): SchemaProblem {
  const at = (pointer: string, key = false) => ({ file, ...json.locate(pointer, { key }) })
  if (unknownKeys.has(error.keyword)) {
    const key = unknownKey(error)
    const allowed = allowedKeys(error)
    const suggestion = suggestKey(key, allowed)
    const place = at(`${error.instancePath}/${key.replace(/~/g, '~0').replace(/\//g, '~1')}`, true)
    if (error.keyword === 'propertyNames')
      return { ...place, code: 'name', found: specText('name.rule', { name: key }), allowed: nameRule(error) }
    return {
      ...place,
      code: 'unknown-key',
      found: specText('key.unknown', { name: key }),
      allowed: allowed.join(', '),
      suggestion,
    }
  }
  const place = at(error.keyword === 'uniqueItems' ? `${error.instancePath}/${secondOf(error)}` : error.instancePath)
  switch (error.keyword) {
    case 'required':
      return {
        ...place,
        code: 'missing-key',
        found: specText('key.missing', { name: error.params['missingProperty'] }),
        ...alternativesOf(error),
      }
    case 'discriminator': {
      const tag = String(error.params['tag'])
      const tagValue = error.params['tagValue'] as unknown
      const allowed = tagsOf(error)
      if (tagValue === undefined)
        return { ...place, code: 'missing-key', found: specText('key.missing', { name: tag }), allowed: allowed.join(', ') }
      const suggestion = foreignTypes[String(tagValue)] ?? nearest(String(tagValue), allowed)
      return {
        ...at(`${error.instancePath}/${tag}`),
        code: 'unknown-value',
        found: specText('tag.unknown', { tag, value: tagValue }),
        allowed: allowed.join(', '),
        suggestion,
      }
    }
    case 'enum':
    case 'const': {
      const allowed = (error.keyword === 'enum' ? (error.params['allowedValues'] as unknown[]) : [error.params['allowedValue']]).map(String)
      const suggestion = nearest(String(error.data), allowed)
      return {
        ...place,
        code: 'unknown-value',
        found: specText('value.unknown', { value: shown(error.data) }),
        allowed: allowed.join(', '),
        suggestion,
      }
    }
    case 'type':
      return {
        ...place,
        code: 'type',
        found: specText('value.type', { value: shown(error.data) }),
        allowed: [error.params['type']].flat().join(', '),
      }
    case 'pattern':
      return {
        ...place,
        code: 'pattern',
        found: specText('value.rule', { value: shown(error.data) }),
        allowed: String(error.params['pattern']),
      }
    default:
      return { ...place, code: error.keyword, found: specText('value.rule', { value: shown(error.data) }), allowed: limitOf(error) }
  }
}

function shown(value: unknown): string {
  // Of a long list its beginning is shown; the rest need not be written.
  const start = Array.isArray(value) ? value.slice(0, 60) : isObject(value) ? Object.fromEntries(Object.entries(value).slice(0, 60)) : value
  const text = JSON.stringify(start)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Index of the later one of two equal items. */
function secondOf({ params }: ErrorObject): number {
  return Math.max(Number(params['i']), Number(params['j']))
}

/** Where one of several keys would do, all of them. */
function alternativesOf(error: ErrorObject): { allowed?: string } {
  const union = definitions.find((definition) => (definition['oneOf'] as unknown[] | undefined)?.includes(error.parentSchema))
  const branches = (union?.['oneOf'] ?? []) as { required?: string[]; properties?: object }[]
  const keys = branches.flatMap((branch) => (branch.properties ? [] : (branch.required ?? [])))
  return keys.length > 1 ? { allowed: keys.join(' | ') } : {}
}

function limitOf(error: ErrorObject): string {
  const limit = (error.params as { limit?: unknown; format?: unknown }).limit ?? (error.params as { format?: unknown }).format
  return limit === undefined ? error.keyword : `${error.keyword} ${String(limit)}`
}

function nameRule(error: ErrorObject): string {
  const schema = resolve(error.schema ?? {}, 'field.schema.json')
  return String(schema['pattern'] ?? '')
}

function suggestKey(key: string, allowed: string[]): string | undefined {
  const ours = foreignWords[key]
  return ours !== undefined && allowed.includes(ours) ? ours : nearest(key, allowed)
}

/** The keys that the object may have: its own and those of the definitions it is composed of. */
function allowedKeys(error: ErrorObject): string[] {
  return keysOf(error.parentSchema as AnySchemaObject, new Set())
}

function keysOf(schema: AnySchemaObject, seen: Set<AnySchemaObject>): string[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const composed = [...((schema['allOf'] as AnySchemaObject[] | undefined) ?? []), ...(schema['$ref'] ? [{ $ref: schema['$ref'] }] : [])]
  return [
    ...Object.keys((schema['properties'] as object | undefined) ?? {}),
    ...composed.flatMap((part) => keysOf(part['$ref'] ? resolve(part, 'field.schema.json') : part, seen)),
  ]
}

/** A `$ref` to a definition of the same or another meta-schema. */
function resolve(schema: AnySchemaObject, base: string): AnySchemaObject {
  const reference = schema['$ref'] as string | undefined
  if (reference === undefined) return schema
  const [name, fragment = ''] = reference.split('#')
  const files: Record<string, AnySchemaObject | undefined> = {
    'field.schema.json': field,
    'effects.schema.json': effects,
    ...Object.fromEntries(schemaKinds.map((kind) => [`${kind}.schema.json`, metaSchemas[kind]])),
  }
  let found: unknown = files[name || base]
  for (const part of fragment.split('/').slice(1)) found = (found as Record<string, unknown> | undefined)?.[part]
  return found ?? {}
}

function tagsOf(error: ErrorObject): string[] {
  const tag = String(error.params['tag'])
  const branches = ((error.parentSchema as AnySchemaObject)['oneOf'] ?? []) as AnySchemaObject[]
  const base = branches.some((branch) => String(branch['$ref'] ?? '').includes('Field')) ? 'field.schema.json' : 'screen.schema.json'
  return branches.flatMap((branch) => {
    const properties = resolve(branch, base)['properties'] as Record<string, { const?: string }> | undefined
    return properties?.[tag]?.const ?? []
  })
}

function unique(problems: SchemaProblem[]): SchemaProblem[] {
  const seen = new Map<string, SchemaProblem>()
  for (const problem of problems) {
    const key = `${problem.line}:${problem.column}:${problem.code === 'type' || problem.code === 'pattern' || problem.code === 'unknown-value' ? 'value' : problem.code + problem.found}`
    const known = seen.get(key)
    // Alternatives of one value are one mistake: what each of them allows stands in one message.
    if (known) {
      known.allowed = [...new Set([known.allowed, problem.allowed].flatMap((text) => text?.split(' | ') ?? []))].join(' | ')
      known.suggestion ??= problem.suggestion
    } else seen.set(key, { ...problem })
  }
  return [...seen.values()]
}
