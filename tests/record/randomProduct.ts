import fc from 'fast-check'
import type { ProductSources } from '../../engine/core/compile'

/** What one random field or cell is like; formulas read names that come before it, so that there are no circles. */
interface Part {
  type: Record<string, unknown>
  required: false | true | string
  settled: 'typed' | 'default' | 'presets' | 'follows' | 'value'
  formula: string
}

/** Of the header, and of the rows: some names are both, which is where the sides used to disagree. */
export const headerNames = ['a', 'b', 'c', 'note', 'day', 'e', 'f', 'g']
export const cellNames = ['a', 'x', 'note', 'y', 'g', 'z']

const numbers = fc.constantFrom(
  { type: 'digit' },
  { type: 'digit', decimals: 2, min: '0' },
  { type: 'money' },
  { type: 'money', decimals: 4, max: '500' },
  { type: 'percent' },
)
const types: Record<string, fc.Arbitrary<Record<string, unknown>>> = {
  note: fc.constantFrom({ type: 'text', maxLength: 4 }, { type: 'textarea', maxLength: 6 }),
  day: fc.constant({ type: 'date' }),
}

const isNumber = (name: string): boolean => !Object.hasOwn(types, name)

/** A number, of numbers that are known. */
function formulaOver(known: readonly string[], sums: readonly string[]): fc.Arbitrary<string> {
  const operand = fc.constantFrom(...known.filter(isNumber), ...sums, '2', '0.5')
  return fc.oneof(
    fc.tuple(operand, fc.constantFrom('+', '-', '*'), operand).map((parts) => parts.join(' ')),
    fc.tuple(operand, operand).map(([one, other]) => `coalesce(${one}, ${other}, 1)`),
    fc.tuple(operand, operand).map(([one, other]) => `max([${one}, ${other}])`),
    operand.map((one) => `round(${one} / 3, 2)`),
  )
}

function conditionOver(known: readonly string[]): fc.Arbitrary<string> {
  const named = fc.constantFrom(...known)
  const number = fc.constantFrom(...known.filter(isNumber), '1')
  return fc.oneof(
    named.map((name) => `${name} != null`),
    named.map((name) => `isEmpty(${name})`),
    fc.tuple(number, number).map(([one, other]) => `coalesce(${one}, 0) > coalesce(${other}, 0)`),
  )
}

function partOf(name: string, known: readonly string[], sums: readonly string[], settles: Part['settled'][]): fc.Arbitrary<Part> {
  const conditions = known.length > 0 ? [conditionOver(known)] : []
  return fc.record({
    type: types[name] ?? numbers,
    required: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true), ...conditions),
    settled: isNumber(name) && known.some(isNumber) ? fc.constantFrom(...settles) : fc.constant('typed'),
    formula: known.some(isNumber) || sums.length > 0 ? formulaOver(known, sums) : fc.constant('1'),
  })
}

function partsOf(names: readonly string[], beyond: readonly string[], sums: readonly string[]): fc.Arbitrary<Part[]> {
  const settles: Part['settled'][] = ['typed', 'typed', 'default', 'presets', 'follows', 'value']
  return fc.tuple(
    ...names.map((name, index) => {
      const known = [...new Set([...names.slice(0, index), ...beyond.filter((each) => !names.includes(each))])]
      // What sums up rows is computed: rows are typed after it.
      return sums.length > 0 && name === 'g' ? partOf(name, known, sums, ['value']) : partOf(name, known, [], settles)
    }),
  )
}

function declared(names: readonly string[], parts: readonly Part[]): Record<string, object> {
  return Object.fromEntries(
    names.map((name, index) => {
      const { type, required, settled, formula } = parts[index] as Part
      const field = { ...type, title: name.toUpperCase() }
      if (settled === 'value') return [name, { ...field, min: undefined, max: undefined, value: formula, stored: true }]
      return [
        name,
        {
          ...field,
          ...(required === false ? {} : { required }),
          ...(settled === 'default' ? { default: type['type'] === 'digit' ? 3 : '3' } : {}),
          ...(settled === 'presets' ? { default: { expression: formula } } : {}),
          ...(settled === 'follows' ? { follows: formula } : {}),
        },
      ]
    }),
  )
}

