import type { MetaSchema } from '../../spec/keywords'
import { places, type Place } from './places'
import { entries, isSchema, type Schema } from './variants'

const nowhere: Place = {}

/** A part of a meta-schema. What is around and below it is worked out once, however often it is walked through. */
export class Spot {
  readonly file: string
  readonly pointer: string
  readonly schema: Schema
  readonly place: Place
  readonly #all: Spots
  #below: ReadonlyMap<string, Spot> | undefined
  #properties: [string, Spot][] | undefined
  #whole: Schema | undefined
  #leads: boolean | undefined

  constructor(all: Spots, file: string, pointer: string, schema: Schema) {
    this.#all = all
    this.file = file
    this.pointer = pointer
    this.schema = schema
    this.place = places[`${file}#${pointer}`] ?? nowhere
  }

  /** What stands below it, by the words that lead there: `properties/title`, `items`, `oneOf/0`. */
  get below(): ReadonlyMap<string, Spot> {
    this.#below ??= new Map(
      partsOf(this.schema).map(([step, schema]) => [step, new Spot(this.#all, this.file, `${this.pointer}/${step}`, schema)]),
    )
    return this.#below
  }

  get properties(): readonly [name: string, spot: Spot][] {
    this.#properties ??= this.#under('properties')
    return this.#properties
  }

  /** The schemas of `oneOf`, `anyOf` or `allOf`. */
  variants(word: string): Spot[] {
    return word in this.schema ? this.#under(word).map(([, spot]) => spot) : []
  }

  #under(word: string): [step: string, spot: Spot][] {
    return [...this.below].flatMap(([step, spot]) =>
      step.startsWith(`${word}/`) ? [[step.slice(word.length + 1), spot] as [string, Spot]] : [],
    )
  }

  /** The definition that it refers to. */
  get target(): Spot | undefined {
    const { $ref } = this.schema
    return typeof $ref === 'string' ? this.#all.at($ref, this.file) : undefined
  }

  /** Its schema with what it refers to, as far as variants are told apart by it. */
  get whole(): Schema {
    const [first] = this.schema['type'] === undefined ? this.variants('allOf') : []
    this.#whole ??= { ...first?.whole, ...this.target?.whole, ...this.schema }
    return this.#whole
  }

  /** Whether there is a place for a name here or below. */
  get leadsToNames(): boolean {
    if (this.#leads === undefined) {
      // One that refers to itself is asked for while it is worked out.
      this.#leads = false
      this.#leads =
        this.place !== nowhere || this.target?.leadsToNames === true || [...this.below.values()].some(({ leadsToNames }) => leadsToNames)
    }
    return this.#leads
  }
}

/** The parts of all meta-schemas. */
export class Spots {
  readonly #roots: ReadonlyMap<string, Spot>
  readonly #known = new Map<string, Spot>()

  constructor(metaSchemas: readonly MetaSchema[]) {
    this.#roots = new Map(metaSchemas.map((schema) => [schema.$id, new Spot(this, schema.$id, '', schema)]))
  }

  /** The part that a reference of a file points to. */
  at(reference: string, from: string): Spot {
    const [to = '', pointer = ''] = reference.split('#')
    const file = to === '' ? from : to
    const address = `${file}#${pointer}`
    const found = this.#known.get(address) ?? this.#find(file, pointer)
    if (!found) throw new Error(`${from} refers to ${reference}, which there is not`)
    this.#known.set(address, found)
    return found
  }

  #find(file: string, pointer: string): Spot | undefined {
    const root = this.#roots.get(file)
    const schema = pointer
      .split('/')
      .slice(1)
      .reduce<unknown>((around, step) => (isSchema(around) ? around[step] : undefined), root?.schema)
    if (!root || !isSchema(schema)) return undefined
    return pointer === '' ? root : new Spot(this, file, pointer, schema)
  }
}

function partsOf(schema: Schema): [step: string, schema: Schema][] {
  const single = ['additionalProperties', 'items'].map((word): [string, unknown] => [word, schema[word]])
  const named = entries(schema['properties']).map(([name, part]): [string, unknown] => [`properties/${name}`, part])
  const listed = ['oneOf', 'anyOf', 'allOf'].flatMap((word) => {
    const parts = schema[word]
    return Array.isArray(parts) ? parts.map((part: unknown, index): [string, unknown] => [`${word}/${index}`, part]) : []
  })
  return [...named, ...single, ...listed].flatMap(([step, part]) => (isSchema(part) ? [[step, part] as [string, Schema]] : []))
}
