import type { Adopted } from '../engine/server/verify/adopt'

/** One line per ledger. @param dry nothing was kept */
export function sayAdopted(adopted: readonly Adopted[], dry = false): void {
  for (const { title, balances, holds } of adopted)
    console.log(`${title}台账：补记 ${balances} 个余额的期初，建立 ${holds} 笔占用${dry ? '（试算，未保存）' : ''}`)
}
