/**
 * The texts of the engine that both sides of the wire say, by stable code. `{name}` is a hole that is filled from the error's params.
 * Each line says what is wrong and, where the reader can mend it, what to do. What only the schema check says stands in `schemaMessages`,
 * what only the server says in `engine/server/messages`: a browser loads neither.
 */
import { emptyText } from './emptyText'

export const messages = {
  'decimal.invalid': '“{value}”不是有效的数字',
  'decimal.division-by-zero': '除数不能为零',
  'decimal.too-many-decimals': '“{value}”的小数位数超过 {decimals} 位',
  'decimal.no-weight': '分摊权重合计为零，无法分摊',
  'derivation.no-number': '{title}：{formula} 没有数值',

  'written.sum': '合计',
  'written.min': '较小者',
  'written.max': '较大者',
  'written.round': '四舍五入',
  'written.decimals': '{decimals} 位小数',
  'written.none': '无',

  'date.invalid': '“{value}”不是有效的日期，格式应为 YYYY-MM-DD',
  'date.out-of-range': '日期计算结果超出 0000 至 9999 年',

  'endpoint.missing-param': '请求地址 {url} 缺少参数 {param}',
  'endpoint.unsafe-param': '请求地址 {url} 的参数 {param} 不能是“{value}”',

  'expression.empty': '表达式为空',
  'expression.too-long': '表达式有 {found} 个字符，太长',
  'expression.too-deep': '表达式嵌套太深',
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
  'expression.masked': '“{found}”只显示一部分（mask），不能用于表达式；需要时由规则计算',
  'expression.no-fields': '“{found}”没有下级字段',
  'expression.wrong-type': '类型 {found} 不适用于此处',
  'expression.incomparable': '类型 {found} 在此不可比较',
  'expression.mixed-types': '类型 {found} 与前面的不一致',
  'expression.argument-count': '参数个数 {found} 不对',
  'expression.sql-name': '“{found}”不在本表中存储，不能作为数据库条件',
  'expression.sql-value': '列表“{found}”不能单独用在数据库条件中，只能用于 in、count、length、isEmpty、contains',
  'expression.sql-function': '函数“{found}”不能用在数据库条件中',
  'expression.sql-places': '数据库条件中，函数“{found}”的小数位数必须写成数字',
  'expression.sql-size': '表达式连同其公式太大，不能作为数据库条件',

  'field.version': '版本号',
  'field.requestedBy': '变更发起人',

  'value.none': emptyText,
  'value.change': '变更',
  'value.yes': '是',
  'value.no': '否',
  'value.separator': '、',
  'value.placeholder': '〔{title}〕',
  'summary.separator': ' · ',

  'invalid.label': '“{title}”',
  'invalid.label-in-line': '“{lines}”第 {row} 行的“{title}”',
  'invalid.row': '“{lines}”第 {row} 行',
  'invalid.unknown': '不支持的字段“{name}”',
  'invalid.required': '{label}不能为空',
  'invalid.text': '{label}应为文本',
  'invalid.characters': '{label}含有不允许的字符',
  'invalid.maxLength': '{label}最多 {max} 个字',
  'invalid.masked': '{label}只显示了一部分，请保持原样或填写完整',
  'invalid.pattern': '{label}格式不正确',
  'invalid.number': '{label}应为数字',
  'invalid.integer': '{label}应为整数',
  'invalid.decimals': '{label}最多 {decimals} 位小数',
  'invalid.min': '{label}不能小于 {min}',
  'invalid.max': '{label}不能大于 {max}',
  'invalid.date': '{label}应为 YYYY-MM-DD 格式的日期',
  'invalid.dateTime': '{label}应为带时区的日期时间',
  'invalid.dictionary': '{label}的值“{value}”不在可选范围内',
  'invalid.switch': '{label}应为是或否',
  'invalid.list': '{label}应为列表',
  'invalid.repeated': '{label}有重复的值',
  'invalid.interval': '{label}与已有记录的时段（{from} 至 {until}）重叠',
  'invalid.interval-hidden': '{label}与已有记录的时段重叠',
  'invalid.interval-order': '{label}不能早于时段的起始',
  'invalid.interval-broken': '{label}使时段中断：{until} 与 {from} 之间没有有效记录',
  'invalid.reference': '{label}所选数据不存在或不可选用',
  'invalid.file': '{label}中的文件不存在或已失效，请重新上传',
  'invalid.accept': '{label}只接受 {accept} 格式的文件',
  'invalid.maxCount': '{label}最多 {max} 个',
  'invalid.shape': '{label}的内容不符合要求',
  'invalid.minRows': '{label}至少需要 {min} 行',
  'invalid.maxRows': '{label}最多 {max} 行',
  'invalid.unique-row': '{label}与第 {other} 行重复',
  'invalid.row-type': '{label}的内容不正确',
  'invalid.unknown-row': '{label}已不存在，请刷新后重试',
  'invalid.clear': '清空{label}请在 clear 中写明字段名',
  'invalid.numbered': '{label}已编号，不能更改',
  'invalid.no-prefix': '{label}的值“{value}”没有对应的单号前缀，请联系管理员',
  'invalid.scope': '{label}超出您的数据范围',
  'invalid.closed': '{label}在当前状态下不能修改',
  'invalid.by-approval': '{label}须经审批，请通过“{action}”修改',

  'file.missing': '请选择要上传的文件',

  'refused.notBy': '双人原则：{who}不能{action}',
  'refused.notBy-unknown': '双人原则：没有{who}的记录，不能{action}',
  'refused.onlyBy': '只有{who}可以{action}',
  'refused.of-others': '不是贵司填报的记录，不能{action}',
  'refused.system': '本平台未对接{system}，不能{action}，请联系管理员',
  'refused.condition': '当前不满足{action}的条件',
  'refused.pending': '有待审批的{change}，不能{action}',

  'problem.wrong-state': '当前状态为“{state}”，不能{action}',

  'import.done': '导入成功',
  'import.unknown-reference': '{label}没有找到“{value}”，或您无权选用',
  'import.too-many-values': '{label}一格最多填 {max} 个',
  'import.ambiguous-reference': '{label}有多个“{value}”，请改填编号',
  'import.long-number': '{label}的数字过长，请把单元格设为文本后重新填写',
  'import.reason': '错误原因',

  'action.add': '新增',
  'action.edit': '编辑',
  'action.view': '查看',
  'action.delete': '删除',
  'refused.not-each': '所选数据中有不能{title}的',
  'refused.not-alike': '所选数据的{titles}不同，不能一起{title}',
  'refused.no-rows': '该数据没有对应的{title}',
  'refused.no-print': '当前状态没有可{title}的单据',
  'action.export': '导出',
  'action.import': '导入',
  'action.attach': '附件',
  'action.print': '打印',
  'action.download': '下载',
} as const

export type MessageCode = keyof typeof messages
export type MessageParams = Readonly<Record<string, unknown>>

export const messageText = textsOf(messages)

/** Answers the text of a code with its placeholders filled; a placeholder without a param stays visible, so that the mistake can be seen. */
export function textsOf<Code extends string>(texts: Readonly<Record<Code, string>>): (code: Code, params?: MessageParams) => string {
  return (code, params = {}) =>
    texts[code].replace(/\{(\w+)\}/g, (hole, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : hole))
}
