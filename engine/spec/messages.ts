/** What the schema check says, by code. `{name}` is a hole. */
const messages = {
  'json.syntax': 'JSON 语法错误：{found}',
  'json.EmptyFile': '没有内容',
  'json.ByteOrderMark': '文件以字节顺序标记（BOM）开头',
  'json.NestedDeeperThan': '嵌套超过 {detail} 层',
  'json.DuplicateKey': '重复的键 {detail}',
  'json.InvalidSymbol': '此处的符号不是 JSON',
  'json.InvalidNumberFormat': '数字的写法不对',
  'json.PropertyNameExpected': '此处应为带双引号的键名',
  'json.ValueExpected': '此处应为一个值',
  'json.ColonExpected': '此处应为冒号',
  'json.CommaExpected': '此处应为逗号',
  'json.CloseBraceExpected': '缺少“}”',
  'json.CloseBracketExpected': '缺少“]”',
  'json.EndOfFileExpected': '此处之后不应再有内容',
  'json.InvalidCommentToken': '不能有注释',
  'json.UnexpectedEndOfString': '字符串没有以双引号结束',
  'json.UnexpectedEndOfNumber': '数字没有写完',
  'json.InvalidUnicode': '“\\u”之后应为四位十六进制数',
  'json.InvalidEscapeCharacter': '“\\”之后的字符不可用',
  'json.InvalidCharacter': '字符串中有不能直接写的控制字符',
  'json.InvisibleCharacter': '文本中有看不见的字符 {detail}',
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

/** What is wrong with a text that is no JSON, by the word of the parser and what it is about. */
export function syntaxText(found: string): string {
  const [word = '', ...detail] = found.split(' ')
  const code = `json.${word}`
  return specText('json.syntax', { found: isCode(code) ? specText(code, { detail: detail.join(' ') }) : found })
}

function isCode(code: string): code is keyof typeof messages {
  return Object.hasOwn(messages, code)
}

export function specText(code: keyof typeof messages, params: Record<string, unknown> = {}): string {
  return messages[code].replace(/\{(\w+)\}/g, (hole, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : hole))
}
