import { expect, it } from 'vitest'
import { syntaxText } from './messages'
import { validateFile } from './validate'

const said = (text: string): string => {
  const [problem] = validateFile('menus', 'f', text).problems
  return problem ? `${problem.line}:${problem.column} ${problem.found}` : ''
}

it.each([
  ['', '1:1 JSON 语法错误：没有内容'],
  ['\uFEFF{}', '1:1 JSON 语法错误：文件以字节顺序标记（BOM）开头'],
  ['{', '1:2 JSON 语法错误：缺少“}”'],
  ['[1', '1:3 JSON 语法错误：缺少“]”'],
  ['{\n  "a" 1\n}', '2:7 JSON 语法错误：此处应为冒号'],
  ['{ "a": }', '1:8 JSON 语法错误：此处应为一个值'],
  ['{ "a": 1 "b": 2 }', '1:10 JSON 语法错误：此处应为逗号'],
  ['{ "a": 1, }', '1:11 JSON 语法错误：此处应为带双引号的键名'],
  ['{ a: 1 }', '1:3 JSON 语法错误：此处的符号不是 JSON'],
  ['{} {}', '1:4 JSON 语法错误：此处之后不应再有内容'],
  ['{ "a": 1, "a": 2 }', '1:11 JSON 语法错误：重复的键 "a"'],
  ['{ "a": "b', '1:8 JSON 语法错误：字符串没有以双引号结束'],
  ['{ "a": "\\u12" }', '1:8 JSON 语法错误：“\\u”之后应为四位十六进制数'],
  ['{ "a": "\\x" }', '1:8 JSON 语法错误：“\\”之后的字符不可用'],
  ['{ "a": "b\tc" }', '1:8 JSON 语法错误：字符串中有不能直接写的控制字符'],
  ['{ "a": "b\\u0000c" }', '1:8 JSON 语法错误：文本中有看不见的字符 U+0000'],
  ['{ "a": "\\ud83d" }', '1:8 JSON 语法错误：文本中有看不见的字符 U+D83D'],
  ['{ "a": 1. }', '1:8 JSON 语法错误：数字没有写完'],
  ['{} // note', '1:4 JSON 语法错误：不能有注释'],
  ['{} /* note', '1:4 JSON 语法错误：不能有注释'],
  [`${'['.repeat(101)}${']'.repeat(101)}`, '1:101 JSON 语法错误：嵌套超过 100 层'],
])('says what is wrong with %j', (text, message) => {
  expect(said(text)).toBe(message)
})

it('says the word of the parser where it knows no other', () => {
  expect(syntaxText('SomethingNew at all')).toBe('JSON 语法错误：SomethingNew at all')
  expect(syntaxText('toString')).toBe('JSON 语法错误：toString')
})
