import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProductSources } from '../../engine/core/compile'
import type { Field } from '../../engine/spec/generated/entity'
import type { Screen } from '../../engine/spec/generated/screen'
import { insertInto, textOfNew } from './jsonText'
import { missingInEntity, missingInScreen } from './merge'

const text = (title: string): Field => ({ type: 'text', title, maxLength: 10 })
const sources = { entities: { enterprise: { label: 'enterpriseName' } } } as unknown as ProductSources

describe('an entity that is there', () => {
  const present = { no: text('编号'), status: { type: 'status', title: '状态' } as Field }

  it('gets new fields behind those that they follow, and keeps its own as they are', () => {
    const asked = { no: { type: 'text', title: '车牌', maxLength: 20 }, kind: { type: 'text', title: '类型', maxLength: 10 } }
    expect(missingInEntity({ fields: present }, { fields: asked })).toEqual({
      insertions: [{ path: ['fields', 'kind'], value: asked.kind, after: 'no' }],
      words: [
        '不改：no 的 title 仍为 "编号"，这次写的是 "车牌"',
        '不改：no 的 maxLength 仍为 10，这次写的是 20',
        '字段：+ 类型（kind），在 编号 之后',
      ],
    })
  })

  it('lacks nothing of what it has', () => {
    expect(missingInEntity({ fields: present }, { fields: { no: { type: 'text', title: '编号', maxLength: 10 } } })).toEqual({
      insertions: [],
      words: [],
    })
  })
})

describe('a screen that is there', () => {
  const fields = {
    no: text('编号'),
    carrierId: { type: 'ref', title: '承运', to: 'enterprise' } as Field,
    kind: text('类型'),
    day: text('日期'),
  }
  const screen = {
    pages: {
      list: { search: ['no'], columns: [{ field: 'no', link: 'detail' }, 'kind'] },
      detail: { kind: 'record', sections: { 基本: ['no', 'kind'], 其他: { fields: ['day'], collapsed: true } } },
      edit: { kind: 'record', like: 'detail' },
    },
  } as unknown as Screen

  it('shows a new field behind the one that it follows, a reference by the name of its row', () => {
    expect(missingInScreen(screen, ['carrierId'], fields, sources)).toEqual({
      insertions: [
        { path: ['pages', 'list', 'columns', 1], value: 'carrierName' },
        { path: ['pages', 'detail', 'sections', '基本', 1], value: 'carrierId' },
      ],
      words: ['list 的列：+ 承运，在 编号 之后', 'detail 的“基本”：+ 承运，在 编号 之后'],
    })
  })

  it('does not show again what is there, nor what was not added now', () => {
    expect(missingInScreen(screen, ['kind', 'day'], fields, sources).insertions).toEqual([
      { path: ['pages', 'list', 'columns', 2], value: 'day' },
    ])
    expect(missingInScreen(screen, [], fields, sources)).toEqual({ insertions: [], words: [] })
  })

  it('puts several that come together one behind the other', () => {
    const more = { ...fields, one: text('一'), two: text('二') }
    const { insertions } = missingInScreen(screen, ['one', 'two'], more, sources)
    expect(insertions.map(({ path, value }) => [path.at(-1), value])).toEqual([
      [2, 'one'],
      [3, 'two'],
      [1, 'one'],
      [2, 'two'],
    ])
  })
})

describe('insertInto', () => {
  it('leaves every other line as it stands', () => {
    const before = '{\n  "a": [\n    1,\n    2\n  ],\n\n  "b": { "x": 1, "y": 2 }\n}\n'
    const after = insertInto(before, [
      { path: ['a', 1], value: 9 },
      { path: ['b', 'n'], value: true, after: 'x' },
    ])
    expect(JSON.parse(after)).toEqual({ a: [1, 9, 2], b: { x: 1, n: true, y: 2 } })
    expect(Object.keys((JSON.parse(after) as { b: object }).b)).toEqual(['x', 'n', 'y'])
    expect(after).toContain('],\n\n  "b": { "x": 1,')
  })

  it('makes what is around the place, and puts a key at the end when the one before is not there', () => {
    expect(JSON.parse(insertInto('{ "a": {} }', [{ path: ['b', 'c', 'd'], value: 1 }]))).toEqual({ a: {}, b: { c: { d: 1 } } })
    expect(insertInto('{ "a": 1 }', [{ path: ['b'], value: 2, after: 'x' }]).replaceAll(/\s/g, '')).toBe('{"a":1,"b":2}')
  })
})

describe('textOfNew', () => {
  it('opens the maps that are named, and those of one level by a star', () => {
    const value = { pages: { list: { a: [1] }, edit: { deep: { b: 2 } } }, more: { c: 3 } }
    expect(textOfNew(value, ['pages', 'pages/*'])).toBe(
      '{\n"pages": {\n"list": {\n"a": [1]\n},\n"edit": {\n"deep": { "b": 2 }\n}\n},\n"more": { "c": 3 }\n}',
    )
  })

  it('says what any value says', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(textOfNew(value, ['a', 'b/*']))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})
