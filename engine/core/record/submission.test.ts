import { describe, expect, it } from 'vitest'
import type { HistoryEntry, RecordChange } from '../wire'
import { changesSinceSubmission } from './submission'

let ids = 0
const entry = (action: string, states: [from?: string, to?: string] = [], changes?: RecordChange[]): HistoryEntry => {
  const [from, to] = states
  ids += 1
  return { id: String(ids), action, actionTitle: action, from, to, operator: 'Wang', at: '2026-11-20T01:00:00.000Z', changes }
}
const change = (field: string, before: unknown, after: unknown, row?: RecordChange['row']): RecordChange => ({
  field,
  title: field,
  before,
  after,
  ...(row ? { row } : {}),
})
const create = entry('create', [undefined, 'DRAFT'])
const submit = (changes?: RecordChange[]) => entry('submit', ['DRAFT', 'AUDITING'], changes)
const reject = entry('reject', ['AUDITING', 'DRAFT'], [change('auditOpinion', null, 'too much')])
const edit = (...changes: RecordChange[]) => entry('edit', [], changes)
const shown = (history: HistoryEntry[], own?: string[]) => {
  const since = changesSinceSubmission(history, 'AUDITING', new Set(own))
  return since?.changed.map(({ field, before, after }) => [field, before, after])
}

describe('what was changed since the last submission', () => {
  it('is not asked at a first one, nor where the record never was in the state', () => {
    expect(shown([create, edit(change('amount', '1', '2')), submit()])).toBeUndefined()
    expect(shown([create])).toBeUndefined()
    expect(shown([])).toBeUndefined()
  })

  it('is each field once, from what had been submitted to what is now, in its first order', () => {
    const history = [
      create,
      edit(change('name', 'a', 'b')),
      submit(),
      reject,
      edit(change('amount', '5', '7'), change('day', '1st', '2nd')),
      edit(change('amount', '7', '9'), change('note', null, 'new')),
      submit(),
    ]
    expect(shown(history)).toEqual([
      ['amount', '5', '9'],
      ['day', '1st', '2nd'],
      ['note', null, 'new'],
    ])
  })

  it('is nothing that was taken back again, that the decision wrote, or that actions write of themselves', () => {
    const history = [
      create,
      submit(),
      reject,
      edit(change('amount', '5', '7')),
      edit(change('amount', '7', '5')),
      submit([change('submittedAt', '1st', '2nd'), change('reason', 'a', 'b')]),
    ]
    expect(shown(history, ['submittedAt'])).toEqual([['reason', 'a', 'b']])
  })

  it('counts from the last of several submissions, also when the last one was withdrawn', () => {
    const withdraw = entry('withdraw', ['AUDITING', 'DRAFT'])
    const history = [
      create,
      submit(),
      reject,
      edit(change('amount', '5', '7')),
      submit(),
      withdraw,
      edit(change('day', '1', '2')),
      submit(),
    ]
    expect(shown(history)).toEqual([['day', '1', '2']])
    expect(shown([create, submit(), withdraw, submit()])).toEqual([])
  })

  it('is of line tables which rows came and went, and cells of those that stayed', () => {
    const history = [
      create,
      submit(),
      reject,
      edit(
        change('goods.0.qty', '5', '6'),
        change('goods.2.name', null, 'cloth', 'added'),
        change('goods.2.qty', null, '3', 'added'),
        change('goods.1', 'wood 4', null, 'removed'),
      ),
      // The third row is the second one now, and not the one of which something was said before.
      edit(change('goods.0.qty', '6', '7'), change('goods.1.qty', '3', '4')),
      submit(),
    ]
    const since = changesSinceSubmission(history, 'AUDITING')
    expect(since?.added.map(({ lines, row, cells }) => [lines, row, cells])).toEqual([['goods', 3, ['cloth', '3']]])
    expect(since?.changed.map(({ field, before, after }) => [field, before, after])).toEqual([
      ['goods.0.qty', '5', '6'],
      ['goods.1', 'wood 4', null],
      ['goods.0.qty', '6', '7'],
      ['goods.1.qty', '3', '4'],
    ])
  })
})
