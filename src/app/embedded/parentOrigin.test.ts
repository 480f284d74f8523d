import { expect, it } from 'vitest'
import { findParentOrigin } from './parentOrigin'

const [a, b] = ['https://a.example', 'https://b.example']

it.each([
  ['the nearest ancestor', [a, b], { ancestorOrigins: [b, a], referrer: '' }, { origin: b }],
  [
    'nobody when the nearest ancestor is not configured',
    [a],
    { ancestorOrigins: ['https://evil.example', a], referrer: `${a}/x` },
    'elsewhere',
  ],
  ['nobody when it only looks alike', [a], { ancestorOrigins: [`${a}.evil.example`], referrer: '' }, 'elsewhere'],
  ['the referring page where ancestors are not told', [a, b], { referrer: `${b}/portal?x=1` }, { origin: b }],
  ['nobody by guess', [a, b], { referrer: '' }, 'unknown'],
  ['nobody by guess when another page refers', [a, b], { referrer: 'https://c.example/' }, 'unknown'],
  ['the only one that is configured', [a], { referrer: '' }, { origin: a }],
  ['nobody when none is configured', [], { ancestorOrigins: [a], referrer: `${a}/` }, 'elsewhere'],
  ['nobody when none is configured and nothing is told', [], { referrer: '' }, 'elsewhere'],
])('S6 finds %s', (_name, configured, evidence, expected) => {
  expect(findParentOrigin(configured, evidence)).toEqual(expected)
})
