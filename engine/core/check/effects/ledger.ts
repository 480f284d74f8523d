import type { Field } from '../../../spec/generated/entity'
import type { Ledger } from '../../../spec/generated/ledger'
import type { ExpressionScopeTypes } from '../../expression'
import { typeOf } from '../types'
import { checkType, checkWhen, withEach } from './moves'
import { checkBalance } from './paths'
import { checkStepSource, inside, isKnown, tell, type Place } from './place'
import { isNumber, tablesOf, targetsOf, type Effects, type KnownLedger } from './product'
import { typesOfBalance, typesOfStep } from './scope'

/** Checks that what a ledger names is there and fits. */
export function checkLedger(ledger: KnownLedger, effects: Effects): void {
  const { name, source } = ledger
  const place: Place = { source: `ledgers/${name}`, pointer: '', report: effects.report }
  checkBalances(place, source, effects)
  checkBuckets(place, ledger, effects)
  checkTypes(place, ledger)
  checkJournal(place, ledger, effects)
  checkLimits(place, ledger, effects)
  for (const [index, tie] of (source.also ?? []).entries()) checkAlso(inside(place, 'also', index), tie, ledger, effects)
  for (const [index, holder] of (source.holders ?? []).entries()) checkHolder(inside(place, 'holders', index), holder, ledger, effects)
}

function checkBalances(place: Place, { balances, journal }: Ledger, effects: Effects): void {
  const journalEntity = journal === true ? undefined : effects.entities[journal.entity]
  for (const [entity, reference] of Object.entries(balances)) {
    const at = inside(place, 'balances', entity)
    if (!isKnown(at, 'entity', entity, tablesOf(effects), { key: true })) continue
    if (effects.entities[entity]?.appendOnly) tell(at, 'check.balance-append-only', { entity }, { key: true })
    if (reference === true) {
      if (journal !== true) tell(at, 'check.journal-reference', { entity })
    } else if (journal === true) tell(at, 'check.own-journal', { entity })
    else if (journalEntity && isKnown(at, 'field', reference, Object.keys(journalEntity.fields))) {
      if (targetsOf(journalEntity.fields[reference])?.join() !== entity) tell(at, 'check.scope-target', { path: reference, entity })
    }
  }
}

function checkBuckets(place: Place, { source }: KnownLedger, { entities }: Effects): void {
  for (const [bucket, { held }] of Object.entries(source.buckets)) {
    const at = inside(place, 'buckets', bucket)
    for (const entity of Object.keys(source.balances)) {
      const fields = entities[entity]?.fields
      if (!fields) continue
      if (!isKnown(at, `field of ${entity}`, bucket, Object.keys(fields), { key: true })) continue
      if (!isNumber(fields[bucket])) tell(at, 'check.bucket-number', { bucket, entity }, { key: true })
    }
    if (held !== undefined) isKnown(inside(at, 'held'), 'type', held, Object.keys(source.types))
  }
}

function checkTypes(place: Place, { source }: KnownLedger): void {
  for (const [name, { by, inverse }] of Object.entries(source.types)) {
    const at = inside(place, 'types', name)
    for (const bucket of Object.keys(by)) isKnown(inside(at, 'by', bucket), 'bucket', bucket, Object.keys(source.buckets), { key: true })
    if (inverse !== undefined) isKnown(inside(at, 'inverse'), 'type', inverse, Object.keys(source.types))
  }
}

function checkJournal(place: Place, { source, types }: KnownLedger, effects: Effects): void {
  const { journal, balances, buckets } = source
  if (journal === true) return
  const at = inside(place, 'journal')
  if (!isKnown(inside(at, 'entity'), 'entity', journal.entity, tablesOf(effects))) return
  const entity = effects.entities[journal.entity]
  if (!entity) return
  if (!entity.appendOnly) tell(inside(at, 'entity'), 'check.journal-append-only', { entity: journal.entity })
  if (isKnown(inside(at, 'type'), 'field', journal.type, Object.keys(entity.fields))) {
    const field = entity.fields[journal.type]
    const dictionary = field && 'dictionary' in field ? effects.sources.dictionaries[field.dictionary] : undefined
    if (field && typeOf(field) !== 'text') tell(inside(at, 'type'), 'check.journal-type', { name: journal.type })
    if (dictionary)
      for (const { name, shown } of Object.values(types))
        if (shown === undefined) isKnown(inside(place, 'types', name), 'code', name, Object.keys(dictionary.items), { key: true })
        else isKnown(inside(place, 'types', name, 'as'), 'code', shown, Object.keys(dictionary.items))
  }
  const amounts = new Set(Object.values(types).flatMap((type) => type.amounts))
  const scope: ExpressionScopeTypes = {
    of: typesOfBalance(Object.keys(balances), effects),
    ...(amounts.has('amount') ? { amount: 'number' } : {}),
    amounts: { record: numbers([...amounts]) },
    by: { record: numbers(Object.keys(buckets)) },
    doc: { record: { type: 'text', id: 'text', no: 'text', line: 'text', step: 'text' } },
    user: 'text',
  }
  checkSet(inside(at, 'set'), journal.set, entity.fields, scope)
  const { ofDocument = [], noted = [], undone = {} } = journal
  for (const [index, name] of ofDocument.entries())
    if (isKnown(inside(at, 'ofDocument', index), 'field', name, Object.keys(entity.fields)))
      checkOfDocument(inside(at, 'ofDocument', index), name, entity.fields[name] as Field, effects)
  for (const [index, name] of noted.entries()) isKnown(inside(at, 'noted', index), 'field', name, Object.keys(entity.fields))
  const note = { record: Object.fromEntries(noted.flatMap((name) => (entity.fields[name] ? [[name, typeOf(entity.fields[name])]] : []))) }
  checkSet(inside(at, 'undone'), undone, entity.fields, { ...scope, note })
  // What is freed moves by itself, and nobody is there to note anything.
  const held = Object.values(buckets).some((bucket) => bucket.held !== undefined)
  if (held && noted.length > 0) tell(inside(at, 'noted'), 'check.noted-held', {}, { key: true })
}

