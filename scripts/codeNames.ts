import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CodeKind, CodeNames } from '../engine/core/check/codeNames'
import type { ProductPlan } from '../engine/core/plan'
import { extensionsOf } from '../src/server/extensions'
import { iconNames } from './editor/writeEditorSchemas'
import { generatedFrom } from './metaSchemaTypes'
import { performedByCode } from './performedByCode'

const clientRegistry = 'src/app/widgets/index.ts'
const menuIcons = 'src/app/shell/menuIcons.tsx'
const clientKinds = ['cells', 'inputs', 'widgets', 'pages'] as const satisfies readonly CodeKind[]

/** The names that the programs are extended by. */
export function codeNamesNow(root: string, plan: ProductPlan): CodeNames {
  return { ...serverNames(plan), ...clientNames(readFileSync(join(root, clientRegistry), 'utf8')) }
}

/** What the check of schemas knows of the programs, as a module, so that it need not load them, nor read their texts. */
export function codeNamesSource(root: string, plan: ProductPlan): string {
  const icons = iconNames(readFileSync(join(root, menuIcons), 'utf8'))
  const performed = [...performedByCode(root)].sort()
  return [
    generatedFrom(`src/server, ${clientRegistry} and ${menuIcons}`),
    `import type { CodeNames } from '../../../engine/core/check/codeNames'`,
    `export const codeNames: CodeNames = ${JSON.stringify(codeNamesNow(root, plan), null, 2)}`,
    `/** System actions that the server's code performs, as \`task.run\`. */\nexport const performedByCode: readonly string[] = ${JSON.stringify(performed)}`,
    `/** Icons that a menu may have. */\nexport const menuIcons: readonly string[] = ${JSON.stringify(icons)}\n`,
  ].join('\n\n')
}

function serverNames(plan: ProductPlan): Omit<CodeNames, (typeof clientKinds)[number]> {
  const files = { write: () => Promise.resolve(undefined), remove: () => Promise.resolve() }
  const { save, saved, remove, action, refresh, offer, line, queries, views, handlers, steps, formats, shapes, refusals } = extensionsOf(
    plan,
    files,
    { send: () => Promise.resolve() },
  )
  const all = { save, saved, remove, action, refresh, offer, line, queries, views, handlers, steps, formats, shapes, refusals }
  return Object.fromEntries(Object.entries(all).map(([kind, functions]) => [kind, Object.keys(functions).sort()])) as Record<
    keyof typeof all,
    string[]
  >
}

/** The browser program cannot be loaded here: it imports what only its own build has. Its registry is one literal, read as text. */
function clientNames(source: string): Pick<CodeNames, (typeof clientKinds)[number]> {
  const namesOf = (kind: string): string[] => {
    const [, block = ''] = new RegExp(`^ {2}${kind}: \\{\\n((?: {4}.*\\n)*)`, 'm').exec(source) ?? []
    return [...block.matchAll(/^ {4}(\w+):/gm)].map(([, name = '']) => name).sort()
  }
  return { cells: namesOf('cells'), inputs: namesOf('inputs'), widgets: namesOf('widgets'), pages: namesOf('pages') }
}
