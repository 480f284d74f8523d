import { beforeEach, describe, expect, it } from 'vitest'
import { createStore } from '../../memory/storage'
import { draftKey, readDraft, startWith, writeDraft } from './draft'
import { createFormModel } from './model'
import { fieldPlan, itemPlan, linesPlan } from '../../../core/testing/fieldPlans'
import type { Values } from '../../../core/record/values'

const party = fieldPlan('partyId', 'ref', {
  ref: { entity: 'party', title: 'party', label: 'name', multiple: false, display: 'partyName' },
})
const plan = {
  sections: [{ title: '', items: [fieldPlan('note'), fieldPlan('fee', 'money'), party].map((field) => itemPlan(field)) }],
  lines: [linesPlan('goods', [fieldPlan('n')])],
  checks: [],
}
const record: Values = { id: '7', version: 3, note: 'a', fee: '1.00', partyId: '1', partyName: 'one', goods: [{ id: '9', n: 'x' }] }
const modelOf = (start: { record: Values; values?: Values }, isNew = false) =>
  createFormModel({ plan, ...start, isNew, environment: { today: '2026-03-05', now: '2026-03-05T00:00:00Z' }, formats: {} })

const store = createStore(() => window.sessionStorage, 'p-')
const key = draftKey('1', 'funds/loan', 'edit', '7')

beforeEach(() => window.sessionStorage.clear())

function kept(): NonNullable<ReturnType<typeof readDraft>> {
  const draft = readDraft(store, key)
  if (!draft) throw new Error('no draft')
  return draft
}

describe('a draft', () => {
  it('holds what was changed, with the names of references and whole line tables', () => {
    const model = modelOf({ record })
    model.enter('partyId', '2', [{ value: '2', label: 'two' }])
    model.lines.get('goods')?.insert(1, [{ n: 'y' }])
    writeDraft(store, key, model, 'k1')
    expect(kept()).toMatchObject({
      values: { partyId: '2', partyName: 'two', goods: [{ id: '9', n: 'x' }, { n: 'y' }] },
      base: { partyId: '1', partyName: 'one' },
      version: 3,
      idempotencyKey: 'k1',
    })
    expect(kept().values).not.toHaveProperty('note')
  })

  it('is forgotten when everything is as it was', () => {
    const model = modelOf({ record })
    model.enter('note', 'b')
    writeDraft(store, key, model, 'k1')
    model.enter('note', 'a')
    writeDraft(store, key, model, 'k1')
    expect(readDraft(store, key)).toBeUndefined()
  })

  it('lies over the record as it is now, but counts as a change of the record as it was', () => {
    const before = modelOf({ record })
    before.enter('note', 'mine')
    writeDraft(store, key, before, 'k1')
    const now = { ...record, version: 5, note: 'theirs', fee: '2.00' }
    const model = modelOf(startWith(kept(), now))
    expect(model.values()).toMatchObject({ note: 'mine', fee: '2.00' })
    expect(model.changes()).toEqual({ values: { note: 'mine' }, clear: [] })
    expect(model.record).toMatchObject({ version: 3, note: 'a' })
  })

  it('brings back a field that was emptied', () => {
    const before = modelOf({ record })
    before.enter('note', '')
    writeDraft(store, key, before, 'k1')
    expect(modelOf(startWith(kept(), record)).changes()).toEqual({ values: {}, clear: ['note'] })
  })

  it('survives a store that throws for as long as the page lives', () => {
    const broken = createStore(() => {
      throw new DOMException('denied', 'SecurityError')
    }, 'p-')
    const model = modelOf({ record })
    model.enter('note', 'b')
    writeDraft(broken, key, model, 'k1')
    expect(readDraft(broken, key)?.values).toEqual({ note: 'b' })
  })

  it('is not made of what something else has stored there', () => {
    store.set(key, { values: 'x' })
    expect(readDraft(store, key)).toBeUndefined()
  })

  it('belongs to one user, page and record', () => {
    const keys = [
      draftKey('1', 's', 'edit', '7'),
      draftKey('2', 's', 'edit', '7'),
      draftKey('1', 's', 'edit', undefined),
      draftKey('1', 't', 'edit', '7'),
    ]
    expect(new Set(keys).size).toBe(4)
  })
})
