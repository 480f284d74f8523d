/** What the schema check says, by code. `{name}` is a hole. */
const messages = {
  'json.syntax': 'JSON 语法错误：{found}',
  'name.rule': '名称“{name}”不合规则',
  'key.unknown': '未知的键“{name}”',
  'key.missing': '缺少“{name}”',
  'tag.unknown': '“{tag}”的值“{value}”未知',
  'value.unknown': '值 {value} 不可用',
  'value.type': '值 {value} 的类型不对',
  'value.rule': '值 {value} 不合规则',
  'file.no-file': '不是文件',
  'file.dangling': '链接指向的文件不存在',
  'file.unreadable': '无法读取（{code}）',
  'file.too-large': '文件有 {bytes} 字节，超过 {most}',
  'file.encoding': '不是 UTF-8 文本',
  'file.other-kind': '内容是 {found}，此文件应为 {wanted}',
  'file.stray': '不属于任何一种模式文件',
  'file.twin': '与 {path} 同名',
  'file.missing': '缺少此文件',
  'problem.allowed': '可用：{allowed}',
  'problem.suggestion': '是否想写“{suggestion}”？',
} as const

export function specText(code: keyof typeof messages, params: Record<string, unknown> = {}): string {
  return messages[code].replace(/\{(\w+)\}/g, (hole, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : hole))
}
