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

  describe('of a row that speaks of all there are', () => {
    const menus = [{ router: '/a' }, { router: '/b/:id' }, { router: '/c', externalApp: 'x' }, {}]
    const totals = {
      L1: { of: 'routes', menus: 'router' as const, names: ['/'] },
      L2: { of: 'bases', names: ['/api/a', '/api/b', '/api/c'] },
    }

    function resultsOf(...tests: [title: string, status: string, covers: Record<string, string[]>][]) {
      const assertionResults = tests.map(([fullName, status, covers]) => ({ fullName, status, meta: { covers } }))
      const { text } = fillTable(table, { testResults: [{ name: '/here/a.test.ts', assertionResults }] }, '/here', { totals, menus })
      return [...text.matchAll(/^\| L\d .*\| (.*) \|$/gm)].map(([, result]) => result)
    }

    it('counts what tests have tried, each once, and nothing that the row does not speak of', () => {
      const both = { L1: ['/a', '/'], L2: ['/api/a'] }
      expect(
        resultsOf(['L1 L2 one', 'passed', both], ['L1 L2 other', 'passed', { L1: ['/a', '/nowhere'], L2: ['/api/b', '/api/d'] }]),
      ).toEqual(['2 of 4 routes', '2 of 3 bases'])
    })

    it('counts nothing where no test says what it tried', () => {
      expect(resultsOf(['L1 L2 one', 'passed', {}])).toEqual(['0 of 4 routes', '0 of 3 bases'])
    })

    it('says so when a test failed, whatever the others have tried', () => {
      expect(resultsOf(['L1 one', 'passed', { L1: ['/a'] }], ['L1 other', 'failed', { L1: ['/'] }])).toEqual(['failed', 'missing'])
    })

    it('speaks of those entries of the menu that have the key', () => {
      const external = { L1: { of: 'entries', menus: 'externalApp' as const, names: [] } }
      const assertionResults = [{ fullName: 'L1 one', status: 'passed', meta: { covers: { L1: ['/a', '/c'] } } }]
      const { text } = fillTable(table, { testResults: [{ name: '/here/a.test.ts', assertionResults }] }, '/here', {
        totals: external,
        menus,
      })
      expect(text).toContain('| 1 of 1 entries |')
    })
  })
})
