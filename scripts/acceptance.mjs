/**
 * Writes what the tests have shown into tests/acceptance.md: for each row of the table the tests whose names cite its id, and whether
 * they pass. Ids and texts of the rows are written by hand there, the last two columns here.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'

/**
 * The part of vitest's JSON report that is read here.
 * @typedef {{ name: string, assertionResults: { status: string, fullName: string }[] }} FileResult
 * @typedef {{ id: string, passed: boolean }} Row
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
  const { text, missing } = fillTable(await readFile(file, 'utf8'), report, root)
  await writeFile(file, text)
  return { missing }
}

/**
 * @param {string} table
 * @param {{ testResults: FileResult[] }} report
 * @param {string} root
 */
export function fillTable(table, report, root) {
  const cited = testsById(report, root)
  /** @type {string[]} */
  const missing = []
  const text = table.replace(/^\|.*$/gm, (line) => {
    const row = rowPattern.exec(line)
    if (!row) return line
    const [, id = '', must = ''] = row
    const files = cited.get(id) ?? new Map()
    const tests = [...files.values()].flat()
    if (tests.length === 0) missing.push(id)
    const result = tests.length === 0 ? 'missing' : tests.every(({ passed }) => passed) ? 'passed' : 'failed'
    return `| ${id} | ${must} | ${[...files].map(([name, each]) => cell(name, each)).join('<br>')} | ${result} |`
  })
  return { text, missing }
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
