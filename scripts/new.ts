/**
 * Writes the beginning of an entity, a screen, a field type or a rule; what stands there already is only added to.
 *   npm run new                                         asks for everything
 *   npm run new -- screen base/vehicle --title 车辆 --fields "plateNo:text(10):车牌号!,loadTons:digit(2):载重"
 *   npm run new -- entity|field-type|rule …             see -- --help
 *
 * All files are checked before the first one is written, as `npm run check` does. With SCHEMAS_DIR the schemas of that folder are written alone:
 * migrations and generated types belong to those of the repository.
 */
import { createInterface } from 'node:readline/promises'
import { readConfig } from '../src/server/config'
import { runScript } from './database'
import { kinds, knownKind, manual, readFlags, type Flags } from './new/flags'
import { newFieldType, newRule } from './new/newCode'
import { newSchemas } from './new/newSchemas'
import type { Ask } from './new/wishes'
import type { Place } from './new/workspace'

await runScript(async () => {
  const flags = readFlags(process.argv.slice(2))
  if (flags.set.has('help')) return console.log(manual(flags.kind))
  const terminal =
    process.stdin.isTTY && process.stdout.isTTY ? createInterface({ input: process.stdin, output: process.stdout }) : undefined
  try {
    const ask: Ask | undefined =
      terminal && (async (question, usual) => (await terminal.question(questionText(question, usual))).trim() || (usual ?? ''))
    if (flags.kind === undefined && !ask) return console.log(manual())
    flags.kind ??= knownKind((await ask?.(`新建什么（${Object.keys(kinds).join('、')}）`, 'screen')) ?? '')
    const place = { root: process.cwd(), schemas: readConfig(process.env).schemasDirectory ?? 'schemas' }
    for (const line of await made(flags, place, ask)) console.log(line)
  } finally {
    terminal?.close()
  }
})

function made(flags: Flags, place: Place, ask: Ask | undefined): Promise<string[]> {
  if (flags.kind === 'field-type') return newFieldType(flags, place, ask)
  if (flags.kind === 'rule') return newRule(flags, place, ask)
  return newSchemas(flags, place, ask)
}

function questionText(question: string, usual: string | undefined): string {
  return `${question}${usual === undefined ? '' : ` [${usual}]`}：`
}
