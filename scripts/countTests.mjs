import { stripVTControlCharacters } from 'node:util'

/**
 * The part of vitest's JSON report that is read here.
 * @typedef {{ status: string, fullName?: string, failureMessages?: string[] | null }} TestResult
 * @typedef {{ status: string, name?: string, message?: string, assertionResults: TestResult[] }} FileResult
 * @typedef {{ numPassedTests: number, numPendingTests: number, numTodoTests: number, testResults: FileResult[] }} VitestReport
 */

/**
 * Counts so that whatever went wrong is at least one failure: vitest's own numbers know only tests, not files that could not be
 * loaded, nor errors outside of any test.
 *
 * @param {VitestReport} report
 * @param {number | null} exitCode of vitest; nothing when a signal ended it
 */
export function countTests(report, exitCode) {
  return {
    passed: report.numPassedTests,
    failed: failuresOf(report, exitCode).length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/**
 * What failed, a line each with its name and the first line of why: the tests, the files that failed without one, and otherwise the run
 * itself.
 *
 * @param {VitestReport} report
 * @param {number | null} exitCode of vitest; nothing when a signal ended it
 * @returns {string[]}
 */
export function failuresOf(report, exitCode) {
  const failures = report.testResults.flatMap(({ status, name = '', message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (failed.length > 0) return failed.map(({ fullName, failureMessages }) => line(`${name} > ${fullName ?? ''}`, failureMessages?.[0]))
    return status === 'failed' ? [line(name, message)] : []
  })
  if (failures.length > 0 || exitCode === 0) return failures
  return [`vitest ended ${exitCode === null ? 'by a signal' : `with code ${exitCode}`}, although no test failed; its output says why`]
}

/**
 * @param {string} where
 * @param {string | undefined} why
 */
function line(where, why) {
  const [first = ''] = stripVTControlCharacters(why ?? '').split('\n')
  return first === '' ? where : `${where}: ${first}`
}
