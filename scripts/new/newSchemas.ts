import { toSnake } from '../../engine/core/compile'
import { readFieldKeywords } from './fieldKeywords'
import { planFiles } from './filePlan'
import type { Flags } from './flags'
import { readWish, type Ask } from './wishes'
import { prepare, putInPlace, readPresent, writtenText, type Place } from './workspace'

/**
 * Makes an entity, or a screen with all that it needs, and answers what to tell. What is there already is only compared, unless `--apply` adds what it
 * lacks.
 */
export async function newSchemas(flags: Flags, place: Place, ask?: Ask): Promise<string[]> {
  const present = readPresent(place)
  const wish = await readWish(flags, present, readFieldKeywords(place.root), ask)
  const plan = planFiles(wish, present)
  if (plan.files.size === 0) return [...plan.words, '没有缺少的部分，什么都没有写']

  const added = plan.addedFields.map(toSnake)
  const migration = flags.values['migration'] ?? [toSnake(wish.entity), ...added].join('_').slice(0, 60)
  const { outputs, notes } = await prepare(place, plan.files, { before: present.plan, migration })
  const isThere =
    plan.grown.size > 0 || present.files.has(wish.kind === 'entity' ? `entities/${wish.entity}` : `screens/${wish.group}/${wish.name}`)
  if (isThere && !flags.set.has('apply')) return [...plan.words, '以上都没有写；加 --apply 补上缺少的部分，已有的不变']

  await putInPlace(outputs)
  return [
    ...plan.words,
    ...notes,
    writtenText(place.root, outputs),
    ...nextSteps(
      plan.route,
      `${wish.group}/${wish.name}`,
      [...outputs.keys()].some((path) => path.endsWith('.sql')),
    ),
  ]
}

function nextSteps(route: string | undefined, path: string, hasMigration: boolean): string[] {
  const reading = hasMigration ? '读一遍迁移，' : ''
  if (route === undefined) return [`接着：${reading}npm run new -- screen ${path} 写它的菜单`]
  return [`接着：${reading}npm run dev${hasMigration ? '（服务端启动时执行迁移）' : ''}`, `列表：http://127.0.0.1:5173${route}`]
}
