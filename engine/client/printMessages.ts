import { textsOf } from '../core/messages'

/** Texts of the print preview and of the paper. They are loaded with the preview, which few users open. */
export const printMessages = {
  'print.state': '状态',
  'print.day': '打印日期',
  'print.sum': '合计',
  'print.preview': '打印预览',
  'print.print': '打印',
  'print.template': '打印模板',
  'print.copies': '联次',
  'print.page': '第 {page} 页 共 {pages} 页',
  'print.by': '打印人：{name}　打印时间：{time}',
  'print.leftOut': '所选数据中有 {count} 条不适用“{title}”，不在其中',
} as const

export const sayPrint = textsOf(printMessages)
