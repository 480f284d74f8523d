import type { Action } from '../../../spec/generated/entity'
import type { ResolvedEntity } from '../../compile'
import { compareDecimals } from '../../decimal'
import { expressionDependencies, type Expression } from '../../expression'
import { typesOfFields } from '../types'
import { carriedTypes } from './amounts'
import { parsed } from './figure'
import { inside, placeOfAction, tell, type Place } from './place'
import { heldBuckets, type Effects, type KnownLedger } from './product'

/** What a ledger owns nobody else writes; what it books can be taken back or says that it cannot; its limits need no other row. */
export function checkBuckets(effects: Effects): void {
  const ranks = new Map<number, string>()
  const owners = new Map<string, string>()
  for (const ledger of Object.values(effects.ledgers)) {
    const { name, source } = ledger
    const place: Place = { source: `ledgers/${name}`, pointer: '', report: effects.report }
    claim(ranks, source.rank, name, inside(place, 'rank'), String(source.rank))
    for (const bucket of Object.keys(source.buckets)) {
      for (const entity of Object.keys(source.balances)) {
        claim(owners, `${entity}.${bucket}`, name, inside(place, 'buckets', bucket), `${entity}.${bucket}`)
        checkAlone(entity, bucket, effects)
      }
      checkGivenBack(ledger, bucket, inside(place, 'buckets', bucket))
    }
    for (const type of Object.keys(ledger.types)) checkInverse(ledger, type, inside(place, 'types', type))
    checkLimitReads(ledger, place, effects)
    checkCarriedHolds(ledger, place, effects)
  }
}

function claim<K>(taken: Map<K, string>, key: K, ledger: string, place: Place, name: string): void {
  const other = taken.get(key)
  if (other === undefined) taken.set(key, ledger)
  else tell(place, 'check.twice', { name, other: `ledgers/${other}` }, { key: place.pointer.startsWith('/buckets') })
}

/** No form, no action, no reference and no default writes a bucket. */
function checkAlone(entity: string, bucket: string, effects: Effects): void {
  const { sources, report, entities } = effects
  const whole = entities[entity]
  const field = whole?.fields[bucket]
  if (!whole || !field) return
  const place = placeOfField(entity, bucket, effects)
  const say = (at: Place, key = false): void => tell(at, 'check.bucket-alone', { name: bucket }, key ? { key } : {})
  if (field.system === undefined) say(place, true)
  for (const keyword of ['value', 'query', 'follows', 'sumOf', 'required'] as const)
    if (keyword in field && Reflect.get(field, keyword) !== undefined) say(inside(place, keyword), true)
  const start = field.default
  if (start !== undefined && !(typeof start !== 'object' && Number(start) === 0)) say(inside(place, 'default'), true)
  const min = 'min' in field ? field.min : undefined
  if (min !== undefined && compareDecimals(min, '0') > 0) tell(inside(place, 'min'), 'check.bucket-min', { name: bucket })
  for (const [name, each] of Object.entries(whole.fields))
    if ('fill' in each && each.fill && Object.hasOwn(each.fill, bucket))
      say(inside(placeOfField(entity, name, effects), 'fill', bucket), true)
  for (const [name, action] of Object.entries(whole.actions ?? {}))
    for (const keyword of ['set', 'ask'] as const)
      if (Object.hasOwn(action[keyword] ?? {}, bucket) && isOfRecord(action, keyword, bucket))
        say(inside(placeOfAction(entity, name, keyword, sources, report), bucket), true)
}

/** An input of the dialog alone may have any name, but writes the field of that name. */
function isOfRecord(action: Action, keyword: 'set' | 'ask', name: string): boolean {
  const asked = keyword === 'ask' ? action.ask?.[name] : true
  return typeof asked !== 'object' || asked.type !== 'lines'
}

function placeOfField(entity: string, name: string, { sources, report }: Effects): Place {
  const own = sources.entities[entity]
  if (own?.fields[name]) return { source: `entities/${entity}`, pointer: `/fields/${name}`, report }
  const group = (own?.include ?? []).findLast((each) => sources.groups[each]?.fields?.[name])
  if (group === undefined) return { source: `entities/${entity}`, pointer: '', report }
  return { source: `groups/${group}`, pointer: `/fields/${name}`, report: report.inEntity(entity) }
}

/** The type that gives a unit of a held bucket back takes it out of there, by one amount, and opens no other hold. */
function checkGivenBack(ledger: KnownLedger, bucket: string, place: Place): void {
  const held = ledger.source.buckets[bucket]?.held
  const type = held === undefined ? undefined : ledger.types[held]
  if (!type) return
  const signs = Object.values(type.by[bucket] ?? {})
  const at = inside(place, 'held')
  if (signs.length !== 1 || signs[0] !== -1) tell(at, 'check.held-type', { type: type.name, bucket })
  const others = [...heldBuckets(ledger, type.name, 1), ...heldBuckets(ledger, type.name, -1)].filter((other) => other !== bucket)
  if (others.length > 0) tell(at, 'check.held-moves-on', { type: type.name, buckets: others.join(', ') })
}

