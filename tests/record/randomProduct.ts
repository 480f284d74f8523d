import fc from 'fast-check'
import type { ProductSources } from '../../engine/core/compile'
import { staff } from '../../engine/server/testing/smallProduct'

/** What one random field or cell is like; formulas read names that come before it, so that there are no circles. */
interface Part {
  type: Record<string, unknown>
  required: false | true | string
  /** Needed for the action, in place of `required`. */
  needed: boolean
  settled: 'typed' | 'default' | 'presets' | 'follows' | 'value'
  formula: string
}

/** Of the header, and of the rows: some names are both, which is where the sides used to disagree. */
export const headerNames = ['a', 'b', 'c', 'note', 'day', 'e', 'f', 'g']
export const cellNames = ['a', 'x', 'note', 'y', 'g', 'z']
/** A reference of header and rows that fills others, and a text of the header that only it writes. */
export const reference = 'thing'
export const filledText = 'seen'
/** The action, and what its dialog asks beside fields of the record. */
export const action = 'settle'
const opinion = 'opinion'

/** What there is to choose; some of it fits no field, some says nothing. */
export const things = [
  { name: 'Lamp', size: '2', price: '12.25', word: 'ab' },
  { name: 'Table', size: '600', price: '3.5', word: 'abcdefg' },
  { name: 'Void', size: null, price: null, word: null },
]

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
    required: fc.oneof({ weight: 8, arbitrary: fc.constant(false) }, fc.constant(true), ...conditions),
    needed: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
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
      const { type, required, needed, settled, formula } = parts[index] as Part
      // What a default or another field fills where nobody sees it is held by the limits of the database alone.
      const isUnseen = name === 'c' && (settled === 'presets' || settled === 'follows')
      const field = { ...type, title: name.toUpperCase(), ...(isUnseen ? { min: undefined, max: undefined } : {}) }
      if (settled === 'value') return [name, { ...field, min: undefined, max: undefined, value: formula, stored: true }]
      return [
        name,
        {
          ...field,
          ...(required === false ? {} : { required }),
          ...(needed && required !== true ? { requiredFor: [action] } : {}),
          ...(settled === 'default' ? { default: type['type'] === 'digit' ? 3 : '3' } : {}),
          ...(settled === 'presets' ? { default: { expression: formula } } : {}),
          ...(settled === 'follows' ? { follows: formula } : {}),
        },
      ]
    }),
  )
}

const typedOf = (names: readonly string[], parts: readonly Part[]): string[] =>
  names.filter((_, index) => parts[index]?.settled !== 'value')

/** A reference that fills those of these fields that are typed, and one that nobody types. */
function referenceTo(fill: Record<string, string>, fillable: readonly string[]): object {
  const filled = Object.fromEntries(Object.entries(fill).filter(([ours]) => fillable.includes(ours)))
  return { type: 'ref', title: 'Thing', to: 'thing', ...(Object.keys(filled).length === 0 ? {} : { fill: filled }) }
}

/** When the action is possible, who may do it, and what its dialog asks. */
const decision = fc.record({
  from: fc.constantFrom(['DRAFT'], ['DRAFT'], ['DONE'], ['DRAFT', 'DONE']),
  to: fc.constantFrom('DONE', 'DRAFT'),
  when: fc.option(conditionOver(headerNames)),
  person: fc.constantFrom({}, {}, {}, { notBy: 'createdById' }, { onlyBy: 'createdById' }, { notBy: 'readerId' }, { onlyBy: 'readerId' }),
  asked: fc.dictionary(fc.constantFrom('a', 'b', 'note'), fc.boolean(), { maxKeys: 2 }),
  opinion: fc.option(fc.oneof(fc.boolean(), conditionOver(['a', 'b', 'note']))),
})

/**
 * A product of one entity with one line table and one action, whose page shows all of it, parts under conditions; beside it what its references
 * point to.
 */
