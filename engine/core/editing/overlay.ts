import { codeKindAt } from '../check/codeNames'
import type { ProductSources } from '../compile'
import type { MetaSchema } from '../../spec/keywords'
import type { SchemaKind } from '../../spec/metaSchemas'
import type { Field } from '../../spec/generated/entity'
import type { Ledger } from '../../spec/generated/ledger'
import type { Screen } from '../../spec/generated/screen'
import { codeNames, tableNames } from './tableNames'
import { codesOfDictionary, productNames, rightsByMenu } from './productNames'
import { fieldsOf, linesOf, tableOf, type Table } from './tables'
import { ledgerNames } from './ledgerNames'
import { screenNames } from './screenNames'
import type { EditorSources, Name } from './name'
import { Spots, type Spot } from './spots'
import { addedTo, all, isOpen, open, when, type Schema } from './variants'
import type { Kind, LedgerKind, Place, RowKind, Said, ScreenKind } from './places'

/**
 * Whose names a walk adds. Each walk through a meta-schema adds the names of one owner alone, and an editor sees all walks that a file calls
 * for: that of the product, that of the entity it is about, that of the file itself.
 */
export interface Owner {
  /** Which file keeps what is added. */
  file: string
  /** Tells walks of one file apart. */
  part?: string | undefined
  isProduct?: true
  rows?: Table | undefined
  /** The rows around, where a keyword has turned to those of another table. */
  outer?: Table | undefined
  record?: Table
  screen?: Screen
  /** The screen is any of an entity, that may have names of its own beside these. */
  isAnyScreen?: true
  ledger?: Ledger
}

const rowKinds: Record<RowKind, true> = {
  own: true,
  field: true,
  shown: true,
  searched: true,
  editable: true,
  charted: true,
  user: true,
  lines: true,
  state: true,
  entityAction: true,
  rowAction: true,
  rowPage: true,
  path: true,
  around: true,
  keeper: true,
  expression: true,
}
const screenKinds: Record<ScreenKind, true> = {
  action: true,
  permission: true,
  page: true,
  section: true,
  endpoint: true,
  calculation: true,
  areaWidget: true,
}
const ledgerKinds: Record<LedgerKind, true> = { bucket: true, ownMovementType: true }

/**
 * The part of each meta-schema that leads to names, with the names in it, as schemas that stand beside the meta-schema and add to it. What
 * several places have in common is written once, as a definition of the owner.
 */
export class Overlay {
  readonly #spots: Spots
  readonly #given: EditorSources
  readonly #sources: ProductSources
  /** File → definition → schema. */
  readonly #definitions = new Map<string, Map<string, Schema | undefined>>()

  constructor(metaSchemas: readonly MetaSchema[], given: EditorSources) {
    this.#spots = new Spots(metaSchemas)
    this.#given = given
    this.#sources = given.sources
  }

  /** What this owner adds to a file of a kind; undefined where that is nothing. */
  ofFile(kind: SchemaKind, owner: Owner): Schema | undefined {
    return this.#definition(this.#spots.at(`${kind}.schema.json`, ''), owner, kind, '')
  }

