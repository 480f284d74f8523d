/** The server program: reads the environment, starts, prints where it is, stops gracefully. */
import { fileURLToPath } from 'node:url'
import { ConfigError, readConfig } from './config'
import { SchemaMistakes } from './product'
import { start } from './start'

/** dist/server/main.js and src/server/main.ts lie equally deep below the repository. */
const root = fileURLToPath(new URL('../..', import.meta.url))
/** Everything has limits of its own, five seconds together; this is for what nobody foresaw. */
const stopWithinMs = 10_000

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const { app, address } = await start(config, root, { say })
  const accounts = config.demo ? `  演示账号 admin op01 bm01 rk01 fn01 wh01 au01 等，口令 ${config.demoPassword}` : ''
  say(`综合服务平台已启动${config.servesPages ? `：${address}` : `，接口在 ${address}`}${accounts}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(() => app.close()))
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`)
}

async function stop(close: () => Promise<void>): Promise<void> {
  setTimeout(() => process.exit(1), stopWithinMs).unref()
  await close()
  process.exit(0)
}

try {
  await main()
} catch (error) {
  // Mistakes of whoever installs or writes schemas are told without a stack.
  const known = error instanceof ConfigError || error instanceof SchemaMistakes || (error instanceof Error && error.name === 'EngineError')
  console.error(known ? error.message : error)
  process.exit(1)
}
