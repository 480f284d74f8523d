import { expect, it } from 'vitest'
import { countTests, failuresOf } from './countTests.mjs'

const passedFile = { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'pending' }] }
const failedFile = { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'failed' }, { status: 'passed' }] }
const brokenFile = { status: 'failed', assertionResults: [] }

it.each([
  ['tests that passed and were skipped', [passedFile], 0, { passed: 5, failed: 0, skipped: 3 }],
  ['each failed test', [passedFile, failedFile], 1, { passed: 5, failed: 2, skipped: 3 }],
  ['a file that could not be loaded', [brokenFile, failedFile], 1, { passed: 5, failed: 3, skipped: 3 }],
  ['an error outside of any test', [passedFile], 1, { passed: 5, failed: 1, skipped: 3 }],
  ['a run that was killed', [passedFile], null, { passed: 5, failed: 1, skipped: 3 }],
])('counts %s', (_name, testResults, exitCode, counts) => {
  expect(countTests({ numPassedTests: 5, numPendingTests: 2, numTodoTests: 1, testResults }, exitCode)).toEqual(counts)
})

it('names each failed test and each file that could not be loaded, with the first line of why', () => {
  const testResults = [
    {
      status: 'failed',
      name: 'a.test.ts',
      assertionResults: [
        { status: 'failed', fullName: 'adds', failureMessages: ['\u001b[31mError: 1 is not 2\u001b[39m\n    at a.test.ts:3:1'] },
        { status: 'passed', fullName: 'subtracts', failureMessages: [] },
      ],
    },
    { status: 'failed', name: 'b.test.ts', message: 'Cannot find c', assertionResults: [] },
    { status: 'failed', name: 'd.test.ts', assertionResults: [] },
    { status: 'passed', name: 'e.test.ts', assertionResults: [] },
  ]
  expect(failuresOf({ numPassedTests: 1, numPendingTests: 0, numTodoTests: 0, testResults }, 1)).toEqual([
    'a.test.ts > adds: Error: 1 is not 2',
    'b.test.ts: Cannot find c',
    'd.test.ts',
  ])
})

it.each([
  [1, 'vitest ended with code 1, although no test failed; its output says why'],
  [null, 'vitest ended by a signal, although no test failed; its output says why'],
])('names a run that ended with %s for no test', (exitCode, failure) => {
  expect(failuresOf({ numPassedTests: 1, numPendingTests: 0, numTodoTests: 0, testResults: [passedFile] }, exitCode)).toEqual([failure])
})
