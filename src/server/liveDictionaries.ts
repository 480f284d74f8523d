import type { Kysely } from 'kysely'
import type { DictionaryPlan } from '../../engine/core/plan'
import type { DictItemRow } from './generated/dictItem'
import type { Tables } from './generated/tables'

/** How old the lists may be: whoever has changed them, on whichever server, sees it everywhere within a second. */
const refreshMs = 500

/** The code lists as admins have made them (基础数据), kept in memory because every value that is saved asks them. */
export class LiveDictionaries {
  readonly #kysely: Kysely<Tables>
  #lists: Record<string, DictionaryPlan> = {}
  /** Of the rows that the lists were made of. */
  #stamp = ''
  #timer: NodeJS.Timeout | undefined

  constructor(kysely: Kysely<Tables>) {
    this.#kysely = kysely
  }

  /** The same object as long as nothing has changed. */
  current = (): Record<string, DictionaryPlan> => this.#lists

  async refresh(): Promise<void> {
    // Asked first: what changes in between is read now, and again with the next look.
    const stamp = await stampOf(this.#kysely)
    if (stamp === this.#stamp) return
    this.#lists = listsOf(await readItems(this.#kysely))
    this.#stamp = stamp
  }

  /** Looks again all the time, one look after the other; `failed` hears of those that went wrong, and the lists stay as they were. */
  start(failed: (error: unknown) => void): void {
    this.#timer = setTimeout(() => {
      void this.refresh()
        .catch(failed)
        .finally(() => {
          if (this.#timer !== undefined) this.start(failed)
        })
    }, refreshMs)
    this.#timer.unref()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}

/** Another one whenever a row was added, changed or deleted: each change raises a version, each row has an id of its own. */
async function stampOf(kysely: Kysely<Tables>): Promise<string> {
  const row = await kysely
    .selectFrom('dict_item')
    .select(({ fn }) => [fn.count('id').as('rows'), fn.max('id').as('last'), fn.sum('version').as('changes')])
    .executeTakeFirstOrThrow()
  return `${row.rows} ${row.last} ${row.changes}`
}

export type DictionaryRow = Pick<DictItemRow, 'dictCode' | 'dictName' | 'itemCode' | 'itemName' | 'tagColor'>

/** Enabled items in their order. */
export function readItems(kysely: Kysely<Tables>): Promise<DictionaryRow[]> {
  return kysely
    .selectFrom('dict_item')
    .select(['dict_code as dictCode', 'dict_name as dictName', 'item_code as itemCode', 'item_name as itemName', 'tag_color as tagColor'])
    .where('status', '=', 'ENABLED')
    .orderBy('dict_code')
    .orderBy('seq')
    .orderBy('id')
    .execute()
}

export function listsOf(rows: DictionaryRow[]): Record<string, DictionaryPlan> {
  const lists: Record<string, DictionaryPlan> = {}
  for (const { dictCode, dictName, itemCode, itemName, tagColor } of rows) {
    const list = (lists[dictCode] ??= { name: dictCode, title: dictName, items: [] })
    list.items.push({ code: itemCode, title: itemName, color: tagColor ?? undefined })
  }
  return lists
}
