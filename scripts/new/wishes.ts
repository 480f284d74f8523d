import type { ProductSources } from '../../engine/core/compile'
import { usualLabel, usualScope, type Scope } from './entityDraft'
import type { TypeKeywords } from './fieldKeywords'
import type { Present, Wish } from './filePlan'
import { kinds, type Flags } from './flags'
import { notationManual, parseFields, writableTypes, type NotedFields } from './notation'
import { NotDone, notDone } from './refusal'
import { parseRights } from './rights'

/** Asks whoever sits at the terminal. An empty answer is the usual one. */
export type Ask = (question: string, usual?: string) => Promise<string>

/** Reads what is asked for an entity or a screen; what the command line leaves out is asked for where somebody can answer. */
export async function readWish(flags: Flags, present: Present, types: Record<string, TypeKeywords>, ask?: Ask): Promise<Wish> {
  const kind = flags.kind === 'entity' ? 'entity' : 'screen'
  const { values } = flags
  const path =
    flags.path ??
    (await ask?.(`路径（组/${kind === 'entity' ? '实体' : '菜单'}）`, kinds[kind]?.path)) ??
    notDone('npm run new', '没有路径', { allowed: `例如 base/vehicle` })
  const { group, name } = readPath(path, values['group'], kind)
  const entity = values['entity'] ?? name
  if (!/^[a-z][A-Za-z0-9]{0,39}$/.test(entity))
    notDone('--entity', `“${entity}”不能作实体名`, { allowed: '小写字母开头的字母和数字，最多 40 个' })
  const { sources } = present
  const isNew = !Object.hasOwn(sources.entities, entity)
  const read = (text: string): NotedFields =>
    readFields(text, types, { dictionary: Object.keys(sources.dictionaries), to: [...Object.keys(sources.entities), entity] })

  const wish: Wish & { noted: NotedFields } = { kind, group, name, entity, noted: { fields: {}, problems: [] } }
  const title = values['title'] ?? (isNew ? await ask?.('标题') : undefined)
  if (title !== undefined) wish.title = readTitle(title)
  if (values['fields'] !== undefined) wish.noted = read(values['fields'])
  else if (isNew && ask) wish.noted = await askFields(writableTypes(types), read, ask)

  const label = values['label'] ?? (isNew ? await ask?.('一行以哪个字段为名称', usualLabel(wish.noted)) : undefined)
  if (label !== undefined && label !== '') wish.label = label
  if (values['include'] !== undefined) wish.include = readNames(values['include'], Object.keys(sources.groups), '--include', '组')
  if (values['unique'] !== undefined) wish.unique = readNames(values['unique'], Object.keys(wish.noted.fields), '--unique', '字段')
  if (values['scope'] !== undefined) wish.scope = readScope(values['scope'], wish.noted, sources)
  else if (isNew && ask) wish.scope = await askScope(wish.noted, sources, ask)
  const roles =
    values['roles'] ?? (kind === 'screen' && ask ? await ask('哪些角色有哪些权限，例如 OP=*,AD=view+export（空：按该组其他菜单）') : '')
  if (roles !== '') wish.roles = (all) => parseRights(roles, all, sources.roles.roles)
  return wish
}

/** `base/vehicle`, or the menu alone beside `--group`. */
function readPath(path: string, group: string | undefined, kind: Wish['kind']): { group: string; name: string } {
  const parts = path.split('/')
  const [first, name] = parts.length === 1 ? [group, parts[0]] : parts
  const allowed =
    kind === 'entity' ? '<组>/<实体>，名称为小写字母开头的字母和数字，例如 base/vehicle' : '<权限组>/<菜单>，只用字母，例如 base/vehicle'
  const rule = kind === 'entity' ? /^[a-z][A-Za-z0-9]{0,39}$/ : /^[a-z][A-Za-z]{0,39}$/
  if (parts.length > 2 || first === undefined || name === undefined || !rule.test(first) || !rule.test(name))
    return notDone(path, `“${path}”不是模式文件的路径`, { allowed })
  if (group !== undefined && group !== first) notDone('--group', `--group ${group} 与路径 ${path} 不符`)
  return { group: first, name }
}

function readTitle(title: string): string {
  return title.trim().length > 0 && title.length <= 40 ? title.trim() : notDone('--title', `标题“${title}”应有 1 至 40 个字`)
}

function readFields(...args: Parameters<typeof parseFields>): NotedFields {
  const noted = parseFields(...args)
  if (noted.problems.length > 0) throw new NotDone(noted.problems)
  return noted
}

function readNames(text: string, known: readonly string[], place: string, what: string): string[] {
  if (text === 'none') return []
  return text.split(',').map((each) => {
    const name = each.trim()
    return known.includes(name) ? name : notDone(place, `没有名为“${name}”的${what}`, { allowed: [...known, 'none'] }, name)
  })
}

/** `department=any,enterprise=carrierId+operatorId`; a dimension that is left out has its usual value. */
function readScope(text: string, noted: Pick<NotedFields, 'fields'>, sources: ProductSources): Scope {
  if (text === 'global' || text === 'own') return text
  const scope = usualScope(noted, sources) as Record<string, string[] | 'any' | 'none'>
  for (const item of text.split(',')) {
    const [dimension = '', owners = ''] = item.trim().split('=')
    if (!Object.hasOwn(sources.product.scopes, dimension)) {
      const allowed = [...Object.keys(sources.product.scopes), 'global', 'own']
      notDone('--scope', `没有名为“${dimension}”的维度`, { allowed }, dimension)
    }
    if (owners === '') notDone('--scope', `“${dimension}”没有写明归属`, { allowed: '归属字段、any 或 none' })
    scope[dimension] = owners === 'any' || owners === 'none' ? owners : owners.split('+')
  }
  return scope
}

/** A field on each line, until an empty one; a wrong one is told and asked for again. */
async function askFields(types: string[], read: (text: string) => NotedFields, ask: Ask): Promise<NotedFields> {
  const lines: string[] = []
  let question = `字段 ${notationManual}\n类型 ${types.join(' ')}`
  for (;;) {
    const line = await ask(question)
    if (line === '' && lines.length > 0) return read(lines.join(','))
    try {
      read([...lines, line].join(','))
      if (line !== '') lines.push(line)
      question = '下一个字段（空：结束）'
    } catch (error) {
      if (!(error instanceof NotDone)) throw error
      question = `${error.message}\n再写一次（空：结束）`
    }
  }
}

async function askScope(noted: NotedFields, sources: ProductSources, ask: Ask): Promise<Scope> {
  const usual = Object.entries(usualScope(noted, sources)).map(([dimension, owners]) => `${dimension}=${[owners].flat().join('+')}`)
  return readScope(await ask('谁看得到哪些行（字段、any 或 none）', usual.join(',')), noted, sources)
}
