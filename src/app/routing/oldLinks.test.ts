import { expect, it } from 'vitest'
import { placeOfHash } from './oldLinks'

const origin = 'https://scf.example.com'

it.each([
  ['#/loansmgr', '', '/loansmgr'],
  ['#/loansmgr?page=2', '?page=1', '/loansmgr?page=2'],
  ['#/loansmgr', '?inIFrame', '/loansmgr?inIFrame'],
  ['#/stockin/7/RT1/Detailwms', '', '/stockin/7/RT1/Detailwms'],
])('L4 %s of the old platform is a page here', (hash, search, place) => {
  expect(placeOfHash({ hash, search, origin })).toBe(place)
})

it.each([
  '',
  '#app-body',
  '#//evil.example.com/loansmgr',
  '#/\\evil.example.com',
  '#/ /:x'.replace(' /', '\t//'),
  '#/.//evil.example/x',
  '#/x/..//evil.example/x',
])('L4 passes over %j', (hash) => {
  expect(placeOfHash({ hash, search: '', origin })).toBeUndefined()
})
