import { describe, expect, it } from 'vitest'
import { fillTable } from './acceptance.mjs'

const table = `# Acceptance

| id | must | tests | result |
| --- | --- | --- | --- |
| L1 | 64 px or 200 px wide |  |  |
| L2 | Mobile below 769 px | \`old.test.ts\`: L2 is a \\| b | passed |
`

function fill(...results: [title: string, status: string][]) {
  const assertionResults = results.map(([fullName, status]) => ({ fullName, status }))
  return fillTable(table, { testResults: [{ name: '/here/tests/shell.test.ts', assertionResults }] }, '/here')
}

describe('the acceptance table', () => {
  it('names the tests that cite a row', () => {
    const { text, missing } = fill(['the shell L1 L2 is as wide as it should be', 'passed'], ['L10 keeps the fold', 'passed'])
    expect(text).toContain('| L1 | 64 px or 200 px wide | `tests/shell.test.ts`: the shell L1 L2 is as wide as it should be | passed |')
    expect(text).toContain('| L2 | Mobile below 769 px | `tests/shell.test.ts`: the shell L1 L2 is as wide as it should be | passed |')
    expect(missing).toEqual([])
  })

  it('says which rows have a failed test, and which have none that ran', () => {
    const { text, missing } = fill(['L1 is wide', 'passed'], ['L1 is narrow', 'failed'], ['L2 is mobile', 'pending'])
    expect(text).toContain('| L2 | Mobile below 769 px |  | missing |')
    expect(text).toContain('L1 is narrow | failed |')
    expect(missing).toEqual(['L2'])
  })

  it('shows the first of many tests and their number', () => {
    const { text } = fill(...['a', 'b', 'c', 'd'].map((name): [string, string] => [`L1 ${name} | x`, 'passed']))
    expect(text).toContain('`tests/shell.test.ts`: L1 a \\| x; L1 b \\| x; L1 c \\| x … 4 in all')
  })
})
