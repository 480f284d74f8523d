import { expect, it } from 'vitest'
import { grouped } from './grouped'

it('keeps members and groups in the order in which they come', () => {
  const groups = grouped(['pear', 'apple', 'plum', 'avocado'], (name) => name[0])
  expect([...groups]).toEqual([
    ['p', ['pear', 'plum']],
    ['a', ['apple', 'avocado']],
  ])
})
