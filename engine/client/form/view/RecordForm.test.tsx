import { act, cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { parseExpression } from '../../../core/expression'
import type { RefPlan } from '../../../core/plan'
import type { FieldProblem } from '../../../core/wire'
import { fieldPlan, itemPlan } from '../../../core/testing/fieldPlans'
import { useServices } from '../../context'
import { openSelect } from '../../testing/openSelect'
import { renderPage } from '../../testing/renderPage'
import { createFormView } from '../model/formView'
import { createFormModel } from '../model/model'
import { RecordForm } from './RecordForm'

const title = fieldPlan('title', 'text', { title: '书名', required: true })
const pages = fieldPlan('pages', 'digit', { title: '页数', min: '1' })
const branch = fieldPlan('branch', 'text', { title: '分馆', required: true })
const copyPlan = { to: 'copy', display: 'copyName', where: { branch: { from: 'branch' } } } as unknown as RefPlan
const copy = fieldPlan('copyId', 'ref', { title: '馆藏', ref: copyPlan })

const shelf = fieldPlan('shelf', 'text', { title: '架位', requiredFor: ['lend'], requiredWhen: parseExpression("branch == '东馆'") })

const drawn: { check?: () => void } = {}

function Form() {
  const services = useServices()
  const [view] = useState(() => {
    const model = createFormModel({
      plan: {
        sections: [{ title: '', items: [title, pages, branch, copy, shelf].map((field) => itemPlan(field)) }],
        lines: [],
        checks: [],
      },
      record: {},
      isNew: true,
      environment: { today: '2026-03-05', now: '2026-03-05T00:00:00Z' },
      formats: {},
    })
    return createFormView({ model, services, context: { dictionaries: {} }, base: '/api/loan', id: 'form' })
  })
  const [problems, setProblems] = useState<FieldProblem[]>([])
  drawn.check = () => setProblems(view.model.check())
  return (
    <RecordForm view={view} label="借阅" tabs={[]} otherTab={() => undefined} problems={problems} tab={undefined} onTab={() => undefined} />
  )
}

afterEach(cleanup)

describe('a reference whose choices depend on other fields', () => {
  const control = () => page.getByRole('combobox', { name: '馆藏' })

  it('says which to fill first, and that nothing fits when they are filled', async () => {
    renderPage(<Form />, { serve: () => [] })
    await openSelect(control)
    expect(await page.findByText('请先填写“分馆”')).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await userEvent.type(page.getByLabelText('分馆*'), '东馆')
    await userEvent.click(control())
    await waitFor(() => expect(page.queryByText('请先填写“分馆”')).toBeNull())
    expect(await page.findByText('没有匹配的选项')).toBeTruthy()
  })
})

describe('a field that a later step needs under a condition', () => {
  it('is marked while that holds, and says that it may be left empty for now', async () => {
    renderPage(<Form />)
    expect(page.getByLabelText('架位')).toBeTruthy()
    await userEvent.type(page.getByLabelText('分馆*'), '东馆')
    const mark = within(page.getByText('架位')).getByTitle('可先留空保存，提交时必填')
    expect(mark.textContent).toBe('*')
    await userEvent.type(page.getByLabelText('分馆*'), '二')
    expect(page.queryByLabelText('架位*')).toBeNull()
  })
})

describe('a required field', () => {
  const input = () => page.getByLabelText('书名*')
  const message = () => page.queryByText('“书名”不能为空')

  it('is not accused of being empty when it is merely passed, but when it is emptied or the form is sent', async () => {
    renderPage(<Form />)
    await userEvent.click(input())
    await userEvent.tab()
    expect(message()).toBeNull()
    await userEvent.type(input(), 'a{Backspace}')
    expect(message()).toBeNull()
    await userEvent.tab()
    expect(message()).toBeTruthy()
    await userEvent.type(input(), 'b')
    expect(message()).toBeNull()
  })

  it('stays accused after it was sent empty and is passed again', async () => {
    renderPage(<Form />)
    act(() => drawn.check?.())
    expect(message()).toBeTruthy()
    await userEvent.click(input())
    await userEvent.tab()
    expect(message()).toBeTruthy()
  })
})

describe('what keeps the form from being saved', () => {
  const summary = () => page.queryByRole('alert')
  const link = (name: string) => within(page.getByRole('alert')).getByRole('button', { name })

  it('names the empty fields in one line, each leading to its place, and what else is wrong in a line each', async () => {
    renderPage(<Form />)
    await userEvent.type(page.getByLabelText('页数'), '0')
    act(() => drawn.check?.())
    const items = () => within(page.getByRole('alert')).getAllByRole('listitem')
    expect(items().map(({ textContent }) => textContent)).toEqual(['请填写：书名、分馆', '“页数”不能小于 1'])
    expect(document.activeElement).toBe(page.getByLabelText('书名*'))
    await userEvent.click(link('分馆'))
    expect(document.activeElement).toBe(page.getByLabelText('分馆*'))
    await userEvent.type(page.getByLabelText('分馆*'), '东馆')
    expect(items()[0]?.textContent).toBe('请填写：书名')
    await userEvent.type(page.getByLabelText('书名*'), 'a')
    expect(items().map(({ textContent }) => textContent)).toEqual(['“页数”不能小于 1'])
    await userEvent.type(page.getByLabelText('页数'), '{Backspace}2')
    // Its room is kept, so that nothing moves, until the next try.
    expect(summary()?.textContent).toBe('已全部修改')
  })
})
