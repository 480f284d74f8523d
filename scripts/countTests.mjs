/**
 * The part of vitest's JSON report that is read here.
 * @typedef {{ status: string, assertionResults: { status: string }[] }} FileResult
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