export const randomProduct: fc.Arbitrary<ProductSources> = fc
  .record({
    header: partsOf(headerNames, [], ['sum(rows.x)', 'sum(rows.z)', 'count(rows.y)']),
    cells: partsOf(cellNames, ['b', 'c', 'e'], []),
    visible: fc.option(conditionOver(['a', 'b', 'note'])),
    asked: fc.option(conditionOver(['a', 'b'])),
    check: fc.option(fc.constantFrom('coalesce(a, 0) <= coalesce(b, 100)', 'c != 7', 'isEmpty(note) or e != 0')),
    minRows: fc.constantFrom(0, 0, 1),
    unique: fc.constantFrom([], [['a']], [['note']], [['thing']], [['x', 'note']], [['z']]),
    fills: fc.record({
      header: fc.constantFrom<Record<string, string>>(
        {},
        { e: 'size' },
        { b: 'price', note: 'word' },
        { e: 'price', day: 'made', a: 'size' },
      ),
      cells: fc.constantFrom<Record<string, string>>({}, { x: 'size' }, { y: 'price', note: 'word' }),
    }),
    decision,
  })
  .map(({ header, cells, visible, asked, check, minRows, unique, fills, decision }) => {
    const shown = [
      { field: 'c', ...(visible === null ? {} : { visible }) },
      { field: 'day', ...(asked === null ? {} : { required: asked }) },
    ]
    const sources = {
      product: { language: 1, title: 'Random', userEntity: 'staff', scopes: {} },
      groups: {},
      dictionaries: {},
      entities: {
        staff,
        thing: {
          language: 1,
          title: 'Thing',
          label: 'thingName',
          scope: 'global',
          fields: {
            thingName: { type: 'text', title: 'Name', maxLength: 40, required: true },
            size: { type: 'digit', title: 'Size', decimals: 2 },
            price: { type: 'money', title: 'Price' },
            word: { type: 'text', title: 'Word', maxLength: 8 },
            made: { type: 'date', title: 'Made' },
          },
        },
        paper: {
          language: 1,
          title: 'Paper',
          label: 'paperNo',
          serial: { prefix: 'PA' },
          summary: { about: reference },
          scope: 'global',
          fields: {
            paperNo: { type: 'serial', title: 'Number' },
            ...declared(headerNames, header),
            [filledText]: { type: 'text', title: 'Seen', maxLength: 8, system: true },
            [reference]: referenceTo({ ...fills.header, [filledText]: 'word' }, [...typedOf(headerNames, header), filledText]),
            readerId: { type: 'ref', title: 'Reader', to: 'staff' },
            status: { type: 'status', title: 'State' },
          },
          lines: {
            rows: {
              title: 'Rows',
              minRows,
              unique,
              fields: { ...declared(cellNames, cells), [reference]: referenceTo(fills.cells, typedOf(cellNames, cells)) },
            },
          },
          states: {
            DRAFT: { title: 'Draft', initial: true, edit: true },
            DONE: { title: 'Done', ...(decision.to === 'DONE' ? {} : { planned: true }) },
          },
          actions: {
            [action]: {
              title: 'Settle',
              from: decision.from,
              to: decision.to,
              ...decision.person,
              ...(decision.when === null ? {} : { when: decision.when, whenNot: 'Not yet to be settled' }),
              ask: {
                ...Object.fromEntries(Object.entries(decision.asked).filter(([name]) => typedOf(headerNames, header).includes(name))),
                ...(decision.opinion === null
                  ? {}
                  : { opinion: { type: 'text', title: 'Opinion', maxLength: 4, required: decision.opinion } }),
              },
            },
          },
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
            list: { columns: ['paperNo'], toolbar: ['add'], rowActions: ['edit', action] },
            edit: {
              kind: 'record',
              sections: { Paper: [reference, 'a', 'b', ...shown, 'note', 'e', 'f', 'g', filledText, 'readerId'] },
              tabs: { Rows: { lines: 'rows', columns: [reference, ...cellNames] } },
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
  if (name === reference) return fc.constantFrom(...things.map((thing) => thing.name), null)
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
    arbitrary: fc
      .constantFrom(reference, ...headerNames)
      .chain((name) => typedInto(name).map((value): Step => ({ kind: 'field', name, value }))),
  },
  { weight: 2, arbitrary: fc.constant<Step>({ kind: 'add' }) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.nat(2), fc.constantFrom(reference, ...cellNames))
      .chain(([row, name]) => typedInto(name).map((value): Step => ({ kind: 'cell', row, name, value }))),
  },
  { weight: 1, arbitrary: fc.nat(2).map((row): Step => ({ kind: 'remove', row })) },
)

/** What a user does to a form, one thing after the other. */
export const randomSteps = fc.array(step, { minLength: 1, maxLength: 14 })

/** Two change a record at once; where they meet, I may insist on mine. */
export interface Meeting {
  mine: Step[]
  theirs: Step[]
  insists: boolean
}

const fewSteps = fc.array(step, { minLength: 1, maxLength: 3 })
export const randomMeetings = fc.array(fc.record<Meeting>({ mine: fewSteps, theirs: fewSteps, insists: fc.boolean() }), {
  minLength: 3,
  maxLength: 5,
})

export interface Answer {
  name: string
  value: unknown
}

/** What a user answers in the dialog of the action. */
export const randomAnswers = fc.array(
  fc
    .constantFrom('a', 'b', 'note', opinion)
    .chain((name) => typedInto(name === opinion ? 'note' : name).map((value): Answer => ({ name, value }))),
  { maxLength: 4 },
)
