import { schemaFileAt } from '../../spec/schemaPaths'
import type { ProductPlan } from '../../core/plan'
import { say } from '../messages'
import type { SchemaText } from '../contents'

export interface TreeItem {
  path: string
  /** Name of the file without its ending. */
  name: string
  title: string
}

export interface TreeGroup {
  key: string
  title: string
  items: readonly TreeItem[]
}

const order = ['screen', 'entity', 'group', 'ledger', 'dictionary', 'templates'] as const

/** All files: screens by their menus, then the other kinds, then the files that there is one of. */
export function treeOf(files: readonly SchemaText[], plan: Pick<ProductPlan, 'menus' | 'screens'> | undefined): TreeGroup[] {
  const groups = new Map<string, TreeGroup & { items: TreeItem[]; at: number }>()
  for (const { path, text } of files) {
    const file = schemaFileAt(path.slice('schemas/'.length))
    if (!file) continue
    const { kind, key } = file
    const folder = order.find((each) => each === kind)
    const place = folder ? order.indexOf(folder) : -1
    const group = kind === 'screen' ? menuAround(key, plan) : undefined
    const groupKey = group ? `screen ${group.title}` : place < 0 ? 'single' : kind
    const title = group?.title ?? say(folder ? `tree.${folder}` : 'tree.single')
    const known = groups.get(groupKey) ?? { key: groupKey, title, items: [], at: group ? group.at : place < 0 ? 99 : 50 + place }
    groups.set(groupKey, known)
    known.items.push({ path, name: key, title: titleIn(text) ?? key })
  }
  return [...groups.values()].sort((a, b) => a.at - b.at || a.title.localeCompare(b.title, 'zh'))
}

/** What is left of the tree when it is searched; every word must be in the title, the name or the group. */
export function searched(groups: readonly TreeGroup[], text: string): TreeGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...groups]
  return groups.flatMap((group) => {
    const items = group.items.filter(({ title, path }) => {
      const all = `${group.title} ${title} ${path}`.toLowerCase()
      return words.every((word) => all.includes(word))
    })
    return items.length > 0 ? [{ ...group, items }] : []
  })
}

/** The uppermost menu entry that a screen stands below. */
function menuAround(screen: string, plan: Pick<ProductPlan, 'menus' | 'screens'> | undefined): { title: string; at: number } | undefined {
  const menuName = plan?.screens[screen]?.menuName
  if (menuName === undefined) return undefined
  const byId = new Map(plan?.menus.map((menu) => [menu.id, menu]))
  let menu = plan?.menus.find((each) => each.menuName === menuName)
  for (let around = menu; around; around = byId.get(around.pid)) menu = around
  return plan && menu && { title: menu.name, at: plan.menus.indexOf(menu) / (plan.menus.length + 1) }
}

/** The first title in a text, broken or not: that of what the file is about. */
function titleIn(text: string): string | undefined {
  return /"title"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text.slice(0, 600))?.[1]
}