/** A product of one entity with one line table, whose page shows all of it, parts under conditions. */
export const randomProduct: fc.Arbitrary<ProductSources> = fc
  .record({
    header: partsOf(headerNames, [], ['sum(rows.x)', 'sum(rows.z)', 'count(rows.y)']),
    cells: partsOf(cellNames, ['b', 'c', 'e'], []),
    visible: fc.option(conditionOver(['a', 'b', 'note'])),
    asked: fc.option(conditionOver(['a', 'b'])),
    check: fc.option(fc.constantFrom('coalesce(a, 0) <= coalesce(b, 100)', 'c != 7', 'isEmpty(note) or e != 0')),
    minRows: fc.constantFrom(0, 0, 1),
  })
  .map(({ header, cells, visible, asked, check, minRows }) => {
    const shown = [
      { field: 'c', ...(visible === null ? {} : { visible }) },
      { field: 'day', ...(asked === null ? {} : { required: asked }) },
    ]
    const sources = {
      product: { language: 1, title: 'Random', userEntity: 'staff', scopes: {} },
      groups: {},
      dictionaries: {},
      entities: {
        staff: {
          language: 1,
          title: 'Staff',
          label: 'staffName',
          scope: 'global',
          fields: { staffName: { type: 'text', title: 'Name', maxLength: 40, required: true } },
        },
        paper: {
          language: 1,
          title: 'Paper',
          label: 'paperNo',
          serial: { prefix: 'PA' },
          scope: 'global',
          fields: { paperNo: { type: 'serial', title: 'Number' }, ...declared(headerNames, header) },
          lines: { rows: { title: 'Rows', minRows, fields: declared(cellNames, cells) } },
          ...(check === null ? {} : { checks: [{ that: check, message: 'That does not fit', field: 'a' }] }),
        },
      },
      screens: {
        'desk/paper': {
          language: 1,
          title: 'Papers',
          entity: 'paper',
          endpoints: { base: '/api/desk/paper' },
          pages: {
            list: { columns: ['paperNo'], toolbar: ['add'], rowActions: ['edit'] },
            edit: {
              kind: 'record',
              sections: { Paper: ['a', 'b', ...shown, 'note', 'e', 'f', 'g'] },
              tabs: { Rows: { lines: 'rows', columns: cellNames } },
            },
          },
        },
      },
      menus: {
        language: 1,
        menus: [
          { id: '1', pid: '0', mpid: -1, name: 'Desk', icon: 'bars', seq: 1 },
          { id: '1-1', pid: '1', mpid: '1', name: 'Papers', router: '/paper', seq: 1, menuName: 'desk_paper' },
          { id: '1-1-1', pid: '1-1', mpid: '1-1', name: 'Paper', router: '/paper/edit', seq: 1, hidden: true, menuName: 'desk_paper' },
        ],
      },
      roles: { language: 1, roles: {} },
    }
    // Written as the files are, whose types cannot be told of what is drawn by chance; the schema check reads them first.
    return JSON.parse(JSON.stringify(sources)) as ProductSources
  })

/** What a user types into an input, by the name of the field: mostly what fits. */
function typedInto(name: string): fc.Arbitrary<unknown> {
  if (name === 'note') return fc.constantFrom('ab', 'abcd', ' a ', 'abcdefg', null)
  if (name === 'day') return fc.constantFrom('2026-11-20', '2026-02-28', null)
  return fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('1', '2', '3.5', '12.25', '0', '400') },
    fc.constantFrom('-4', '0.125', '1.00001', '600', null),
  )
}

export type Step =
  | { kind: 'field'; name: string; value: unknown }
  | { kind: 'add' }
  | { kind: 'cell'; row: number; name: string; value: unknown }
  | { kind: 'remove'; row: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(...headerNames).chain((name) => typedInto(name).map((value): Step => ({ kind: 'field', name, value }))),
  },
  { weight: 2, arbitrary: fc.constant<Step>({ kind: 'add' }) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.nat(2), fc.constantFrom(...cellNames))
      .chain(([row, name]) => typedInto(name).map((value): Step => ({ kind: 'cell', row, name, value }))),
  },
  { weight: 1, arbitrary: fc.nat(2).map((row): Step => ({ kind: 'remove', row })) },
)

/** What a user does to a form, one thing after the other. */
export const randomSteps = fc.array(step, { minLength: 1, maxLength: 14 })
