import type { Route } from 'playwright-core'
import { describe, expect } from 'vitest'
import { fileOf, savedBy, Uploads } from './support/files'
import { signIn } from './support/signIn'
import { test } from './support/test'

const mark = Date.now().toString(36).slice(-5)
const pdf = (name: string) => fileOf(name, '%PDF-1.4\n%%EOF', 'application/pdf')
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const png = (name: string) => fileOf(name, Buffer.from(pixel, 'base64'), 'image/png')

/** Of the light theme. */
const colours = { normal: 'rgb(22, 119, 255)', active: 'rgb(22, 119, 255)', exception: 'rgb(250, 140, 22)', success: 'rgb(82, 196, 26)' }

describe('files that are sent', () => {
  test('I4 are uploading and then stored, with the icon of their kind; several at once', async ({ visit }) => {
    const operator = await visit('/uploadfile', { as: 'op01' })
    const { uploads } = operator
    const held: Route[] = []
    await operator.page.route('**/file/upload', (route) => void held.push(route))
    await uploads.choose(pdf(`合同-${mark}.pdf`), png(`照片-${mark}.png`))
    for (const [name, kind] of [
      [`合同-${mark}.pdf`, 'PDF 文档'],
      [`照片-${mark}.png`, '图片'],
    ] as const) {
      await uploads.item(name).getByText('上传中').waitFor()
      await uploads.item(name).getByRole('img', { name: kind }).waitFor()
    }
    await expect.poll(() => held.length).toBe(2)
    await Promise.all(held.map((route) => route.continue()))
    await operator.list.row(`合同-${mark}.pdf`).expectThere()
    await operator.list.row(`照片-${mark}.png`).expectThere()
  })

  test('I4 move forward by a guess every 200 ms where the browser does not tell, and never to the end', async ({ visit }) => {
    const operator = await visit('/uploadfile', { as: 'op01' })
    const { uploads } = operator
    operator.complaints.allowFailedConnections()
    await operator.page.route('**/file/upload', () => undefined)
    const name = `慢-${mark}.pdf`
    await uploads.choose(pdf(name))
    const bar = uploads.progress(name)
    await bar.waitFor()
    const percent = async (): Promise<number> => Number(await bar.getAttribute('aria-valuenow'))
    const first = await percent()
    await expect.poll(percent).toBeGreaterThan(first + 10)
    expect(await percent()).toBeLessThanOrEqual(99)
    expect(await bar.evaluate((element) => element.clientHeight)).toBe(10)
    expect(await bar.getAttribute('data-status')).toBe('active')
    for (const [status, colour] of Object.entries(colours)) expect([status, await uploads.colourOf(name, status)]).toEqual([status, colour])

    const lost: string[] = []
    operator.page.on('requestfailed', (request) => lost.push(request.url()))
    await uploads.remove(name)
    expect(await uploads.item(name).count()).toBe(0)
    await expect.poll(() => lost.length).toBe(1)
  })

  test('I5 say why they were not taken: the words of the answer, its status text, 上传错误, or that the connection broke', async ({
    visit,
  }) => {
    const operator = await visit('/uploadfile', { as: 'op01', refused: [415, 502, 413] })
    const { uploads } = operator
    operator.complaints.allowFailedConnections()
    await uploads.choose(fileOf(`坏-${mark}.docx`, 'no archive'))
    await uploads.expectProblem(`坏-${mark}.docx`, '不支持此类文件，或内容与扩展名不符')

    const responses = [
      (route: Route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>nginx</h1>' }),
      (route: Route) => route.fulfill({ status: 413, contentType: 'text/plain', body: '空间不足' }),
      (route: Route) => route.abort('connectionreset'),
    ]
    await operator.page.route('**/file/upload', (route) => responses.shift()?.(route))
    await uploads.choose(pdf(`一-${mark}.pdf`))
    await uploads.expectProblem(`一-${mark}.pdf`, '服务暂时不可用，请稍后重试')
    await uploads.choose(pdf(`二-${mark}.pdf`))
    await uploads.expectProblem(`二-${mark}.pdf`, '空间不足')
    await uploads.choose(pdf(`三-${mark}.pdf`))
    await uploads.expectProblem(`三-${mark}.pdf`, '上传错误：网络错误')
    expect(await operator.page.getByText('nginx').count()).toBe(0)
  })

  test('I5 of 15 MB say why they were not taken, and the next ones go on the same connection', async ({ visit }) => {
    const operator = await visit('/uploadfile?docType=loan&docId=999999999', { as: 'op01', refused: [404] })
    const { uploads } = operator
    // As many as a browser has connections to one server: what is not read would keep each of them.
    for (let number = 1; number <= 6; number++) {
      const name = `大-${mark}-${number}.pdf`
      await uploads.drop({ name, bytes: 15_000_000 })
      await uploads.expectProblem(name, /不存在/)
    }
    await operator.goTo('/uploadfile')
    const last = `大-${mark}.pdf`
    await uploads.drop({ name: last, bytes: 15_000_000 })
    await operator.list.row(last).expectThere()
  })

  test('I4 are in the list also when they are stored while it is still being read', async ({ visit }) => {
    const operator = await visit('/home', { as: 'op01' })
    const reading = await operator.hold(/\/file\/list/)
    await operator.follow('/uploadfile')
    await reading.asked()
    const name = `早-${mark}.pdf`
    const stored = operator.page.waitForResponse(/\/file\/upload$/)
    await operator.uploads.drop(pdf(name))
    await stored
    reading.release()
    await operator.list.row(name).expectThere()
  })

  test('I5 of 15 MB are answered whatever they are refused for, and nothing waits for the connections that they came by', async ({
    visit,
  }) => {
    const operator = await visit('/uploadfile', { as: 'fn01', refused: [404, 413, 415, 422] })
    await operator.list.expectAnswered()
    const responses = await operator.page.evaluate(
      async (token) => {
        const headers = { authorization: `Bearer ${token}` }
        const send = async (
          fields: Record<string, string>,
          bytes = 15_000_000,
          name = '大.pdf',
          path = '/file/upload',
        ): Promise<string> => {
          const form = new FormData()
          for (const [key, value] of Object.entries(fields)) form.append(key, value)
          form.append('file', new File(['%PDF-1.4', new Uint8Array(bytes)], name))
          const response = await fetch(path, { method: 'POST', headers, body: form })
          return `${response.status} ${((await response.json()) as { code: number }).code}`
        }
        const all: Record<string, string[]> = {}
        const kinds: Record<string, () => Promise<string>> = {
          'no such document': () => send({ docType: 'loan', docId: '999999999' }),
          'no such kind': () => send({ keep: 'true', attachType: 'NONSENSE' }),
          'no such address': () => send({}, 15_000_000, '大.pdf', '/api/nowhere'),
          'too large': () => send({ keep: 'true' }, 21_000_000),
          'not what it is called': () => send({ keep: 'true' }, 15_000_000, '大.png'),
        }
        // As many as a browser has connections to one server, and then a request that needs one of them.
        for (const [kind, sendOne] of Object.entries(kinds)) {
          const statuses = await Promise.all(Array.from({ length: 6 }, sendOne))
          const next = await fetch('/file/list?pageSize=1', { headers })
          all[kind] = [...new Set(statuses), String(next.status)]
        }
        return all
      },
      (await signIn('fn01', new URL(operator.page.url()).origin)).token,
    )
    expect(responses).toEqual({
      'no such document': ['404 404000', '200'],
      'no such kind': ['422 422000', '200'],
      'no such address': ['404 404000', '200'],
      'too large': ['413 413000', '200'],
      'not what it is called': ['415 415000', '200'],
    })
  })

  test('I5 are refused by their names when they are too large, and the page stays when a file falls beside the area', async ({ visit }) => {
    const operator = await visit('/uploadfile', { as: 'op01' })
    const { uploads } = operator
    await uploads.drop({ name: `大-${mark}.pdf`, bytes: 20_971_521 }, pdf(`拖-${mark}.pdf`))
    await uploads.expectProblem(`大-${mark}.pdf`, '上传文件大小不能超过20M')
    await operator.list.row(`拖-${mark}.pdf`).expectThere()
    const prevented = await operator.page.evaluate(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['x'], 'x.html', { type: 'text/html' }))
      const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer })
      document.body.dispatchEvent(event)
      return event.defaultPrevented
    })
    expect(prevented).toBe(true)
  })

  test('I4 can be reached and removed by the keyboard alone', async ({ visit }) => {
    const operator = await visit('/uploadfile', { as: 'op01', refused: [415] })
    const { uploads, page } = operator
    await operator.list.expectAnswered()
    const button = uploads.area.getByRole('button')
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.press('Enter')])
    await chooser.setFiles([fileOf(`键盘-${mark}.pdf`, 'no pdf')])
    await uploads.expectProblem(`键盘-${mark}.pdf`, /不支持此类文件/)
    await button.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await uploads.item(`键盘-${mark}.pdf`).waitFor({ state: 'detached' })
  })
})

