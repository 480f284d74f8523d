import type { OutsideSystem } from '../outsideSystems'

/** What systems outside are asked for, as 接口日志 names it. */
export type InterfaceName =
  '入库通知' | '撤销入库通知' | '出库通知' | '撤销出库通知' | '库存快照' | '创建收款人' | '创建付款' | '取消付款' | '账户余额'

export interface OutsideCall {
  system: OutsideSystem
  interfaceName: InterfaceName
  method: 'GET' | 'POST'
  path: string
  /** Number of the document that it is about. */
  bizNo: string
  /** Tells this request from all others, and is the same for all its tries. */
  requestNo: string
  /** As it is sent, to the character. */
  body?: string
}
