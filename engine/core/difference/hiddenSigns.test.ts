import { expect, it } from 'vitest'
import { parseLocated } from '../../spec/position'
import { hiddenSigns } from './hiddenSigns'

function placesIn(value: unknown): string[] {
  const json = parseLocated(JSON.stringify(value, null, 2))
  if ('problems' in json) throw new Error('it is no JSON')
  return hiddenSigns({ path: 'x.screen.json', json }).map(({ line, column, found }) => `${line}:${column} ${found}`)
}

it.each(['借阅', 'a\nb\tc', '👩\u200d🔧', 'é', '〈“”〉·—', '\u3000'])('%j reads as it stands', (title) => {
  expect(placesIn({ title })).toEqual([])
})

it.each([
  ['\u202e', 'U+202E'],
  ['\u2067', 'U+2067'],
  ['\u200b', 'U+200B'],
  ['\u200c', 'U+200C'],
  ['\ufeff', 'U+FEFF'],
  ['\u00ad', 'U+00AD'],
  ['\u{e0041}', 'U+E0041'],
])('%j in a text is found, with its place', (sign, name) => {
  expect(placesIn({ a: ['好', `借${sign}阅`] })).toEqual([`4:5 含有看不见的字符 ${name}，会让人把文字读成别的；请删去它`])
})

it('is found in a name, and in each text once', () => {
  expect(placesIn({ '基\u202e本': 1, b: { c: '\u200b\u200b', d: '\u200b' } }).map((each) => each.split(' ')[0])).toHaveLength(3)
})
