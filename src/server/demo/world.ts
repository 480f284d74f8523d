import type { Services } from '../../../engine/server/services'
import type { FixedClock } from '../clock'
import type { Diary } from './diary'
import type { Office } from './office'
import type { DemoQueue } from './queue'
import type { Random } from './random'

/** Goods as stories need them. */
export interface DemoGoods {
  id: string
  categoryId: string
  shelfLifeDays: number | null
  snapshot: { goodsNo: string; goodsName: string; spec: string; unit: string }
}

/** What everything that makes demo data works with. */
export interface World {
  services: Services
  clock: FixedClock
  random: Random
  diary: Diary
  office: Office
  queue: DemoQueue
  names: Names
  /** By `<name> <spec>`. */
  goods: Map<string, DemoGoods>
}

/** Ids of what was made, by kind and by the short name that stories use. */
export class Names {
  readonly #ids = new Map<string, string>()

  remember(kind: string, name: string, id: string): void {
    this.#ids.set(`${kind} ${name}`, id)
  }

  /** @throws RangeError when nothing was made under this name yet */
  id(kind: string, name: string): string {
    const id = this.#ids.get(`${kind} ${name}`)
    if (id === undefined) throw new RangeError(`there is no ${kind} ${name} yet`)
    return id
  }
}

/** First and last day of the demo data (domain 70, G.1). */
export const firstDay = '2026-01-05'
export const lastDay = '2026-11-20'
export const seed = 20_261_120