/** Some document that books has such a field, and none has another thing by its name. */
function checkOfDocument(place: Place, name: string, field: Field, { entities }: Effects): void {
  const kindOf = (of: Field): string => [typeOf(of), ...(targetsOf(of) ?? [])].join(' ')
  const documents = Object.entries(entities).flatMap(([entity, { fields, actions = {} }]) => {
    const found = Object.values(actions).some(({ moves = [] }) => moves.length > 0) ? fields[name] : undefined
    return found ? [{ entity, found }] : []
  })
  if (documents.length === 0) return tell(place, 'check.of-no-document', { name })
  for (const { entity, found } of documents) if (kindOf(found) !== kindOf(field)) tell(place, 'check.of-other-document', { name, entity })
}

function checkSet(place: Place, set: Record<string, string>, fields: Record<string, Field>, scope: ExpressionScopeTypes): void {
  for (const [name, value] of Object.entries(set)) {
    const field = inside(place, name)
    if (isKnown(field, 'field', name, Object.keys(fields), { key: true }))
      checkStepSource(field, value, scope, [typeOf(fields[name] as Field)])
  }
}

function numbers(names: readonly string[]): ExpressionScopeTypes {
  return Object.fromEntries(names.map((name) => [name, 'number' as const]))
}

function checkLimits(place: Place, { source }: KnownLedger, effects: Effects): void {
  const names = Object.keys(source.balances)
  const balance = typesOfBalance(names, effects)
  const types = typeof balance === 'object' && 'record' in balance ? balance.record : {}
  // A misspelt balance is reported where it is named; its fields are unknown, so limits over them are not checked.
  const isReadable = names.every((name) => effects.entities[name])
  for (const [index, limit] of (source.limits ?? []).entries()) {
    const at = inside(place, 'limits', index)
    if (isReadable) checkStepSource(inside(at, 'that'), limit.that, types, ['boolean'])
    for (const [row, type] of limit.on.entries()) isKnown(inside(at, 'on', row), 'type', type, Object.keys(source.types))
    if (!isReadable) continue
    for (const [name, value] of Object.entries(limit.params ?? {})) checkStepSource(inside(at, 'params', name), value, types, ['any'])
  }
}

/** A movement is carried to a balance of the ledger that it is carried in, by types that take the same amounts. */
function checkAlso(place: Place, tie: NonNullable<Ledger['also']>[number], ledger: KnownLedger, effects: Effects): void {
  const { source, types, name } = ledger
  if (!isKnown(inside(place, 'balance'), 'balance', tie.balance, Object.keys(source.balances))) return
  const fields = effects.entities[tie.balance]?.fields ?? {}
  if (!isKnown(inside(place, 'on'), 'field', tie.on, Object.keys(fields))) return
  const targets = targetsOf(fields[tie.on])
  if (targets?.length !== 1) return tell(inside(place, 'on'), 'check.path-reference', { name: tie.on })
  const [target = ''] = targets
  const reaches = (there: KnownLedger, at: Place): void => {
    if (Object.hasOwn(there.source.balances, target)) return
    tell(at, 'check.not-a-balance', { entity: target, ledger: there.name }, { allowed: Object.keys(there.source.balances).join(', ') })
  }
  if (tie.types === undefined) return reaches(ledger, inside(place, 'on'))
  for (const [type, there] of Object.entries(tie.types)) {
    const at = inside(place, 'types', type)
    if (!isKnown(at, 'type', type, Object.keys(types), { key: true })) continue
    const found = checkType(at, there, effects)
    if (!found) continue
    reaches(found.ledger, at)
    const here = types[type]?.amounts ?? []
    if (found.type.amounts.some((amount) => !here.includes(amount)))
      tell(at, 'check.also-amounts', { type: `${name}.${type}`, there }, { allowed: here.join(', ') })
  }
}

function checkHolder(place: Place, holder: NonNullable<Ledger['holders']>[number], ledger: KnownLedger, effects: Effects): void {
  const held = Object.entries(ledger.source.buckets).flatMap(([bucket, each]) => (each.held === undefined ? [] : [bucket]))
  isKnown(inside(place, 'bucket'), 'held bucket', holder.bucket, held)
  if (!isKnown(inside(place, 'entity'), 'entity', holder.entity, tablesOf(effects))) return
  const record = effects.entities[holder.entity]
  if (!record) return
  const step = withEach(place, holder.each, { entity: holder.entity, record, action: {} })
  checkBalance(inside(place, 'of'), holder.of, ledger, step, effects)
  // Nobody is at work.
  const { before: _before, form: _form, user: _user, ...types } = typesOfStep(step, effects)
  checkStepSource(inside(place, 'amount'), holder.amount, types, ['number'])
  checkWhen(place, holder.when, types)
}