describe('stored files', () => {
  test('I4 can be looked at in the page when they are images or PDF, and are downloaded otherwise', async ({ visit }) => {
    const operator = await visit('/enterprise', { as: 'op01' })
    await operator.list.row('演示').press('附件')
    const { page } = operator
    const dialog = page.getByRole('dialog').first()
    const uploads = new Uploads(dialog)
    await uploads.drop(png(`执照-${mark}.png`), pdf(`章程-${mark}.pdf`), fileOf(`备注-${mark}.txt`, '备注', 'text/plain'))
    const row = (name: string) => dialog.getByRole('row', { name }).first()
    await row(`备注-${mark}.txt`).waitFor()

    await row(`执照-${mark}.png`).getByTitle('预览文件').click()
    const picture = page.getByRole('img', { name: `执照-${mark}.png` })
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => [image.src.slice(0, 5), image.naturalWidth]))
      .toEqual(['blob:', 1])
    await page.keyboard.press('Escape')
    await picture.waitFor({ state: 'hidden' })

    await row(`章程-${mark}.pdf`).getByTitle('预览文件').click()
    const paper = page.locator(`iframe[title="章程-${mark}.pdf"]`)
    await expect.poll(() => paper.getAttribute('src')).toMatch(/^blob:/)
    const saved = await savedBy(page, () => page.getByRole('dialog').last().getByRole('button', { name: '下载文件' }).click())
    expect(saved.name).toBe(`章程-${mark}.pdf`)
    await page.keyboard.press('Escape')

    const note = await savedBy(page, () => row(`备注-${mark}.txt`).getByTitle('下载文件').click())
    expect(note.content.toString()).toBe('备注')
  })
})
