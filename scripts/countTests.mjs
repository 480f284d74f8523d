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
  const failed = report.testResults.reduce((sum, { status, assertionResults }) => {
    const tests = assertionResults.filter((result) => result.status === 'failed').length
    return sum + (status === 'failed' ? Math.max(tests, 1) : tests)
  }, 0)
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/**
 * What failed, by name, and the first line of why: a log is often read from its end, where the output of a group that ended
 * minutes before is out of sight.
 *
 * @param {VitestReport} report
 * @returns {string[]} a line for each test that failed, and for each file that failed without one
 */
export function failuresOf(report) {
  return report.testResults.flatMap(({ status, name = '', message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (failed.length > 0) return failed.map(({ fullName, failureMessages }) => line(`${name} > ${fullName ?? ''}`, failureMessages?.[0]))
    return status === 'failed' ? [line(name, message)] : []
  })
}

/**
 * @param {string} where
 * @param {string | undefined} why
 */
function line(where, why) {
  const [first = ''] = stripVTControlCharacters(why ?? '').split('\n')
  return first === '' ? where : `${where}: ${first}`
}
