import { resolveGroups } from '../../engine/core/compile'
import { addDecimals } from '../../engine/core/decimal'
import { typeOf } from '../../engine/core/check/types'
import type { Field } from '../../engine/spec/generated/entity'
import { refusals } from '../../src/rules/refusals'
import { codeNames } from '../../src/server/generated/codeNames'
import { capital, readName, type CodeFiles, toKebab, withEntry, withImport } from './codeText'
import type { Present } from './filePlan'
import { insertInto } from './jsonText'
import { notDone } from './refusal'

export interface RuleWish {
  name: string
  entity: string
  /** The action that it guards, or `save`. */
  on: string
  /** The number that it judges; the entity's first by default. */
  field?: string
  /** The most that it lets pass. */
  most: string
}

export interface RuleFiles {
  code: CodeFiles
  /** The entity that names the rule: path below the folder of schemas → text. */
  schemas: Map<string, string>
  /** The name by which schemas know it, and of which kind it is. */
  registered: { kind: 'action' | 'save'; name: string }
}

/** What of the rule's making is written into its modules. */
interface Parts extends RuleWish {
  field: string
  title: string
  /** A count and no decimal: it is compared as a number. */
  isWhole: boolean
  /** The least that is too much. */
  over: string
  code: string
  server: string
}

const index = 'src/server/rules/index.ts'
const catalogue = 'src/rules/refusals.ts'

/**
 * The files of a rule that refuses a number that is too large: the pure function with its test, its refusal, its binding on the server, and the
 * entity that names it.
 * @param read a file of the repository
 */
export function ruleFiles(
  wish: RuleWish,
  { sources, files }: Pick<Present, 'sources' | 'files'>,
  read: (path: string) => string,
): RuleFiles {
  const { entity, on, most } = wish
  const own = Object.hasOwn(sources.entities, entity) ? sources.entities[entity] : undefined
  const file = files.get(`entities/${entity}`)
  if (!own || !file) return notDone('--entity', `没有名为“${entity}”的实体`, { allowed: Object.keys(sources.entities) }, entity)
  const { fields, actions = {} } = resolveGroups(entity, own, sources)
  const places = ['save', ...Object.keys(actions)]
  if (!places.includes(on)) notDone('--on', `没有名为“${on}”的动作`, { allowed: places }, on)
  const bound = on === 'save' ? own.rules?.save : actions[on]?.rule
  if (bound !== undefined) notDone('--on', `“${entity}”的 ${on} 已有规则“${bound}”，请在它里面调用新函数`)

  const numbers = Object.keys(fields).filter((name) => fields[name] && isJudged(fields[name]))
  const field = wish.field ?? numbers[0] ?? notDone('--field', `“${entity}”没有数字字段`)
  if (!numbers.includes(field)) notDone('--field', `没有名为“${field}”的数字字段`, { allowed: numbers }, field)
  const judged = fields[field] as Field
  const decimals = 'decimals' in judged ? (judged.decimals ?? 0) : ({ money: 2, percent: 4 }[judged.type as string] ?? 0)
  if (!new RegExp(decimals === 0 ? '^\\d{1,9}$' : `^\\d{1,9}(\\.\\d{1,${decimals}})?$`).test(most))
    notDone('--most', `“${most}”不是最多 ${decimals} 位小数的数字`)

  const name = readName(wish.name, [], '规则')
  const server = on === 'save' ? `save${capital(entity)}` : `${on}${capital(entity)}`
  if ([...codeNames.save, ...codeNames.action].includes(server) || server === name) notDone(name, `规则“${server}”已有`)
  const over = addDecimals(most, decimals === 0 ? '1' : `0.${'1'.padStart(decimals, '0')}`)
  const code = `${toKebab(entity)}.${toKebab(name).replace(/^refuse-/, '')}`
  if (Object.hasOwn(refusals, code)) notDone(name, `拒绝原因“${code}”已有`)
  const parts: Parts = { ...wish, name, field, title: judged.title, isWhole: decimals === 0 && judged.type === 'digit', over, code, server }
  return {
    code: {
      added: new Map([
        [`src/rules/${name}.ts`, ruleText(parts)],
        [`src/rules/${name}.test.ts`, testText(parts)],
        [`src/server/rules/${server}.ts`, bindingText(parts)],
      ]),
      grown: new Map([
        [catalogue, withRefusal(parts, read(catalogue))],
        [index, withBinding(parts, read(index))],
      ]),
    },
    schemas: new Map([
      [file.path, insertInto(file.text, [{ path: on === 'save' ? ['rules', 'save'] : ['actions', on, 'rule'], value: server }])],
    ]),
    registered: { kind: on === 'save' ? 'save' : 'action', name: server },
  }
}

