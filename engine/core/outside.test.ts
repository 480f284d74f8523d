import { expect, it } from 'vitest'
import { compileProduct } from './compile'
import { withoutInternal } from './outside'
import { librarySources } from './testing/library'

it('leaves out columns, items, dialog inputs and cells of internal fields, and sections of nothing else', () => {
  const sources = librarySources()
  const { staff, lending } = sources.entities
  sources.product.outside = { by: 'partnerId', ours: '本馆' }
  staff!.fields['partnerId'] = { type: 'ref', title: '所属馆', to: 'branch' }
  const [screen, group] = [sources.screens['base/lending']!, sources.groups['approval']!]
  lending!.fields['advice'] = { type: 'text', title: '内部说明', maxLength: 30, internal: true }
  lending!.lines!['books']!.fields!['weight'] = { type: 'digit', title: '内部分值', internal: true }
  lending!.states!['DRAFT']!.internal = true
  screen.pages.list!.columns.push('advice')
  group.actions!['approve']!.ask = { advice: false, ...group.actions!['approve']!.ask }
  const detail = screen.pages['detail'] as unknown as { sections: Record<string, string[]> }
  detail.sections = { ...detail.sections, 内部: ['advice'] }

  const plan = compileProduct(sources).screens['base/lending']!
  const shown = withoutInternal(plan)
  expect(JSON.stringify(plan)).toContain('内部说明')
  for (const word of ['内部说明', '内部分值', '"内部"']) expect(JSON.stringify({ ...shown, access: undefined })).not.toContain(word)
  expect(shown.states?.['DRAFT']).toEqual(plan.states?.['DRAFT'])
  const others = (columns: readonly { key: string }[]) => columns.map(({ key }) => key).filter((key) => key !== 'advice')
  const [before, after] = [plan.pages['list'], shown.pages['list']]
  expect(after?.kind === 'list' && others(after.columns)).toEqual(before?.kind === 'list' && others(before.columns))
  expect(withoutInternal(shown)).toEqual(shown)
})
