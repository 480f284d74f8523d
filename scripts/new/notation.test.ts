import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatProblem } from '../../engine/spec/problem'
import { readFieldKeywords } from './fieldKeywords'
import { parseFields, writableTypes, writeFields, type FieldJson } from './notation'

const types = readFieldKeywords(process.cwd())
const parsed = (text: string) => parseFields(text, types).fields
const told = (text: string, names = {}) => parseFields(text, types, names).problems.map(formatProblem)

describe('a list of fields', () => {
  it('is read as an entity file holds them', () => {
    expect(
      parsed(
        'plateNo:text(10):车牌号!, carrierId:ref(enterprise):承运企业!,kind:select(vehicleKind, default=VAN):车辆类型,loadTons:digit(2,unit=吨,min=0.01):载重',
      ),
    ).toEqual({
      plateNo: { type: 'text', title: '车牌号', maxLength: 10, required: true },
      carrierId: { type: 'ref', title: '承运企业', to: 'enterprise', required: true },
      kind: { type: 'select', title: '车辆类型', dictionary: 'vehicleKind', default: 'VAN' },
      loadTons: { type: 'digit', title: '载重', decimals: 2, unit: '吨', min: '0.01' },
    })
  })

  it('may leave out the length of a text, and say flags by their name', () => {
    expect(parsed('name:text:名称,note:textarea:备注,tags:select(tag,multiple):标签')).toEqual({
      name: { type: 'text', title: '名称', maxLength: 50 },
      note: { type: 'textarea', title: '备注', maxLength: 500 },
      tags: { type: 'select', title: '标签', dictionary: 'tag', multiple: true },
    })
  })

  it('gives defaults of the type that the field has, formulas among them', () => {
    const { seats, open, from, price } = parsed(
      'seats:digit(default=4):座位,open:switch(default=true):开放,from:date(default=today()):起始,price:digit(2,default=1.5):单价',
    )
    expect([seats, open, from, price].map((field) => field?.['default'])).toEqual([4, true, { expression: 'today()' }, '1.5'])
  })

  it('says the prefix of a document number', () => {
    expect(parseFields('vehicleNo:serial(CL):车辆编号', types)).toMatchObject({
      fields: { vehicleNo: { type: 'serial', title: '车辆编号' } },
      serialPrefix: 'CL',
      problems: [],
    })
  })

  it.each([
    ['a:foo:甲', '--fields:1:3  没有名为“foo”的类型  可用：text, '],
    ['ok:date:好,a:dat:甲', '--fields:1:13  没有名为“dat”的类型'],
    ['a:constructor:甲', '没有名为“constructor”的类型'],
    ['a:status:甲', '没有名为“status”的类型'],
    ['Ab:text:甲', '--fields:1:1  “Ab”不能作字段名'],
    ['a-b:text:甲', '--fields:1:1  “a-b”不能作字段名'],
    ['id:text:甲', '“id”由引擎保管'],
    ['a:text:甲,a:date:乙', '--fields:1:10  字段“a”写了两次'],
    ['a:text', '“a:text”不是一个字段  可用：名称:类型(选项):标题'],
    ['a:text(10:甲', '不是一个字段'],
    ['a:text:!', '标题应有 1 至 40 个字'],
    ['a:select:甲', '类型“select”缺少 dictionary  可用：select(…)'],
    ['a:serial:甲', '单号缺少前缀'],
    ['a:text(ten):甲', '--fields:1:8  选项“maxLength”的值“ten”不是数字'],
    ['a:digit(2,decimal=3):甲', '类型“digit”没有选项“decimal”'],
    ['a:digit(2,constructor=3):甲', '没有选项“constructor”'],
    ['a:digit(2,decimals=3):甲', '选项“decimals”写了两次'],
    ['a:date(2):甲', '类型“date”没有选项“2”'],
  ])('%s is refused with its place', (text, sentence) => {
    expect(told(text)).toHaveLength(1)
    expect(told(text)[0]).toContain(sentence)
  })

  it('names dictionaries and entities that there are', () => {
    const names = { dictionary: ['vehicleKind'], to: ['enterprise'] }
    expect(told('a:select(vehicleKinds):甲,b:ref(enterprise):乙,c:ref(entreprise):丙', names)).toEqual([
      '--fields:1:10  没有名为“vehicleKinds”的 dictionary  可用：vehicleKind  是否想写“vehicleKind”？',
      '--fields:1:52  没有名为“entreprise”的 entity  可用：enterprise  是否想写“enterprise”？',
    ])
  })
})

describe('any list of fields', () => {
  const name = fc
    .stringMatching(/^[a-z][A-Za-z0-9]{0,20}$/)
    .filter((each) => !/^(id|version|status|(created|updated)(ById|At))$/.test(each))
  const word = fc.stringMatching(/^[A-Za-z\u4e00-\u9fa5]{1,12}$/)
  const code = fc.stringMatching(/^[a-z][A-Za-z]{0,8}$/)
  const options = fc.oneof(
    fc.record({ type: fc.constant('text'), maxLength: fc.integer({ min: 1, max: 1000 }) }),
    fc.record({ type: fc.constant('digit'), decimals: fc.integer({ min: 0, max: 6 }), unit: word }),
    fc.record({ type: fc.constant('select'), dictionary: code, default: fc.stringMatching(/^[A-Z]{2,6}$/) }),
    fc.record({ type: fc.constant('ref'), to: code, multiple: fc.constant(true) }),
    fc.record({ type: fc.constant('date'), default: fc.record({ expression: fc.constantFrom('today()', 'addDays(today(), 7)') }) }),
  )
  const field = fc
    .tuple(options, word, fc.boolean())
    .map(([{ type, ...more }, title, required]): FieldJson => ({ type, title, ...more, ...(required ? { required: true } : {}) }))

  it('is read back as it was written', () => {
    fc.assert(
      fc.property(fc.dictionary(name, field, { minKeys: 1, maxKeys: 8, noNullPrototype: true }), (fields) => {
        expect(parseFields(writeFields({ fields }), types)).toEqual({ fields, problems: [] })
      }),
    )
  })

  it('is answered with fields or with mistakes inside of the text, never by an exception', () => {
    const pieces = fc.constantFrom('a', 'b1', 'text', 'select', ':', ',', '(', ')', '!', '=', ' ', '车', '9', 'constructor')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
        const text = parts.join('')
        for (const { column } of parseFields(text, types).problems) {
          expect(column).toBeGreaterThan(0)
          expect(column).toBeLessThanOrEqual(text.length + 1)
        }
      }),
    )
  })
})

it('every type of the engine can be written, but for the state that groups bring', () => {
  const least: Record<string, string> = { select: 'select(a)', ref: 'ref(a)', serial: 'serial(AB)', kind: 'kind(a)', json: 'json(a)' }
  for (const type of writableTypes(types))
    expect(parseFields(`a:${least[type] ?? type}:甲`, types), `of ${type}`).toMatchObject({ fields: { a: { type } }, problems: [] })
})