function isJudged(field: Field): boolean {
  return typeOf(field) === 'number' && field.value === undefined && field.query === undefined
}

function ruleText({ name, entity, on, field, title, isWhole, most, code }: Parts): string {
  const amount = isWhole ? 'number' : 'Decimal'
  const beyond = isWhole ? `${field} > most` : `compareDecimals(${field}, most) > 0`
  return `${isWhole ? '' : "import { compareDecimals, type Decimal } from '../../engine/core/decimal'\n"}import type { Refusal } from '../../engine/core/refusal'
import { no } from './guards'

const most = ${isWhole ? most : `'${most}'`}

/** Guard of ${entity}.${on}: ${title} is at most ${most}; an empty one is not judged. */
export function ${name}({ ${field} }: { ${field}?: ${amount} | null }): Refusal | undefined {
  if (${field} === undefined || ${field} === null) return undefined
  return ${beyond} ? no('${code}', { ${field}, limit: most }) : undefined
}
`
}

function testText({ name, field, title, isWhole, most, over, code }: Parts): string {
  const written = (amount: string): string => (isWhole ? amount : `'${amount}'`)
  return `import { expect, it } from 'vitest'
import { ${name} } from './${name}'

it('lets ${title} be ${most}, and be empty', () => {
  expect(${name}({ ${field}: ${written(most)} })).toBeUndefined()
  expect(${name}({ ${field}: null })).toBeUndefined()
})

it('refuses ${title} of ${over}', () => {
  const params = { ${field}: ${written(over)}, limit: ${written(most)} }
  expect(${name}({ ${field}: ${written(over)} })).toEqual({ code: '${code}', params })
})
`
}

function bindingText({ name, entity, on, server, title }: Parts): string {
  const [type, record] = on === 'save' ? [`SaveRule<'${entity}'>`, 'values'] : [`ActionRule<'${entity}', '${on}'>`, 'record']
  return `import { ${name} } from '../../rules/${name}'
import type { ${on === 'save' ? 'SaveRule' : 'ActionRule'} } from '../ruleTypes'

/** ${title} decides whether it may be done (src/rules/${name}.ts). */
export const ${server}: ${type} = (tools, { ${record} }) => tools.refuseIf(${name}(${record}))
`
}

function withRefusal({ code, field, title }: Parts, source: string): string {
  const number = Math.max(...Object.values(refusals).map((each) => each.number)) + 1
  const end = source.indexOf('\n} satisfies RefusalCatalogue')
  if (end === -1) notDone(catalogue, '没有找到目录的末尾，无法登记拒绝原因')
  return `${source.slice(0, end)}\n  '${code}': { number: ${number}, text: '${title} {${field}} 超过 {limit}' },${source.slice(end)}`
}

function withBinding({ on, server }: Parts, source: string): string {
  const opening = on === 'save' ? "Extensions['save'] {\n  return {\n" : 'const files = invoiceFiles(store)\n  return {\n'
  return withEntry(index, withImport(source, `import { ${server} } from './${server}'`), opening, server)
}
