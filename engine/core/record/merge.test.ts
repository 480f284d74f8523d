import { describe, expect, it } from 'vitest'
import { mergeChanges, resolveConflicts } from './merge'
import { fieldPlan, linesPlan } from '../testing/fieldPlans'

const party = fieldPlan('partyId', 'ref', {
  ref: { entity: 'party', title: 'party', label: 'name', multiple: false, display: 'partyName' },
})
const goods = linesPlan('goods', [fieldPlan('qty', 'digit')])
const writable = { fields: [fieldPlan('note'), fieldPlan('amount', 'money'), party], lines: [goods] }
const base = { version: 1, note: 'a', amount: '1.00', partyId: '1', partyName: 'one', goods: [{ id: '9', qty: 1 }] }

describe('merging with what somebody else saved', () => {
  it('keeps my fields and takes theirs when they do not overlap', () => {
    const merge = mergeChanges(writable, base, { ...base, note: 'mine' }, { ...base, version: 2, amount: '5.00' })
    expect(merge.conflicts).toEqual([])
    expect(merge.kept).toEqual(['note'])
    expect(merge.values).toMatchObject({ version: 2, note: 'mine', amount: '5.00' })
  })
  it('carries the shown name with a reference of mine', () => {
    const merge = mergeChanges(writable, base, { ...base, partyId: '2', partyName: 'two' }, { ...base, version: 2 })
    expect(merge.values).toMatchObject({ partyId: '2', partyName: 'two' })
  })
  it('carries what the choice of a reference has filled and nobody types, also where I insist on it', () => {
    const chosen = {
      ...party,
      ref: { entity: 'party', title: 'party', label: 'name', multiple: false, display: 'partyName', fill: { grade: 'grade' } },
    }
    const fields = [fieldPlan('note'), chosen]
    const graded = { ...base, grade: 'A' }
    const mine = { ...graded, partyId: '2', partyName: 'two', grade: 'B' }
    expect(mergeChanges({ fields, lines: [] }, graded, mine, { ...graded, version: 2, note: 'b' }).values).toMatchObject({
      note: 'b',
      grade: 'B',
    })
    const merge = mergeChanges({ fields, lines: [] }, graded, mine, { ...graded, version: 2, partyId: '3', grade: 'C' })
    expect(merge.values).toMatchObject({ partyId: '3', grade: 'C' })
    expect(resolveConflicts(merge, mine, new Set(['partyId']))).toMatchObject({ partyId: '2', grade: 'B' })
  })
  it('is no conflict when both typed the same', () => {
    const merge = mergeChanges(writable, base, { ...base, amount: '5' }, { ...base, version: 2, amount: '5.00' })
    expect(merge.conflicts).toEqual([])
    expect(merge.values['amount']).toBe('5.00')
  })
  it('asks about a field that both changed, and holds theirs until decided', () => {
    const mine = { ...base, partyId: '2', partyName: 'two', amount: '7.00' }
    const merge = mergeChanges(writable, base, mine, { ...base, version: 2, partyId: '3', partyName: 'three', amount: '5.00' })
    expect(merge.conflicts.map(({ name, mine: my, theirs }) => [name, my, theirs])).toEqual([
      ['amount', '7.00', '5.00'],
      ['partyId', '2', '3'],
    ])
    expect(merge.values).toMatchObject({ amount: '5.00', partyId: '3' })
    expect(resolveConflicts(merge, mine, new Set(['partyId']))).toMatchObject({ amount: '5.00', partyId: '2', partyName: 'two' })
  })
  it('takes a row of one of several entities and its kind as one', () => {
    const to = (entity: string) => ({ entity, title: entity, label: 'name', multiple: false, display: 'aboutName' })
    const about = fieldPlan('aboutId', 'ref', {
      mixed: { kind: 'aboutType', display: 'aboutName', to: { party: to('party'), book: to('book') } },
    })
    const fields = [fieldPlan('aboutType', 'kind', { kinds: { party: 'Party', book: 'Book' } }), about]
    const record = { version: 1, aboutType: 'party', aboutId: '1', aboutName: 'one' }
    const mine = { ...record, aboutType: 'book', aboutId: '1', aboutName: 'first book' }
    const kept = mergeChanges({ fields, lines: [] }, record, mine, { ...record, version: 2 })
    expect(kept).toEqual({ values: { ...mine, version: 2 }, kept: ['aboutId'], conflicts: [] })

    const theirs = { ...record, version: 2, aboutId: '2', aboutName: 'two' }
    const merge = mergeChanges({ fields, lines: [] }, record, mine, theirs)
    expect(merge.conflicts.map(({ name }) => name)).toEqual(['aboutId'])
    expect(merge.values).toEqual(theirs)
    expect(resolveConflicts(merge, mine, new Set(['aboutId']))).toEqual({ ...mine, version: 2 })
  })
  it('takes a line table as a whole', () => {
    const mine = { ...base, goods: [{ id: '9', qty: 2 }] }
    expect(mergeChanges(writable, base, mine, { ...base, version: 2 }).values['goods']).toEqual([{ id: '9', qty: 2 }])
    expect(mergeChanges(writable, base, mine, { ...base, version: 2, goods: [] }).conflicts).toHaveLength(1)
  })
  it('adds a row of mine anew that they have deleted, where I insist on mine', () => {
    const two = { ...base, goods: [...base.goods, { id: '10', qty: 5 }] }
    const mine = { ...two, goods: [{ id: '9', qty: 2 }, { id: '10', qty: 5 }, { qty: 7 }] }
    const merge = mergeChanges(writable, two, mine, { ...two, version: 2, goods: [{ id: '10', qty: 6 }] })
    expect(resolveConflicts(merge, mine, new Set(['goods']))['goods']).toEqual([{ qty: 2 }, { id: '10', qty: 5 }, { qty: 7 }])
  })
})
