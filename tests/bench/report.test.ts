import { expect, it } from 'vitest'
import { drawTable, isReached, median } from './report'

it('takes the middle of an odd number of turns and the mean of the two middle ones of an even number', () => {
  expect([median([9, 1, 5]), median([8, 2, 4, 100])]).toEqual([5, 6])
})

it.each([
  ['a ratio at its limit', { handwritten: 100, ours: 50, target: { of: 'ratio', most: 0.5 } }, true],
  ['a ratio above its limit', { handwritten: 100, ours: 51, target: { of: 'ratio', most: 0.5 } }, false],
  ['a throughput below its share', { handwritten: 1000, ours: 699, target: { of: 'ratio', least: 0.7 } }, false],
  ['a figure below its limit, whatever the other one', { handwritten: 1, ours: 19, target: { of: 'figure', most: 20 } }, true],
  ['something without a target', { ours: 19 }, undefined],
] as const)('judges %s', (_name, measurement, reached) => {
  expect(isReached({ name: '', unit: 'ms', ...measurement })).toBe(reached)
})

it('draws a line per measurement with the ratio and whether the target was reached', () => {
  const text = drawTable([
    { name: 'query', unit: 'ms', handwritten: 98, ours: 32, target: { of: 'ratio', most: 0.5 } },
    { name: 'check', unit: 's', ours: 2.5, target: { of: 'figure', most: 2 } },
  ])
  expect(text.split('\n').map((line) => line.split(/ {2,}/).join('|'))).toEqual([
    '|hand-written|ours|ratio|target',
    'query|98.0 ms|32.0 ms|0.33|≤ 0.5|MET',
    'check|2.5 s|≤ 2 s|MISSED',
  ])
})
