/** Multipart forms of the contract, made wrong; everything follows from the seed. */
import { pack } from '../../../engine/server/exchange/archive'
import { propertiesOf, type Operation } from './contract'
import { hostileTexts, inHeaders, inQuery, asNobody, pathOf, type Random, type Sent } from './mutations'
import { sharing, workbook } from './workbook'

interface FormPart {
  headers: string[]
  content: Buffer
}

interface Form {
  parts: FormPart[]
  boundary: string
  /** As the header names it. */
  named: string
  /** After the last part. */
  end: string
}

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex')
const sheet = pack(sharing(['名称', '一'], [[0], [1]]))

/** What is no file of the kind that its name says, or hardly one. */
const hostileContents: Buffer[] = [
  Buffer.alloc(0),
  Buffer.from([0]),
  Buffer.from('not a file'),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  Buffer.from('MZ\u0090\u0000'),
  Buffer.alloc(60_000, 0xff),
  Buffer.from('\r\n--x\r\n--x--\r\n'),
  Buffer.from('PK\u0003\u0004'),
  Buffer.from(`PK\u0005\u0006${'\u00ff'.repeat(18)}`, 'latin1'),
  sheet.subarray(0, sheet.length - 30),
  sheet.subarray(100),
  Buffer.concat([sheet, sheet]),
  pack(workbook('<worksheet><sheetData><row r="0"><c r="A0" t="s"><v>99</v></c></row></sheetData></worksheet>')),
  pack(workbook('<worksheet><sheetData><row><c r="ZZZZZZ1" t="b"><v>x</v></c><c t="e"><v>#REF!</v></c></row></sheetData></worksheet>')),
  pack(workbook('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><worksheet>&b;</worksheet>')),
  pack(workbook('', { texts: '<sst><si>', styles: '<' })),
]

const hostileNames = [
  '',
  '.',
  '../../etc/passwd',
  'a\\b.pdf',
  'CON.pdf',
  '.htaccess',
  'x.pdf\u0000.exe',
  `${'长'.repeat(400)}.pdf`,
  'x',
  '\u202efdp.exe',
  'x.PDF ',
  '%00.pdf',
  '__proto__',
  "'; drop.xlsx",
]

const hostilePartHeaders = [
  'Content-Disposition: form-data',
  'Content-Disposition: attachment; filename="x.pdf"',
  'Content-Disposition: form-data; name="file"; filename*=UTF-8\'\'%ZZ%00.pdf',
  'Content-Disposition: form-data; name=file; filename=x.pdf; name="other"',
  'Content-Disposition: form-data; name="file"; filename="unfinished',
  'Content-Disposition',
  'Content-Type: multipart/mixed; boundary=y',
  'Content-Type: ;;;',
  'Content-Transfer-Encoding: base64',
  'Content-Length: -1',
  `X-Long: ${'x'.repeat(20_000)}`,
  ': :',
]

/** A form that could be right, with one to three things about it that are not; one in eight is right, but for its content perhaps. */
export function mutatedForm(operation: Operation, ids: readonly string[], files: readonly Buffer[], random: Random): Sent {
  let form = rightForm(operation, files, random)
  for (let times = random.below(8) === 0 ? 0 : 1 + random.below(3); times > 0; times--) form = random.one(changes)(form, random)
  const { method, path } = operation
  let sent: Sent = {
    method,
    path: pathOf(path, ids, random),
    headers: {
      'x-forwarded-for': `10.3.${random.below(250)}.${random.below(250)}`,
      'idempotency-key': `form-${random.below(4_294_967_296)}`,
      'content-type': `multipart/form-data; boundary=${form.named}`,
    },
    body: written(form, random),
    signedIn: true,
  }
  if (random.below(6) === 0) sent = random.one([inHeaders, inQuery, asNobody])(sent, operation, random)
  return sent
}

function rightForm({ form }: Operation, files: readonly Buffer[], random: Random): Form {
  const fields = Object.entries(propertiesOf(form)).flatMap(([name, { format }]) => {
    if (format === 'binary') return []
    return random.below(2) === 0 ? [field(name, random.one(['1', '7', 'loan', '附件', 'true']))] : []
  })
  const file = random.one([
    { name: '合同.pdf', type: 'application/pdf', content: pdf },
    { name: 'x.png', type: 'image/png', content: png },
    ...files.map((content) => ({ name: '导入.xlsx', type: 'application/octet-stream', content })),
  ])
  return { parts: [...fields, filePart(file.name, file.type, file.content)], boundary: 'x7f', named: 'x7f', end: '--x7f--\r\n' }
}

function field(name: string, value: string): FormPart {
  return { headers: [`Content-Disposition: form-data; name="${name}"`], content: Buffer.from(value) }
}

function filePart(name: string, type: string, content: Buffer): FormPart {
  return { headers: [`Content-Disposition: form-data; name="file"; filename="${name}"`, `Content-Type: ${type}`], content }
}

/** That it has a type still makes it a file. */
function withoutFileName({ headers, content }: FormPart): FormPart {
  return { headers: [...headers.map((header) => header.replace(/; filename=".*"/, '')), 'Content-Type: application/octet-stream'], content }
}

type Change = (form: Form, random: Random) => Form

const another = (random: Random): FormPart =>
  random.one([
    field(random.one([...hostileTexts, 'file', 'docId', 'keep', 'values']) || 'empty', random.one(hostileTexts)),
    field('__proto__', '{"polluted":1}'),
    filePart(random.one(hostileNames), 'application/pdf', pdf),
    filePart('x.xlsx', '', random.one(hostileContents)),
  ])

const changes: Change[] = [
  (form, random) => ({ ...form, parts: form.parts.map((part) => ({ ...part, content: random.one(hostileContents) })) }),
  (form, random) => ({
    ...form,
    parts: [...form.parts.slice(0, -1), filePart(random.one(hostileNames), 'application/pdf', random.one([pdf, png, sheet]))],
  }),
  (form, random) => ({ ...form, parts: [another(random), ...form.parts] }),
  (form, random) => ({ ...form, parts: [...form.parts, another(random)] }),
  (form, random) => ({
    ...form,
    parts: [...form.parts, ...Array.from({ length: 40 }, (_each, at) => field(`f${at}`, random.one(hostileTexts)))],
  }),
  (form, random) => ({
    ...form,
    parts: form.parts.map((part) => ({ ...part, headers: [...part.headers.slice(random.below(2)), random.one(hostilePartHeaders)] })),
  }),
  (form) => ({ ...form, parts: form.parts.slice(0, -1) }),
  (form) => ({ ...form, parts: form.parts.map(withoutFileName) }),
  (form) => ({ ...form, parts: [] }),
  (form) => ({ ...form, parts: [...form.parts, field('docId', 'x'.repeat(5_000))] }),
  (form, random) => ({ ...form, named: random.one(['', 'y', '"', 'x'.repeat(300), '"x7f"; charset=utf-16']) }),
  (form, random) => ({ ...form, end: random.one(['', '--x7f', '--x7f\r\n', '--x7f--\r\n--x7f\r\n', '\u0000']) }),
]

function written({ parts, boundary, end }: Form, random: Random): Buffer {
  const whole = Buffer.concat([
    ...parts.flatMap(({ headers, content }) => [
      Buffer.from(`--${boundary}\r\n${headers.join('\r\n')}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(end),
  ])
  return random.below(8) === 0 ? whole.subarray(0, random.below(whole.length + 1)) : whole
}