  /** The files that references point to, by name. */
  get files(): ReadonlyMap<string, Schema> {
    return new Map(
      [...this.#definitions].map(([file, definitions]) => {
        const present = [...definitions].filter(([, schema]) => schema !== undefined)
        return [`${file}.json`, { $defs: Object.fromEntries(present) }]
      }),
    )
  }

  /** A reference to what the owner adds below a spot. @param at where in the file it stands, as a JSON pointer */
  #definition(spot: Spot, owner: Owner, kind: SchemaKind, at: string, isTurned = false): Schema | undefined {
    const name = `${isTurned ? 'of ' : ''}${spot.file.replace('.schema.json', '')}${spot.pointer.replace(/\/(\$defs|properties)\//g, ' ').replace(/\//g, ' ')}`
    return this.#once(owner.file, [owner.part ?? [], name].flat().join(' '), () => this.#below(spot, owner, kind, at, isTurned))
  }

  /** Makes a definition once. One that is no more than a choice stands for itself, so that what it is among sees it. */
  #once(file: string, name: string, make: () => Schema | undefined): Schema | undefined {
    const definitions = this.#definitions.get(file) ?? new Map<string, Schema | undefined>()
    this.#definitions.set(file, definitions)
    if (!definitions.has(name)) {
      const made = make()
      if (made && isOpen(made)) return made
      definitions.set(name, made)
    }
    return definitions.get(name) && { $ref: `${file}.json#/$defs/${encodeURIComponent(name)}` }
  }

  /** What the owner adds at a spot and below it. @param isTurned the rows are already those that a keyword beside it names */
  #below(spot: Spot, owner: Owner, kind: SchemaKind, at: string, isTurned = false): Schema | undefined {
    const { place } = spot
    // The names of code are places, too, but the product's alone.
    if (!owner.isProduct && !spot.leadsToNames) return undefined
    if (place.isFree) return undefined
    const here = place.isOfRecord ? partOf({ ...owner, rows: owner.record }, 'record') : owner
    if (place.value) return this.#value(place.value, here)
    if (place.where) return this.#where(here, place.where)
    const code = owner.isProduct && codeKindAt(kind, at)
    // A place that may also hold something else than a name is told by its variants.
    if (code && spot.whole['type'] === 'string') return this.#enumeration(owner, `code:${code}`)
    if (place.rows && !isTurned)
      return all([this.#below(spot, outside(here), kind, at, true), ...this.#turned(spot, place.rows, here, kind, at)])
    return all([
      this.#structure(spot, place, here, kind, at),
      ...(place.keys ? [this.#keys(place.keys, here)] : []),
      ...(place.values && here.rows ? [this.#where(here, 'nothing')] : []),
      ...(place.defaultOf ? this.#defaults(place.defaultOf, here) : []),
      ...(place.listByKey && here.isProduct ? [this.#rights(here)] : []),
    ])
  }

  /** What is added to the parts of a spot, where they stand. */
  #structure(spot: Spot, place: Place, owner: Owner, kind: SchemaKind, at: string): Schema | undefined {
    const below = (word: string, step: string): Schema | undefined => {
      const part = spot.below.get(word)
      return part && this.#below(part, owner, kind, `${at}${step}`)
    }
    const properties = spot.properties.flatMap(([name, part]) => {
      const found = this.#below(part, owner, kind, `${at}/${name}`)
      return found ? [[name, found] as const] : []
    })
    const isByKey = place.rowsByKey === 'lines' ? owner.rows !== undefined : place.rowsByKey === 'entity' && owner.isProduct === true
    const further = isByKey ? undefined : below('additionalProperties', '/x')
    // What the meta-schema lists is not further, whatever this leaves out of it.
    const listed = further ? spot.properties.map(([name]): [string, Schema] => [name, {}]) : []
    const items = below('items', '/0')
    return all([
      spot.target && this.#definition(spot.target, owner, kind, at),
      properties.length > 0 || further
        ? { properties: Object.fromEntries([...listed, ...properties]), ...(further && { additionalProperties: further }) }
        : undefined,
      items && { items },
      isByKey ? this.#entriesByKey(spot, owner, kind, at) : undefined,
      ...['oneOf', 'anyOf', 'allOf'].map((word) => this.#variants(spot, word, owner, kind, at)),
    ])
  }

  #variants(spot: Spot, word: string, owner: Owner, kind: SchemaKind, at: string): Schema | undefined {
    const variants = spot.variants(word).map((part) => ({ schema: part.whole, added: this.#below(part, owner, kind, at) }))
    return word === 'allOf' ? all(variants.map(({ added }) => added)) : addedTo(variants)
  }

  #value({ kind, of, isOpen: isOneOfMore }: Said, owner: Owner): Schema | undefined {
    const names = this.#enumeration(owner, kind, of)
    return names && (isOneOfMore || owner.isAnyScreen) ? open(names) : names
  }

  #keys({ kind, of, isOpen: isOneOfMore }: Said, owner: Owner): Schema | undefined {
    if (isOneOfMore || owner.isAnyScreen) return this.#openKeys(owner, kind, of)
    const names = this.#enumeration(owner, kind, of)
    return names && { propertyNames: names }
  }

  /** Keys that are proposed with their titles, and others that may be there. */
  #openKeys(owner: Owner, kind: Kind, of: Said['of']): Schema | undefined {
    const names = this.#names(owner, kind, of)
    return names && { properties: Object.fromEntries(names.map(({ name, says }) => [name, { markdownDescription: says }])) }
  }

  #names(owner: Owner, kind: Kind, of: Said['of'] = 'rows'): Name[] | undefined {
    if (kind in rowKinds) {
      const table = owner[of]
      return table && tableNames(kind as RowKind, table, this.#sources)
    }
    if (kind in screenKinds) return owner.screen && screenNames(kind as ScreenKind, owner.screen, this.#sources)
    if (kind in ledgerKinds) return owner.ledger && ledgerNames(kind as LedgerKind, owner.ledger)
    return owner.isProduct && productNames(kind, this.#given)
  }

  #enumeration(owner: Owner, kind: Kind, of?: Said['of']): Schema | undefined {
    const table = kind in rowKinds ? owner[of ?? 'rows'] : undefined
    if (kind in rowKinds && !table) return undefined
    const file = table?.file ?? owner.file
    return this.#once(file, ['names', table?.lines ?? [], kind].flat().join(' '), () => {
      const names = this.#names(owner, kind, of)
      return names && !(owner.isAnyScreen && names.length === 0) ? enumeration(names) : undefined
    })
  }

  /** For each table that the keyword may name: what is meant where it names this one. */
  #turned(spot: Spot, { by, names, elseRecord, unless }: NonNullable<Place['rows']>, owner: Owner, kind: SchemaKind, at: string): Schema[] {
    const turned = this.#tablesNamed(names, owner).flatMap(([name, table]) => {
      const added = this.#definition(spot, { file: table.file, part: table.lines, rows: table }, kind, at, true)
      if (!added) return []
      const named = when({ [by]: { const: name } }, added)
      return [unless === undefined ? named : { if: { required: [unless] }, else: named }]
    })
    const own =
      elseRecord && owner.record ? this.#definition(spot, { file: owner.record.file, rows: owner.record }, kind, at, true) : undefined
    return [...turned, ...(own ? [{ if: { required: [by] }, else: own }] : [])]
  }

  #tablesNamed(names: NonNullable<Place['rows']>['names'], owner: Owner): [name: string, table: Table][] {
    const named = (name: string, entity: string): [string, Table][] => {
      const table = tableOf(entity, this.#sources)
      return table ? [[name, table]] : []
    }
    if (names === 'lineTable') {
      const tables = owner.isProduct ? (productNames('lineTable', this.#given) ?? []) : []
      return tables.flatMap(({ name }) => named(name, name.split('.')[0] ?? name))
    }
    if (names === 'entity') return owner.isProduct ? Object.keys(this.#sources.entities).flatMap((name) => named(name, name)) : []
    if (names === 'lines') return owner.record ? linesOf(owner.record) : []
    return Object.entries(owner.rows ? fieldsOf(owner.rows) : {}).flatMap(([name, field]) =>
      field.type === 'ref' && typeof field.to === 'string' ? named(name, field.to) : [],
    )
  }

  /** The entries of a map whose keys are the line tables of the rows, or for the product's own walk entities. */
  #entriesByKey(spot: Spot, owner: Owner, kind: SchemaKind, at: string): Schema | undefined {
    const entry = spot.below.get('additionalProperties')
    if (!entry) return undefined
    const ofLines = (table: Table): Owner =>
      partOf({ ...owner, rows: table, ...(owner.record ? { record: table } : {}) }, table.lines ?? '')
    const owners: [string, Owner][] = owner.rows
      ? linesOf(owner.rows).map(([name, table]) => [name, ofLines(table)])
      : this.#tablesNamed('entity', owner).map(([name, table]) => [name, { file: table.file, rows: table }])
    const added = owners.flatMap(([name, of]) => {
      const found = this.#definition(entry, of, kind, `${at}/x`)
      return found ? [[name, found] as const] : []
    })
    return added.length > 0 ? { properties: Object.fromEntries(added) } : undefined
  }

  /** Fields as keys, each with the codes that it may be. */
  #where(owner: Owner, from: NonNullable<Place['where']>): Schema | undefined {
    return all([owner.rows && this.#whereOf(owner.rows), from === 'nothing' ? undefined : this.#whereFrom(owner, from)])
  }

  #whereOf(table: Table): Schema | undefined {
    const name = ['where', table.lines ?? []].flat().join(' ')
    return this.#once(table.file, name, () => this.#whereBelow(table, `${table.file}.json#/$defs/${encodeURIComponent(name)}`))
  }

  #whereBelow(table: Table, self: string): Schema {
    const fields = fieldsOf(table)
    const properties = Object.fromEntries(
      tableNames('field', table, this.#sources).map(({ name, says }) => {
        const field = fields[name]
        const codes = field && this.#codes(table, name, field)
        const list = codes && { type: 'array', items: { anyOf: [codes, { type: 'null' }] } }
        const said = codes && {
          anyOf: [
            codes,
            list,
            { type: ['object', 'null', 'boolean', 'number'], properties: { not: { anyOf: [codes, list, { type: ['object', 'null'] }] } } },
          ],
        }
        return [name, { markdownDescription: says, ...said }]
      }),
    )
    const anyOf = { items: { $ref: self } }
    return { properties: { ...properties, anyOf }, propertyNames: { enum: [...Object.keys(properties), 'anyOf'], doNotSuggest: true } }
  }

  /** Of a condition: the fields whose values `from` may take. */
  #whereFrom(owner: Owner, from: Said['of']): Schema | undefined {
    const names = this.#enumeration(owner, 'around', from)
    const value = names && { properties: { from: names, not: { properties: { from: names } } } }
    return value && { additionalProperties: value, properties: { anyOf: { items: { additionalProperties: value } } } }
  }

  #codes(table: Table, name: string, field: Field): Schema | undefined {
    const codes = codeNames(field, table.entity, this.#sources)
    return codes && this.#once(table.file, ['codes', table.lines ?? [], name].flat().join(' '), () => enumeration(codes))
  }

  /** For each field, or dictionary, that stands beside a default: the codes that this may be. */
  #defaults(by: 'field' | 'dictionary', owner: Owner): Schema[] {
    const given = (name: string, codes: Schema | undefined): Schema[] =>
      codes
        ? [
            when(
              { [by]: { const: name } },
              { properties: { default: { anyOf: [codes, { type: ['object', 'boolean', 'array'], items: codes }] } } },
            ),
          ]
        : []
    if (by === 'dictionary') {
      if (!owner.isProduct) return []
      return Object.keys(this.#sources.dictionaries).flatMap((name) =>
        given(
          name,
          this.#once(owner.file, `dictionary ${name}`, () => enumeration(codesOfDictionary(name, this.#sources))),
        ),
      )
    }
    const { rows } = owner
    if (!rows) return []
    return Object.entries(fieldsOf(rows)).flatMap(([name, field]) => given(name, this.#codes(rows, name, field)))
  }

  /** For each menu: the rights that its screens have. */
  #rights(owner: Owner): Schema | undefined {
    return this.#once(owner.file, 'rights', () => ({
      properties: Object.fromEntries([...rightsByMenu(this.#sources)].map(([menu, rights]) => [menu, { items: enumeration(rights) }])),
    }))
  }
}

/** Of what stands beside a keyword that turns to other rows: whose those are this walk does not know. */
function outside({ rows, ...owner }: Owner): Owner {
  return partOf({ ...owner, outer: rows }, 'outer')
}

function partOf(owner: Owner, part: string): Owner {
  return { ...owner, part: [owner.part ?? [], part].flat().join(' ') }
}

/** Names as alternatives, each with what it is. */
function enumeration(names: readonly Name[]): Schema {
  return { type: 'string', enum: names.map(({ name }) => name), markdownEnumDescriptions: names.map(({ says }) => says) }
}
