import { spawn } from 'node:child_process'

/**
 * Runs a program whose output matters only when it fails; then it is part of the error.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<string>} what it wrote to its standard output
 */
export function execute(program, args, options = {}) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let all = ''
  child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ data) => {
    output += data
    all += data
  })
  child.stderr.setEncoding('utf8').on('data', (/** @type {string} */ data) => (all += data))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) resolve(output)
      else reject(new Error(`${program} ${args.join(' ')} ended with ${signal ?? `code ${code}`}\n${all.trim()}`))
    })
  })
}
