import { expect, it } from 'vitest'
import { readLicences } from './readLicences'

const file = (name: string, content: BlobPart = 'abc') => new File([content], name)

it('reads a licence as base64', async () => {
  expect(await readLicences([file('执照.pdf', '执照')], 0)).toEqual({
    accepted: [{ name: '执照.pdf', content: '5omn54Wn' }],
    refused: undefined,
  })
})

it.each([
  ['of another kind', file('执照.exe'), '“执照.exe”不是 PDF、JPG 或 PNG 文件'],
  ['above 2 MB', file('执照.pdf', new Uint8Array(2_097_153)), '“执照.pdf”超过 2 MB'],
  ['without content', file('执照.png', ''), '“执照.png”是空文件'],
])('refuses a file %s and takes the others', async (_name, bad, refused) => {
  const result = await readLicences([bad, file('章程.jpg')], 0)
  expect(result.refused).toBe(refused)
  expect(result.accepted.map(({ name }) => name)).toEqual(['章程.jpg'])
})

it('takes 2 MB to the last byte, and five files', async () => {
  const result = await readLicences([file('1.pdf', new Uint8Array(2_097_152)), file('2.pdf')], 4)
  expect(result.accepted.map(({ name }) => name)).toEqual(['1.pdf'])
  expect(result.refused).toBe('最多上传 5 个文件')
})
