import { textsOf } from '../core/messages'

/** Texts of the preview: of its sample server, its switches, what explains a page, and the diagram of states. */
export const previewMessages = {
  'sample.readOnly': '预览不保存：此处的新增、修改和操作不会写入任何数据',
  'sample.failed': '预览：模拟的服务器错误',
  'sample.forbidden': '预览：该角色没有此菜单的权限',
  'sample.unknown': '预览：没有此地址',
  'sample.action': '提交',
  'sample.operator': '演示用户',
} as const

export const sayPreview = textsOf(previewMessages)
