import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { FieldPlan } from '../../../core/plan'
import { fieldPlan } from '../../../core/testing/fieldPlans'
import { createGate } from '../../testing/gate'
import { Refusal, renderPage, type PageSetup } from '../../testing/renderPage'
import { FilesInput } from './FilesInput'

afterEach(cleanup)

function renderFiles(plan: Partial<FieldPlan> = {}, setup: PageSetup = {}, initial: unknown = null) {
  const field = fieldPlan('licences', 'files', { title: '证照', ...plan })
  const form: { value: unknown } = { value: initial }
  function Form() {
    const [value, setValue] = useState<unknown>(initial)
    form.value = value
    return <FilesInput field={field} value={value} onChange={setValue} />
  }
  return { form, ...renderPage(<Form />, setup) }
}
/** The control comes when it is needed. */
async function choose(files: File[], options?: { applyAccept: boolean }): Promise<void> {
  const input = await waitFor(() => screen.getByLabelText(/^上传文件 证照/))
  await userEvent.upload(input, files, options)
}
const stored = (name: string) => ({ id: name, name, size: 1, type: 'application/pdf' })

describe('uploading', () => {
  it('stores each file at once and keeps what the server answers', async () => {
    let number = 0
    const { form, asked } = renderFiles({}, { serve: () => stored(`${(number += 1)}.pdf`) })
    await choose([new File(['a'], 'a.pdf'), new File(['b'], 'b.pdf')])
    await waitFor(() => expect(form.value).toEqual([stored('1.pdf'), stored('2.pdf')]))
    expect(asked('/file/upload')).toHaveLength(2)
    expect(screen.queryByText('上传中')).toBeNull()
  })

  it('says why the server refuses a file, and lets it be taken away', async () => {
    const { form } = renderFiles({}, { serve: () => new Refusal(415, { error: '文件内容与扩展名不符' }) })
    await choose([new File(['a'], 'a.pdf')])
    expect((await screen.findByRole('alert')).textContent).toBe('文件内容与扩展名不符')
    await userEvent.click(screen.getByLabelText('删除文件 a.pdf'))
    expect(screen.queryByText('a.pdf')).toBeNull()
    expect(form.value).toBeNull()
  })

  it('sends nothing that is too large or of another kind', async () => {
    const { requests } = renderFiles({ accept: ['.pdf'] })
    const large = new File(['a'], 'large.pdf')
    Object.defineProperty(large, 'size', { value: 20_971_521 })
    await choose([large, new File(['a'], 'a.exe')], { applyAccept: false })
    expect((await screen.findAllByRole('alert')).map((alert) => alert.textContent)).toEqual([
      '上传文件大小不能超过20M',
      '只能上传 .pdf 格式的文件',
    ])
    expect(requests).toEqual([])
  })

  it('is given up by taking the file away', async () => {
    const slow = createGate()
    const { form } = renderFiles({}, { serve: () => slow.opened.then(() => stored('a.pdf')) })
    await choose([new File(['a'], 'a.pdf')])
    await userEvent.click(await screen.findByLabelText('删除文件 a.pdf'))
    await act(async () => slow.open())
    expect(form.value).toBeNull()
  })
})

it('takes no more files than the field has room for, and says so', async () => {
  let number = 0
  const { form } = renderFiles({ maxCount: 2 }, { serve: () => stored(`${(number += 1)}.pdf`) })
  await choose(['a', 'b', 'c'].map((name) => new File([name], `${name}.pdf`)))
  await waitFor(() => expect(form.value).toHaveLength(2))
  expect(await screen.findByText('最多上传 2 个文件')).toBeDefined()
  expect(screen.queryByText(/点击或拖拽/)).toBeNull()
})

it('names files by their ids until their names are known, and takes them out of the value', async () => {
  const { form } = renderFiles({}, {}, ['f1', stored('b.pdf')])
  await userEvent.click(await screen.findByLabelText('删除文件 f1'))
  expect(form.value).toEqual([stored('b.pdf')])
})
