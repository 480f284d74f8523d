import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { testRoot } from '../../api/support/config'

/**
 * Starts the built product with these variables, and says where it listens. It believes what this machine says of where a request is from, and
 * ends no days, which tests say themselves: the first one would be over a minute after each start.
 */
export async function serveProduct(variables: Readonly<Record<string, string | undefined>>): Promise<{
  address: string
  stop: () => Promise<void>
}> {
  const server = spawn(process.execPath, [join(testRoot, 'dist/server/main.js')], {
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'error', TRUSTED_PROXIES: '127.0.0.1', SCHEDULE: '0', ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await new Promise<string>((resolve, reject) => {
    let output = ''
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const found = /http:\/\/[\d.]+:\d+/.exec(output)?.[0]
      if (found !== undefined) resolve(found)
    })
    server.once('exit', (code) => reject(new Error(`The product ended with code ${code} while starting\n${output}`)))
  })
  return { address, stop: () => stop(server) }
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
}
