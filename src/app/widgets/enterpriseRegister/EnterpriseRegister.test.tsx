import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderPage, Refusal, type PageSetup } from '../../../../engine/client/testing/renderPage'
import type { BrowserScreenPlan, CustomPagePlan, FieldPlan } from '../../../../engine/core/plan'
import { formats } from '../../../rules/formats'
import { EnterpriseRegister } from './EnterpriseRegister'

vi.mock('./codeLists', () => ({ codeLists: () => Promise.resolve({}) }))
afterEach(cleanup)

function field(name: string, title: string, more: Partial<FieldPlan> = {}): FieldPlan {
  return { name, title, type: 'text', required: true, requiredFor: [], readOnly: false, secret: false, stored: false, ...more }
}
const plan = {
  id: 'base/enterprise',
  base: '/api/base/enterprise',
  extra: {
    register: {
      name: 'register',
      method: 'POST',
      url: '/api/base/enterprise/register',
      permission: 'open',
      description: '',
      query: [],
      body: [
        field('enterpriseName', '企业名称'),
        field('uscc', '统一社会信用代码', { format: 'uscc', maxLength: 18 }),
        field('contactMobile', '联系手机', { format: 'mobile' }),
        field('licenses', '证照附件', { type: 'json' }),
        field('agreed', '已阅读注册须知', { type: 'switch' }),
      ],
    },
  },
} as unknown as BrowserScreenPlan
const page = { kind: 'custom', name: 'register' } as CustomPagePlan

function open(serve?: PageSetup['serve']) {
  return renderPage(<EnterpriseRegister screen={plan} page={page} />, { serve, extensions: { formats } })
}

async function fill({ uscc = '91310000MA1FL0P43N', mobile = '13800000000' } = {}): Promise<void> {
  await userEvent.type(screen.getByLabelText(/^企业名称/), '演示乳品有限公司')
  await userEvent.type(screen.getByLabelText(/^统一社会信用代码/), uscc)
  await userEvent.type(screen.getByLabelText(/^联系手机/), mobile)
  await userEvent.upload(screen.getByLabelText('证照附件'), new File(['abc'], '执照.pdf'))
  await screen.findByText('执照.pdf')
  await userEvent.click(screen.getByRole('checkbox', { name: '已阅读并同意' }))
}

const submit = () => userEvent.click(screen.getByRole('button', { name: '提交注册' }))

it('sends nothing before everything is there, and says what is missing', async () => {
  const { requests } = open()
  await submit()
  for (const text of ['“企业名称”不能为空', '请上传营业执照等证照', '请先阅读并同意注册须知']) expect(screen.getByText(text)).toBeTruthy()
  expect(requests).toEqual([])
})

it.each([
  ['a wrong check character', { uscc: '91310000MA1FL0P43X' }, /校验位/],
  ['a mobile number of 10 digits', { mobile: '1380000000' }, /11 位数字/],
])('refuses %s before it is sent', async (_name, wrong, text) => {
  const { requests } = open()
  await fill(wrong)
  await submit()
  expect(screen.getByText(text)).toBeTruthy()
  expect(requests).toEqual([])
})

it('sends the form with its files, and ends on the result with the number', async () => {
  const { requests } = open(() => ({ enterpriseNo: 'QY000044' }))
  await fill()
  await submit()
  expect(await screen.findByText('QY000044')).toBeTruthy()
  expect(requests.at(-1)?.body).toMatchObject({
    enterpriseName: '演示乳品有限公司',
    agreed: true,
    licenses: [{ name: '执照.pdf', content: 'YWJj' }],
  })
})

it('marks the field that the server refuses, and keeps what was typed', async () => {
  const taken = { path: 'uscc', pointer: '/uscc', rule: 'unique', detail: '统一社会信用代码已存在' }
  open(() => new Refusal(422, { detail: '有误', errors: [taken] }))
  await fill()
  await submit()
  expect(await screen.findByText('统一社会信用代码已存在')).toBeTruthy()
  await waitFor(() => expect(screen.getByLabelText(/^统一社会信用代码/).getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByLabelText(/^企业名称/)).toHaveProperty('value', '演示乳品有限公司')
})