/** Either the inverse moves each amount the other way, or nothing takes the type back. */
function checkInverse({ source, types }: KnownLedger, name: string, place: Place): void {
  const { inverse, final } = source.types[name] ?? {}
  if ((inverse === undefined) === (final === undefined)) return tell(place, 'check.inverse-or-final', { name }, { key: true })
  const [here, there] = [types[name], types[inverse ?? '']]
  if (!here || !there) return
  const negative = Object.fromEntries(
    Object.entries(here.by).map(([bucket, signs]) => [
      bucket,
      Object.fromEntries(Object.entries(signs).map(([amount, sign]) => [amount, -sign])),
    ]),
  )
  if (!isSame(negative, there.by)) tell(inside(place, 'inverse'), 'check.not-inverse', { name, inverse: there.name })
}

type By = Record<string, Record<string, number>>

function isSame(one: By, other: By): boolean {
  const flat = (by: By): string[] =>
    Object.entries(by)
      .flatMap(([bucket, signs]) => Object.entries(signs).map(([amount, sign]) => `${bucket} ${amount} ${sign}`))
      .sort()
  return flat(one).join() === flat(other).join()
}

/** A limit is judged on the balance alone, under its lock: it reads its own columns, formulas over these, and the day. */
function checkLimitReads({ source }: KnownLedger, place: Place, effects: Effects): void {
  for (const [index, { that }] of (source.limits ?? []).entries()) {
    const at = inside(place, 'limits', index, 'that')
    const expression = parsed(that)
    if (!expression) continue
    for (const entity of Object.keys(source.balances)) {
      const whole = effects.entities[entity]
      const foreign = whole && foreignRead(expression, whole, effects, new Set())
      if (foreign === undefined) continue
      tell(at, 'check.limit-reads', { name: foreign, entity })
      break
    }
  }
}

/** The first name that is no own column. */
function foreignRead(expression: Expression, entity: ResolvedEntity, effects: Effects, seen: ReadonlySet<string>): string | undefined {
  if (asksTheClock(expression)) return 'now()'
  for (const path of expressionDependencies(expression)) {
    const field = entity.fields[path]
    // The words for a reference are another row's; a name that is not there is told as such.
    const isDisplay = !field && Object.hasOwn(typesOfFields(entity.fields, effects.sources), path)
    if (isDisplay || field?.query !== undefined || Object.hasOwn(entity.lines ?? {}, path.split('.')[0] ?? '')) return path
    if (field?.value === undefined || field.stored || seen.has(path)) continue
    const formula = parsed(field.value)
    const foreign = formula && foreignRead(formula, entity, effects, new Set([...seen, path]))
    if (foreign !== undefined) return foreign
  }
  return undefined
}

function asksTheClock(node: Expression): boolean {
  switch (node.kind) {
    case 'call':
      return node.name === 'now' || node.arguments.some(asksTheClock)
    case 'list':
      return node.items.some(asksTheClock)
    case 'unary':
      return asksTheClock(node.operand)
    case 'binary':
      return asksTheClock(node.left) || asksTheClock(node.right)
    case 'conditional':
      return [node.condition, node.whenTrue, node.whenFalse].some(asksTheClock)
    default:
      return false
  }
}

/**
 * What is carried along is given back with what it was carried from, so what gives that hold back is carried to what gives the other one back.
 * Where nothing is held here, the hold there stands alone, and is freed by itself.
 */
function checkCarriedHolds(ledger: KnownLedger, place: Place, effects: Effects): void {
  for (const [index, tie] of (ledger.source.also ?? []).entries()) {
    for (const type of Object.keys(ledger.types)) {
      for (const there of carriedTypes(ledger, type, [tie.balance], effects)) {
        const opened = heldBuckets(there.ledger, there.type.name, 1)
        const wanted = opened.flatMap((each) => there.ledger.source.buckets[each]?.held ?? [])
        for (const bucket of heldBuckets(ledger, type, 1)) {
          const back = ledger.source.buckets[bucket]?.held ?? ''
          const backs = carriedTypes(ledger, back, [tie.balance], effects).map((each) => each.type.name)
          const at = inside(place, 'also', index, ...(tie.types ? ['types', type] : []))
          if (!wanted.every((each) => backs.includes(each))) tell(at, 'check.also-gives-back', { type, back, wanted: wanted.join(', ') })
        }
      }
    }
  }
}
