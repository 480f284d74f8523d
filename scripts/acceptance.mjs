/**
 * Writes what the tests have shown into tests/acceptance.md: for each row of the table the tests whose names cite its id, and whether
 * they pass. Ids and texts of the rows are written by hand there, the last two columns here.
 *
 * A row that speaks of all routes, bases or screens has `n of m` for a result: n is what tests say that they have tried
 * (engine/core/testing/covers.ts), m what tests/acceptanceTotals.json and schemas/menus.json know of.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/**
 * The part of vitest's JSON report that is read here.
 * @typedef {{ status: string, fullName: string, meta?: { covers?: Record<string, string[]> } }} TestResult
 * @typedef {{ name: string, assertionResults: TestResult[] }} FileResult
 * @typedef {{ id: string, passed: boolean }} Row
 *
 * What a row speaks of: `names`, and those of the menu entries that have the key `menus`.
 * @typedef {{ of: string, names: string[], menus?: 'router' | 'externalApp' }} Total
 * @typedef {{ router?: string, externalApp?: string }} Menu
 */

/** `| id | must | tests | result |`; a bar within a cell is written `\\|`. */
const rowPattern = /^\| ([A-Z]\d+) \| (.*?) \|(?: (?:\\.|[^|\\])*\|){2}$/
const idPattern = /\b[GRLSPCIE]\d{1,2}\b/g

/**
 * @param {string} file tests/acceptance.md
 * @param {{ testResults: FileResult[] }} report of a run of all tests
 * @param {string} root of the repository
 * @returns {Promise<{ missing: string[] }>} ids of the rows that no test cites
 */
export async function writeAcceptance(file, report, root) {
  const [totals, { menus }] = await Promise.all(
    ['tests/acceptanceTotals.json', 'schemas/menus.json'].map(async (path) => JSON.parse(await readFile(join(root, path), 'utf8'))),
  )
  const { text, missing } = fillTable(await readFile(file, 'utf8'), report, root, { totals, menus })
  await writeFile(file, text)
  return { missing }
}

/**
 * @param {string} table
 * @param {{ testResults: FileResult[] }} report
 * @param {string} root
 * @param {{ totals: Record<string, Total>, menus: Menu[] }} [whole]
 */
export function fillTable(table, report, root, { totals, menus } = { totals: {}, menus: [] }) {
  const cited = testsById(report, root)
  const covered = coveredById(report)
  /** @type {string[]} */
  const missing = []
  const text = table.replace(/^\|.*$/gm, (line) => {
    const row = rowPattern.exec(line)
    if (!row) return line
    const [, id = '', must = ''] = row
    const files = cited.get(id) ?? new Map()
    const tests = [...files.values()].flat()
    if (tests.length === 0) missing.push(id)
    const total = totals[id]
    const passed = total ? countOf(total, covered.get(id) ?? new Set(), menus) : 'passed'
    const result = tests.length === 0 ? 'missing' : tests.every((test) => test.passed) ? passed : 'failed'
    return `| ${id} | ${must} | ${[...files].map(([name, each]) => cell(name, each)).join('<br>')} | ${result} |`
  })
  return { text, missing }
}

/**
 * What the tests that passed say that they have tried, by row.
 * @param {{ testResults: FileResult[] }} report
 */
function coveredById({ testResults }) {
  /** @type {Map<string, Set<string>>} */
  const byId = new Map()
  for (const { status, meta } of testResults.flatMap(({ assertionResults }) => assertionResults)) {
    if (status !== 'passed') continue
    for (const [id, names] of Object.entries(meta?.covers ?? {})) byId.set(id, new Set([...(byId.get(id) ?? []), ...names]))
  }
  return byId
}

/**
 * @param {Total} total
 * @param {Set<string>} covered
 * @param {Menu[]} menus
 */
function countOf({ of, names, menus: key }, covered, menus) {
  const entries = menus.filter((menu) => key !== undefined && menu[key] !== undefined)
  const all = new Set([...names, ...entries.flatMap(({ router }) => router ?? [])])
  return `${[...all].filter((name) => covered.has(name)).length} of ${all.size} ${of}`
}

/**
 * @param {{ testResults: FileResult[] }} report
 * @param {string} root
 */
function testsById({ testResults }, root) {
  /** @type {Map<string, Map<string, { title: string, passed: boolean }[]>>} */
  const byId = new Map()
  for (const { name, assertionResults } of testResults.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    for (const { fullName, status } of assertionResults) {
      if (status !== 'passed' && status !== 'failed') continue
      for (const id of new Set(fullName.match(idPattern))) {
        const files = byId.get(id) ?? byId.set(id, new Map()).get(id)
        const file = relative(root, name)
        files?.set(file, [...(files.get(file) ?? []), { title: fullName, passed: status === 'passed' }])
      }
    }
  }
  return byId
}

/** Titles shown of one file: a matrix of hundreds of tests says the same with its first. */
const shownTitles = 3

/**
 * @param {string} file
 * @param {{ title: string }[]} tests
 */
function cell(file, tests) {
  const titles = tests.slice(0, shownTitles).map(({ title }) => title.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim())
  const more = tests.length > shownTitles ? ` … ${tests.length} in all` : ''
  return `\`${file}\`: ${titles.join('; ')}${more}`
}
