import type { Kysely } from 'kysely'
import type { DictionaryPlan } from '../../engine/core/plan'
import type { DictItemRow } from './generated/dictItem'
import type { Tables } from './generated/tables'

/** How old the lists may be; with several servers each of them looks by itself. */
const refreshMs = 5_000

/** The code lists as admins have made them (基础数据), kept in memory because every value that is saved asks them. */
export class LiveDictionaries {
  readonly #kysely: Kysely<Tables>
  #lists: Record<string, DictionaryPlan> = {}
  #seen = ''
  #timer: NodeJS.Timeout | undefined

  constructor(kysely: Kysely<Tables>) {
    this.#kysely = kysely
  }

  /** The same object as long as nothing has changed. */
  current = (): Record<string, DictionaryPlan> => this.#lists

  async refresh(): Promise<void> {
    const rows = await readItems(this.#kysely)
    const now = JSON.stringify(rows)
    if (now === this.#seen) return
    this.#seen = now
    this.#lists = listsOf(rows)
  }

  /** Looks again every few seconds; `failed` hears of a look that went wrong, and the lists stay as they were. */
  start(failed: (error: unknown) => void): void {
    this.#timer = setInterval(() => void this.refresh().catch(failed), refreshMs)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }
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
