/**
 * The texts of the engine for both sides of the wire, by stable code. `{name}` is a hole that is filled from the error's params.
 * Each line says what is wrong and, where the reader can mend it, what to do.
 */
export const messages = {
  'decimal.invalid': '“{value}”不是有效的数字',
  'decimal.division-by-zero': '除数不能为零',
  'decimal.too-many-decimals': '“{value}”的小数位数超过 {decimals} 位',
  'decimal.no-weight': '分摊权重合计为零，无法分摊',

  'date.invalid': '“{value}”不是有效的日期，格式应为 YYYY-MM-DD',
  'date.out-of-range': '日期计算结果超出 0000 至 9999 年',

  'endpoint.missing-param': '请求地址 {url} 缺少参数 {param}',
  'endpoint.unsafe-param': '请求地址 {url} 的参数 {param} 不能是“{value}”',

  'expression.empty': '表达式为空',
  'expression.too-long': '表达式长度 {length} 超过上限 {limit}',
  'expression.too-deep': '表达式嵌套超过 {limit} 层',
  'expression.unexpected': '此处不应出现“{found}”',
  'expression.unexpected-end': '表达式不完整',
  'expression.unclosed-text': '文本缺少结束引号',
  'expression.unknown-escape': '文本中不支持转义“{found}”',
  'expression.invalid-number': '“{found}”不是有效的数字',
  'expression.foreign-word': '不支持“{found}”',
  'expression.forbidden-name': '名称“{found}”不允许使用',
  'expression.unknown-function': '没有名为“{found}”的函数',
  'expression.member-call': '不能调用字段上的方法“{found}”',
  'expression.computed-member': '不能用方括号读取字段',
  'expression.chained-comparison': '比较不能连写，请用 and 连接',

  'expression.unknown-name': '没有名为“{found}”的字段',
  'expression.no-fields': '“{found}”没有下级字段',
  'expression.wrong-type': '类型为 {found}，此处需要 {allowed}',
  'expression.incomparable': '类型 {found} 不能与 {allowed} 比较',
  'expression.mixed-types': '类型 {found} 与 {allowed} 不一致',
  'expression.argument-count': '参数个数为 {found}，应为 {allowed}',
} as const

export type MessageCode = keyof typeof messages
export type MessageParams = Readonly<Record<string, unknown>>

/** The text of a code with its holes filled; a hole without a param stays visible, so that the mistake can be seen. */
export function messageText(code: MessageCode, params: MessageParams = {}): string {
  return messages[code].replace(/\{(\w+)\}/g, (hole, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : hole))
}
