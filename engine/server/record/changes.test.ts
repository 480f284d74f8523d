import { expect, it } from 'vitest'
import { compileProduct } from '../../core/compile'
import { librarySources } from '../../core/testing/library'
import { shownChanges } from './changes'

it('tells codes by their titles and a number with what it is counted in, as the record says beside them', () => {
  const sources = librarySources()
  sources.dictionaries['mark'] = { language: 1, title: '标记', items: { X: '甲', Y: '乙' } }
  const lending = sources.entities['lending']!
  lending.fields['what'] = { type: 'select', title: '看什么', dictionary: 'genre' }
  lending.fields['value'] = { type: 'text', title: '值', maxLength: 20, codes: { from: 'what', in: { NOVEL: 'mark' } } }
  lending.fields['measure'] = { type: 'text', title: '单位', maxLength: 20 }
  lending.fields['weight'] = { type: 'digit', title: '重量', decimals: 4, unitFrom: 'measure' }
  const plan = compileProduct(sources)
  const before = { what: 'NOVEL', value: 'X', measure: '吨', weight: '1.0000' }
  const after = { ...before, value: 'X,Y', weight: '2.5000' }
  expect(shownChanges(plan, plan.entities['lending']!, before, after)).toEqual([
    { field: 'value', title: '值', before: '甲', after: '甲、乙' },
    { field: 'weight', title: '重量', before: '1.0000 吨', after: '2.5000 吨' },
  ])
  expect(shownChanges(plan, plan.entities['lending']!, before, { ...before, value: null })).toEqual([
    { field: 'value', title: '值', before: '甲', after: null },
  ])
})
