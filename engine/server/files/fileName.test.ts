import { expect, it } from 'vitest'
import { cleanFileName, extensionOf } from './fileName'

it.each([
  ['keeps an ordinary Chinese name', '仓单 2026-11.pdf', '仓单 2026-11.pdf'],
  ['drops folders of both systems', '../../etc/passwd.txt', 'passwd.txt'],
  ['drops a Windows path', 'C:\\Users\\li\\合同.docx', '合同.docx'],
  ['drops marks that turn the reading direction', 'photo\u202Egpj.exe', 'photogpj.exe'],
  ['drops control characters and line breaks', 'a\u0000b\r\nc\u2028.txt', 'abc.txt'],
  ['replaces characters that file systems refuse', 'a<b>:c|d?.csv', 'a_b__c_d_.csv'],
  ['drops leading and trailing points and blanks', '  ..hidden.pdf. ', 'hidden.pdf'],
  ['names a file that has only an extension', '///.pdf', 'pdf'],
  ['names a file without any name', '\u202E', 'file'],
])('%s', (_what, name, cleaned) => {
  expect(cleanFileName(name)).toBe(cleaned)
})

it('shortens a long name by whole characters and keeps the extension', () => {
  const cleaned = cleanFileName(`${'仓'.repeat(300)}.pdf`)
  expect(cleaned).toBe(`${'仓'.repeat(65)}.pdf`)
  expect(Buffer.byteLength(cleaned)).toBeLessThanOrEqual(200)
})

it('reads the extension in small letters', () => {
  expect(extensionOf('A.PDF')).toBe('.pdf')
  expect(extensionOf('no extension')).toBe('')
})
