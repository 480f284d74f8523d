/** Slips against the language itself: wrong by the meta-schemas, whatever the words mean. */
import { admits, isWritten, typeOfValue, type Shape } from '../metaSchema'
import { end, misspelt, rawText, removed, renamed, replaced, withItem, withProperty, type SlipClass } from '../mutant'
import type { Place } from '../places'

const anything: readonly unknown[] = [7, 'x', true, null, {}, []]

/** The alternatives that a value of this type could be meant as; undefined when one of them takes anything. */
function alternatives(place: Place, value: unknown): readonly Shape[] | undefined {
  if (place.shapes.length === 0 || place.shapes.some(({ types }) => types === undefined)) return undefined
  return place.shapes.filter((shape) => admits(shape, typeOfValue(value)))
}

/** Refused by each alternative of its type, of which there is one. */
function refusedByAll(place: Place, value: unknown, refuses: (shape: Shape) => boolean): boolean {
  const shapes = alternatives(place, value)
  return shapes !== undefined && shapes.length > 0 && shapes.every(refuses)
}

export const languageClasses: readonly SlipClass[] = [
  {
    name: 'key misspelt',
    wrong: 'The key is a word of the language, and its misspelling is no word of any schema; its object takes words of the language only.',
    candidates: (shipped) =>
      shipped.places
        .filter(
          ({ isKeyword, parent, path }) => isKeyword && path[0] !== '$schema' && parent?.written.every(({ further }) => further === false),
        )
        .map((place) => (random) => {
          const name = misspelt(place.path.at(-1) ?? '', shipped, random)
          return name === undefined ? undefined : renamed(place, name)
        }),
  },
  {
    name: 'key of another kind of file',
    wrong: 'No object of the language has a key of this name.',
    candidates: ({ places }) =>
      places
        .filter(({ written, node }) => node.type === 'object' && written.length > 0 && written.every(({ further }) => further === false))
        .map(
          (place) => (random) =>
            withProperty(place, random.one(['valueType', 'dataIndex', 'onClick', 'xComponent', 'hidden2']) ?? '', true),
        ),
  },
  {
    name: 'type of value',
    wrong: 'No alternative at this place takes a value of this type.',
    candidates: ({ places }) =>
      places
        .filter(({ path }) => path.length > 0 && path[0] !== '$schema')
        .map((place) => (random) => {
          const value = random.shuffled(anything).find((one) => alternatives(place, one)?.length === 0)
          return value === undefined ? undefined : replaced(place, value)
        }),
  },
  {
    name: 'required key removed',
    wrong: 'Each alternative in which the object is written needs the key, and without it the object is written in none.',
    candidates: ({ places }) =>
      places
        .filter(({ isKeyword, parent, path }) => {
          const key = path.at(-1) ?? ''
          if (!isKeyword || !parent || !parent.written.every(({ required }) => required.includes(key))) return false
          const rest = Object.fromEntries(Object.entries(parent.value as object).filter(([name]) => name !== key))
          return !parent.shapes.some((shape) => isWritten(shape, rest))
        })
        .map((place) => () => removed(place)),
  },
  {
    name: 'word misspelt',
    wrong: 'The value is one of the words that the language lists there, and its misspelling is none.',
    candidates: (shipped) =>
      shipped.places
        .filter(
          ({ value, ...place }) =>
            typeof value === 'string' && refusedByAll({ value, ...place }, value, ({ values }) => values !== undefined),
        )
        .map((place) => (random) => {
          const word = misspelt(String(place.value), shipped, random)
          return word === undefined ? undefined : replaced(place, word)
        }),
  },
  {
    name: 'only true is said',
    wrong: 'The language takes nothing but true there.',
    candidates: ({ places }) =>
      places
        .filter(
          (place) => place.value === true && refusedByAll(place, false, ({ values }) => values !== undefined && !values.includes(false)),
        )
        .map((place) => () => replaced(place, false)),
  },
  {
    name: 'number out of bounds',
    wrong: 'The number is beyond the bounds of the language.',
    candidates: ({ places }) =>
      places
        .filter(({ value }) => typeof value === 'number')
        .flatMap((place) =>
          [0, -1, 1_000_000, 1.5]
            .filter((number) =>
              refusedByAll(
                place,
                number,
                ({ minimum, maximum, values }) =>
                  number < (minimum ?? -Infinity) || number > (maximum ?? Infinity) || (values !== undefined && !values.includes(number)),
              ),
            )
            .map((number) => () => replaced(place, number)),
        ),
  },
  {
    name: 'text too long',
    wrong: 'The text is longer than the language takes.',
    candidates: ({ places }) =>
      places
        .filter((place) => typeof place.value === 'string' && refusedByAll(place, place.value, ({ maxLength }) => maxLength !== undefined))
        .map((place) => () => {
          const longest = Math.max(...place.shapes.map(({ maxLength = 0 }) => maxLength))
          return replaced(place, 'x'.repeat(longest + 1))
        }),
  },
  {
    name: 'text against its pattern',
    wrong: 'The text does not match the pattern that the language gives for it.',
    candidates: ({ places }) =>
      places
        .filter((place) =>
          refusedByAll(place, place.value, ({ pattern }) => pattern !== undefined && !new RegExp(pattern, 'u').test('not a name!')),
        )
        .map((place) => () => replaced(place, 'not a name!')),
  },
  {
    name: 'name against its pattern',
    wrong: 'The key does not match the pattern that the language gives for names there.',
    candidates: ({ places }) =>
      places
        .filter(({ key, isKeyword, parent }) => {
          const keys = parent?.written.flatMap((shape) => (shape.keys ? [shape.keys.schema] : [])) ?? []
          return key && !isKeyword && keys.length > 0 && keys.every(refusesBadName)
        })
        .map((place) => () => renamed(place, 'not a name!')),
  },
  {
    name: 'list emptied',
    wrong: 'The language wants at least one item there.',
    candidates: ({ places }) =>
      places
        .filter((place) => refusedByAll(place, place.value, ({ minItems = 0 }) => minItems > 0) && Array.isArray(place.value))
        .map((place) => () => replaced(place, [])),
  },
  {
    name: 'item twice',
    wrong: 'The items of the list have to be different.',
    candidates: ({ places }) =>
      places
        .filter((place) => Array.isArray(place.value) && refusedByAll(place, place.value, ({ distinct }) => distinct))
        .map((place) => (random) => withItem(place, random.one(place.value as unknown[]))),
  },
  {
    name: 'key twice',
    wrong: 'JSON would silently take the second of the two.',
    candidates: ({ places }) =>
      places
        .filter((place) => place.key && !rawText(place).includes('\n'))
        .map((place) => () => {
          const { file, key, node, path } = place
          if (!key) return undefined
          const text = `${file.text.slice(key.offset, end(node))}, `
          return { file, edits: [{ offset: key.offset, length: 0, text }], at: [key.offset], change: `/${path.join('/')}: twice` }
        }),
  },
  {
    name: 'comma missing',
    wrong: 'It is no JSON.',
    candidates: ({ places }) =>
      places.flatMap((place) => {
        const { file, node } = place
        const after = end(node)
        if (file.text[after] !== ',') return []
        // The reader notices at what follows.
        const next = after + 1 + (/\S/.exec(file.text.slice(after + 1))?.index ?? 0)
        const edits = [{ offset: after, length: 1, text: '' }]
        return [() => ({ file, edits, at: [after, next], change: `/${place.path.join('/')}: no comma behind` })]
      }),
  },
  {
    name: 'stray text',
    wrong: 'It is no JSON.',
    candidates: ({ places }) =>
      places.map((place) => (random) => {
        const { file, node, path } = place
        const text = random.one(["'", '//', 'undefined', ',', '"', '=>', '@']) ?? ''
        return {
          file,
          edits: [{ offset: node.offset, length: 0, text }],
          at: [node.offset],
          change: `/${path.join('/')}: ${text} in front`,
        }
      }),
  },
]

function refusesBadName(schema: Record<string, unknown>): boolean {
  if (Array.isArray(schema['enum'])) return true
  const pattern =
    schema['pattern'] ??
    (schema['$ref'] === 'field.schema.json#/$defs/name' || schema['$ref'] === '#/$defs/name' ? '^[a-z]\\w*$' : undefined)
  return typeof pattern === 'string' && !new RegExp(pattern, 'u').test('not a name!')
}
