import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { readXlsx, writeForm, type Cell } from '../../../engine/server/xlsx'

/** A file as somebody has it on a disk. */
export interface DiskFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A PDF of many megabytes, made in the page: to hand it over would take longer than to send it. */
export interface LargeFile {
  name: string
  bytes: number
}

export type SheetRows = Readonly<Record<string, Cell>>[]

export function fileOf(name: string, content: string | Buffer, mimeType = 'application/octet-stream'): DiskFile {
  return { name, mimeType, buffer: Buffer.from(content) }
}

/** A workbook of one sheet with these columns. */
export async function workbook(name: string, head: readonly string[], rows: SheetRows): Promise<DiskFile> {
  const columns = head.map((title) => ({ title, width: 20 }))
  const content = await writeForm([{ name: '导入', columns, rows: rows.map((row) => head.map((title) => row[title] ?? null)) }], 1)
  return fileOf(name, Buffer.from(content), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
}

/** Rows of a workbook's first sheet by the titles above them. */
export async function rowsOf(content: Buffer): Promise<{ head: string[]; rows: Record<string, Cell>[] }> {
  const found: Cell[][] = []
  for await (const { cells } of readXlsx(content, 1000)) found.push(cells)
  const [titles = [], ...rows] = found
  const head = titles.map(String)
  return { head, rows: rows.map((cells) => Object.fromEntries(head.map((title, index) => [title, cells[index] ?? null]))) }
}

/** Of a blob that nobody has named: a browser without a viewer saves the PDF that a frame shows, whenever it comes to that. */
const unnamed = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.pdf$/

/** What a press on a button saves. */
export async function savedBy(page: Page, press: () => Promise<void>): Promise<{ name: string; content: Buffer }> {
  const saved = page.waitForEvent('download', (download) => !unnamed.test(download.suggestedFilename()))
  const [download] = await Promise.all([saved, press()])
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return { name: download.suggestedFilename(), content: Buffer.concat(chunks) }
}

/** An area that takes files, and the list of those that were given to it. */
export class Uploads {
  readonly #root: Locator

  constructor(root: Locator) {
    this.#root = root
  }

  get area(): Locator {
    return this.#root.locator('.engine-drop').first()
  }

  /** Through the chooser that the area opens. */
  async choose(...files: DiskFile[]): Promise<void> {
    const [chooser] = await Promise.all([this.#root.page().waitForEvent('filechooser'), this.area.getByRole('button').click()])
    await chooser.setFiles(files)
  }

  async drag(...files: DiskFile[]): Promise<void> {
    await this.#dispatch(files, ['dragenter', 'dragover'])
  }

  async drop(...files: (DiskFile | LargeFile)[]): Promise<void> {
    await this.#dispatch(files, ['dragenter', 'dragover', 'drop'])
  }

  item(name: string): Locator {
    return this.#root.getByRole('listitem').filter({ hasText: name })
  }

  async remove(name: string): Promise<void> {
    await this.#root.getByRole('button', { name: `删除文件 ${name}` }).click()
  }

  /** The list says why a file was not taken. */
  async expectProblem(name: string, text: string | RegExp): Promise<void> {
    // While there is none, what the list says of the file instead.
    const said = async (): Promise<string> => {
      const item = this.item(name)
      const problems = await item.getByRole('alert').allInnerTexts()
      return problems[0] ?? (await item.allInnerTexts()).join()
    }
    if (typeof text === 'string') await expect.poll(said).toBe(text)
    else await expect.poll(said).toMatch(text)
  }

  progress(name: string): Locator {
    return this.#root.getByRole('progressbar', { name })
  }

  /** What fills the progress bar of an item, and would fill it at another status: the page's own rules, on a copy of the bar. */
  async colourOf(name: string, status: string): Promise<string> {
    return this.progress(name).evaluate((bar, shown) => {
      const copy = bar.cloneNode(true) as HTMLElement
      copy.dataset['status'] = shown
      bar.after(copy)
      const colour = getComputedStyle(copy.firstElementChild ?? copy).backgroundColor
      copy.remove()
      return colour
    }, status)
  }

  async #dispatch(files: (DiskFile | LargeFile)[], events: string[]): Promise<void> {
    const given = files.map((file) =>
      'bytes' in file ? file : { name: file.name, type: file.mimeType, content: file.buffer.toString('base64') },
    )
    const dataTransfer = await this.#root.page().evaluateHandle((all) => {
      const transfer = new DataTransfer()
      const head = '%PDF-1.4\n'
      for (const file of all) {
        const [parts, type] =
          'bytes' in file
            ? [[head, new Uint8Array(file.bytes - head.length)], 'application/pdf']
            : [[Uint8Array.from(atob(file.content), (letter) => letter.charCodeAt(0))], file.type]
        transfer.items.add(new File(parts, file.name, { type }))
      }
      return transfer
    }, given)
    for (const event of events) await this.area.dispatchEvent(event, { dataTransfer })
  }
}
