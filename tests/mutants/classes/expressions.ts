/** Slips in expressions. */
import { misspelt, replaced, replacedInside, type SlipClass } from '../mutant'
import type { Place } from '../places'
import { entityOf, hasCodes, type Shipped } from '../product'

function expressions({ places }: Shipped): Place[] {
  return places.filter(({ isExpression }) => isExpression)
}

interface Found {
  place: Place
  /** The groups of the pattern, the whole of it first. */
  match: RegExpMatchArray
  /** In the text, of the first group. */
  offset: number
}

/** Where a pattern matches in an expression; its first group is what is changed. Texts are left out unless the pattern names them. */
function found(shipped: Shipped, pattern: RegExp): Found[] {
  return expressions(shipped).flatMap((place) => {
    const text = String(place.value)
    const texts = [...text.matchAll(/'[^']*'/g)].map(({ index, 0: { length } }) => [index, index + length] as const)
    return [...text.matchAll(pattern)].flatMap((match) => {
      const offset = match.index + match[0].indexOf(match[1] ?? '')
      const isInText = !match[0].includes("'") && texts.some(([from, until]) => offset >= from && offset < until)
      return isInText ? [] : [{ place, match, offset }]
    })
  })
}

const reserved = new Set(['and', 'or', 'not', 'in', 'true', 'false', 'null'])

/** Places where an expression answers yes or no. */
const conditions = new Set(['when', 'visible', 'enabled', 'that', 'while'])

export const expressionClasses: readonly SlipClass[] = [
  {
    name: 'expression: name misspelt',
    wrong: 'The misspelt name stands nowhere in the schemas.',
    candidates: (shipped) =>
      found(shipped, /(?<![\w'])([A-Za-z]\w*)(?![\w(])/g)
        .filter(({ match }) => !reserved.has(match[1] ?? ''))
        .map(({ place, match, offset }) => (random) => {
          const name = misspelt(match[1] ?? '', shipped, random)
          return name === undefined ? undefined : replacedInside(place, offset, match[1]?.length ?? 0, name)
        }),
  },
  {
    name: 'expression: function unknown',
    wrong: 'The language has no function of this name.',
    candidates: (shipped) =>
      found(shipped, /(?<!\w)([a-z]\w*)\(/g)
        .filter(({ match }) => !reserved.has(match[1] ?? ''))
        .map(({ place, match, offset }) => (random) => {
          const name = misspelt(match[1] ?? '', shipped, random)
          return name === undefined ? undefined : replacedInside(place, offset, match[1]?.length ?? 0, name)
        }),
  },
  {
    name: 'expression: code misspelt',
    wrong: 'Every field of this name has codes, and none of them is this one.',
    candidates: (shipped) =>
      found(shipped, /(?<=\b(\w+) (?:==|!=) )'([A-Z_]+)'/g)
        .filter(({ match }) => hasCodes(shipped, match[1] ?? ''))
        .map(({ place, match }) => (random) => {
          const code = misspelt(match[2] ?? '', shipped, random)
          return code === undefined ? undefined : replacedInside(place, match.index ?? 0, match[0].length, `'${code}'`)
        }),
  },
  {
    name: 'expression: code of a list misspelt',
    wrong: 'Every field of this name has codes, and none of them is this one.',
    candidates: (shipped) =>
      found(shipped, /(?<=\b(\w+) in \[[^\]]*)'([A-Z_]+)'/g)
        .filter(({ match }) => hasCodes(shipped, match[1] ?? ''))
        .map(({ place, match }) => (random) => {
          const code = misspelt(match[2] ?? '', shipped, random)
          return code === undefined ? undefined : replacedInside(place, match.index ?? 0, match[0].length, `'${code}'`)
        }),
  },
  {
    name: 'expression: JavaScript operator',
    wrong: 'The language has no such operator.',
    candidates: (shipped) =>
      found(shipped, / (and|or|not|==|!=|<=|>=|in) /g).map(({ place, match, offset }) => (random) => {
        const word = match[1] ?? ''
        const others: Record<string, string[]> = { and: ['&&', '&'], or: ['||', '|'], not: ['!'], '==': ['===', '='], '!=': ['<>', '!=='] }
        const other = random.one(others[word] ?? ['=<', '=>', '~'])
        return other === undefined ? undefined : replacedInside(place, offset, word.length, other)
      }),
  },
  {
    name: 'expression: operator doubled',
    wrong: 'An operator has a value on each side.',
    candidates: (shipped) =>
      found(shipped, / (and|or|==|!=|<|>|\*|\/|\+) /g).map(
        ({ place, match, offset }) =>
          () =>
            replacedInside(place, offset, match[1]?.length ?? 0, `${match[1]} ${match[1]}`),
      ),
  },
  {
    name: 'expression: parenthesis lost',
    wrong: 'Parentheses come in pairs.',
    candidates: (shipped) =>
      found(shipped, /([()])/g).map(
        ({ place, offset }) =>
          () =>
            replacedInside(place, offset, 1, ''),
      ),
  },
  {
    name: 'expression: quote lost',
    wrong: 'A text has a quote on each side.',
    candidates: (shipped) =>
      expressions(shipped)
        .filter(({ value }) => String(value).includes("'"))
        .map((place) => () => replacedInside(place, String(place.value).lastIndexOf("'"), 1, '')),
  },
  {
    name: 'expression: number with a text',
    wrong: 'Numbers are computed and ordered with numbers.',
    candidates: (shipped) =>
      found(shipped, /(?:[<>]=?|[+*/-]) (\d+)(?![\w.])/g).map(
        ({ place, match, offset }) =>
          () =>
            replacedInside(place, offset, match[1]?.length ?? 0, "'ten'"),
      ),
  },
  {
    name: 'expression: text ordered',
    wrong: 'The field is a text, which has no order and no sum.',
    candidates: (shipped) =>
      found(shipped, /(?<![\w.'])([a-z]\w*) (?:[<>]=?|[+*/]) /g)
        .filter(
          ({ place }) =>
            place.file.kind === 'entity' && ['value', 'when', 'that'].includes(place.path.at(-1) ?? '') && place.path[0] !== 'lines',
        )
        .map(({ place, match, offset }) => (random) => {
          if (place.path.includes('then') || place.path.includes('moves')) return undefined
          const { fields = {} } = entityOf(shipped, place.file) ?? {}
          const text = random.one(Object.keys(fields).filter((name) => fields[name]?.type === 'text' && !fields[name]?.secret))
          return text === undefined || !(match[1] && match[1] in fields) ? undefined : replacedInside(place, offset, match[1].length, text)
        }),
  },
  {
    name: 'expression: number as a condition',
    wrong: 'A condition answers yes or no.',
    candidates: (shipped) =>
      expressions(shipped)
        .filter(({ path }) => conditions.has(path.at(-1) ?? ''))
        .map((place) => () => replaced(place, '1 + 1')),
  },
  {
    name: 'expression: condition computed with',
    wrong: 'Yes or no is no number.',
    candidates: (shipped) =>
      expressions(shipped)
        .filter(({ path }) => conditions.has(path.at(-1) ?? ''))
        .map((place) => () => replaced(place, `(${String(place.value)}) * 2`)),
  },
  {
    name: 'expression: number by a condition',
    wrong: 'The field is a number or a date, and the formula answers yes or no.',
    candidates: (shipped) =>
      expressions(shipped)
        .filter(({ path, parent }) => {
          const { type = '' } = (parent?.value ?? {}) as { type?: string }
          return (path.at(-1) === 'value' || path.at(-1) === 'follows') && ['digit', 'money', 'percent', 'date'].includes(type)
        })
        .map((place) => () => replaced(place, `(${String(place.value)}) == null`)),
  },
  {
    name: 'expression: arguments of a function',
    wrong: 'The function takes fewer values.',
    candidates: (shipped) =>
      found(shipped, /\b(?:today|now|round|addDays|daysBetween|sum)\(((?:[^()]|\([^()]*\))*)\)/g).map(
        ({ place, match }) =>
          () =>
            replacedInside(place, (match.index ?? 0) + match[0].length - 1, 0, match[1] === '' ? '1' : ', 1, 2'),
      ),
  },
]
