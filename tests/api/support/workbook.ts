import { deflateRawSync } from 'node:zlib'
import { pack, type Part } from '../../../engine/server/exchange/archive'

/** A part of an archive. */
export function part(name: string, content: Buffer): Part {
  return { name, content }
}

/** A workbook whose sheet is this XML, with what else it refers to. */
export function workbook(xml: string, { texts, styles }: { texts?: string; styles?: string } = {}): Part[] {
  const rels = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const types = 'http://schemas.openxmlformats.org/package/2006'
  const beside = Object.entries({ sharedStrings: texts, styles }).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const more = beside.map(([name], index) => `<Relationship Id="r${index + 2}" Type="${rels}/${name}" Target="${name}.xml"/>`).join('')
  return [
    part(
      '[Content_Types].xml',
      Buffer.from(`<Types xmlns="${types}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`),
    ),
    part(
      '_rels/.rels',
      Buffer.from(
        `<Relationships xmlns="${types}/relationships"><Relationship Id="r1" Type="${rels}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ),
    ),
    part(
      'xl/workbook.xml',
      Buffer.from(
        `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${rels}"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
      ),
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      Buffer.from(
        `<Relationships xmlns="${types}/relationships"><Relationship Id="r1" Type="${rels}/worksheet" Target="worksheets/sheet1.xml"/>${more}</Relationships>`,
      ),
    ),
    ...beside.map(([name, content]) => part(`xl/${name}.xml`, Buffer.from(content))),
    part('xl/worksheets/sheet1.xml', Buffer.from(xml)),
  ]
}

/** Texts that stand in the file once, and rows of cells that name them by their places. */
export function sharing(texts: readonly string[], rows: readonly (readonly number[])[]): Part[] {
  const cells = (row: readonly number[]): string => row.map((text) => `<c t="s"><v>${text}</v></c>`).join('')
  return workbook(`<worksheet><sheetData>${rows.map((row) => `<row>${cells(row)}</row>`).join('')}</sheetData></worksheet>`, {
    texts: `<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
  })
}

/** Packed as well as possible, unlike what `pack` makes. */
export function deflated(parts: readonly Part[]): Buffer {
  const contents = parts.map(({ content }) => deflateRawSync(content, { level: 9 }))
  const archive = pack(parts.map(({ name }, index) => ({ name, content: contents[index] ?? Buffer.alloc(0) })))
  let at = archive.readUInt32LE(archive.length - 22 + 16)
  for (const { name, content } of parts) {
    archive.writeUInt16LE(8, at + 10)
    archive.writeUInt32LE(content.length, at + 24)
    at += 46 + Buffer.byteLength(name)
  }
  return archive
}
