/** What two people have made of one text, as one text. */
import { diff } from '@codemirror/merge'

export interface MergedText {
  text: string
  /** How many places both have changed, each otherwise: there the first one's stand. */
  conflicts: number
}

interface Change {
  /** Lines of the text that both began from, the end not included. */
  from: number
  to: number
  lines: readonly string[]
}

/**
 * Takes the changes of both over into the text that both began from, line by line. Changes that touch, without a line between them, count as
 * one place: two columns that are added behind the same one have no order of their own.
 */
export function mergeTexts(base: string, mine: string, theirs: string): MergedText {
  const own = changesOf(base, mine)
  const others = changesOf(base, theirs)
  const lines = base.split('\n')
  const result: string[] = []
  let conflicts = 0
  let at = 0
  while (own.length > 0 || others.length > 0) {
    const { from, to, ownHere, othersHere } = nextPlace(own, others)
    result.push(...lines.slice(at, from))
    const range = { from, to }
    const [one, other] = [applied(lines, range, ownHere), applied(lines, range, othersHere)]
    if (ownHere.length > 0 && othersHere.length > 0 && !isSame(one, other)) conflicts += 1
    result.push(...(ownHere.length > 0 ? one : other))
    at = to
  }
  result.push(...lines.slice(at))
  return { text: result.join('\n'), conflicts }
}

/** No line and an empty one are not the same. */
function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index])
}

interface Place {
  from: number
  to: number
  ownHere: Change[]
  othersHere: Change[]
}

/** Takes the first change of either from its list, and all of both that touch it. */
function nextPlace(own: Change[], others: Change[]): Place {
  const from = Math.min(own[0]?.from ?? Number.POSITIVE_INFINITY, others[0]?.from ?? Number.POSITIVE_INFINITY)
  const place: Place = { from, to: from, ownHere: [], othersHere: [] }
  for (;;) {
    const fromOwn = own[0] !== undefined && own[0].from <= place.to
    const [list, here] = fromOwn ? [own, place.ownHere] : [others, place.othersHere]
    const [next] = list
    if (!next || next.from > place.to) return place
    list.shift()
    here.push(next)
    place.to = Math.max(place.to, next.to)
  }
}

function applied(lines: readonly string[], { from, to }: Pick<Change, 'from' | 'to'>, changes: readonly Change[]): string[] {
  const result: string[] = []
  let at = from
  for (const change of changes) {
    result.push(...lines.slice(at, change.from), ...change.lines)
    at = change.to
  }
  return [...result, ...lines.slice(at, to)]
}

/**
 * What the one text has instead of lines of the other. Each line is one character while they are compared: the chunks that the library makes of
 * whole texts pass over a line that goes from the empty ones at their beginning.
 */
function changesOf(base: string, text: string): Change[] {
  const characters = new Map<string, string>()
  const inCharacters = (lines: readonly string[]): string =>
    lines
      .map((line) => {
        const character = characters.get(line) ?? String.fromCharCode(characters.size)
        characters.set(line, character)
        return character
      })
      .join('')
  const [before, after] = [base.split('\n'), text.split('\n')]
  return diff(inCharacters(before), inCharacters(after)).map(({ fromA, toA, fromB, toB }) => ({
    from: fromA,
    to: toA,
    lines: after.slice(fromB, toB),
  }))
}
