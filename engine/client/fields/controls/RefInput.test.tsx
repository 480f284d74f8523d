import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Option } from '../../../core/wire'
import { fieldPlan } from '../../../core/testing/fieldPlans'
import { createGate } from '../../testing/gate'
import { openSelect } from '../../testing/openSelect'
import { renderPage } from '../../testing/renderPage'
import type { InputProps, OptionsQuery } from '../../fieldDefinition'
import { RefInput } from './RefInput'

afterEach(cleanup)

const copper: Option = { value: '1', label: '电解铜', hint: 'SP000001', about: '江西铜业 · 余额 3.00', fill: { unit: '吨' } }
const zinc: Option = { value: '2', label: '锌锭' }
const goods = fieldPlan('goodsId', 'ref', { title: '商品' })

function renderRef(props: Partial<InputProps> = {}) {
  const asked: OptionsQuery[] = []
  const given: [unknown, Option[] | undefined][] = []
  const loadOptions = async (query: OptionsQuery): Promise<Option[]> => {
    asked.push(query)
    return [copper, zinc].filter(({ value, label }) => query.values?.includes(value) ?? label.includes(query.keyword ?? ''))
  }
  function Form() {
    const [value, setValue] = useState<unknown>(props.value ?? null)
    return (
      <RefInput
        id="x"
        label="商品"
        field={goods}
        loadOptions={loadOptions}
        {...props}
        value={value}
        onChange={(next, chosen) => {
          given.push([next, chosen])
          setValue(next)
        }}
      />
    )
  }
  renderPage(<Form />)
  return { asked, given, control: () => screen.getByRole('combobox', { name: '商品' }) }
}

it('shows with its reason what cannot be chosen here, and does not take it', async () => {
  const refused: Option = { value: '3', label: '金锭', about: '余额 1.00', refused: '超出您自己的权限' }
  const { control, given } = renderRef({ loadOptions: async () => [copper, refused] })
  await openSelect(control)
  const option = await screen.findByText('金锭')
  expect(screen.getByText('超出您自己的权限')).toBeTruthy()
  expect(screen.queryByText('余额 1.00')).toBeNull()
  fireEvent.click(option)
  expect(given).toEqual([])
  fireEvent.click(screen.getByTitle('电解铜'))
  expect(given).toEqual([['1', [copper]]])
})

describe('by keyboard', () => {
  it.each(['Delete', 'Backspace'])('is cleared by %s, and Tab does not stop at its ×', async (key) => {
    const { given, control } = renderRef({ value: '1', display: '电解铜' })
    fireEvent.focus(control())
    await waitFor(() => expect(control().tagName).toBe('INPUT'))
    expect(screen.getByRole('button', { name: '清空' }).tabIndex).toBe(-1)
    await userEvent.keyboard(`{${key}}`)
    expect(given).toEqual([[null, []]])
    expect(screen.queryByRole('button', { name: '清空' })).toBeNull()
  })

  it('is cleared before antd’s select is there, and not while a text is searched', async () => {
    const { given, control } = renderRef({ value: '1', display: '电解铜' })
    fireEvent.keyDown(control(), { key: 'Delete' })
    expect(given).toEqual([[null, []]])
    fireEvent.focus(control())
    await waitFor(() => expect(control().tagName).toBe('INPUT'))
    await userEvent.type(control(), 'ab{Backspace}')
    expect(given).toHaveLength(1)
  })
})

describe('at rest', () => {
  it('shows what the record says and asks nothing', () => {
    const { asked, control } = renderRef({ value: '1', display: '电解铜' })
    expect(control().textContent).toBe('电解铜')
    expect(asked).toEqual([])
  })

  it('asks for the label of a value that comes without one', async () => {
    const { asked, control } = renderRef({ value: '2' })
    await waitFor(() => expect(control().textContent).toBe('锌锭'))
    expect(asked.map(({ values }) => values)).toEqual([['2']])
  })

  it('is a button that says what it opens, and antd’s select from the first touch', async () => {
    const { control } = renderRef()
    expect(control().tagName).toBe('BUTTON')
    expect(control().getAttribute('aria-haspopup')).toBe('listbox')
    fireEvent.focus(control())
    await waitFor(() => expect(control().tagName).toBe('INPUT'))
    expect(document.activeElement).toBe(control())
  })
})

describe('open', () => {
  it('opens by one click, lists the first choices with their hints and what they are about, and gives the chosen option', async () => {
    const { asked, given, control } = renderRef()
    await openSelect(control)
    expect(await screen.findByText('SP000001')).toBeDefined()
    // Each part by itself, so that no line breaks within one.
    const part = screen.getByText('余额 3.00')
    expect(part.parentElement?.textContent).toBe('江西铜业 · 余额 3.00')
    expect(asked[0]?.keyword).toBe('')
    fireEvent.click(screen.getByTitle('电解铜'))
    expect(given).toEqual([['1', [copper]]])
  })

  it('asks once for what is typed, when the typing has ended', async () => {
    const { asked, control } = renderRef()
    await openSelect(control)
    await screen.findByTitle('电解铜')
    await userEvent.type(control(), '锌锭')
    await waitFor(() => expect(asked.map(({ keyword }) => keyword)).toEqual(['', '锌锭']))
    await waitFor(() => expect(screen.queryByTitle('电解铜')).toBeNull())
    expect(screen.getByTitle('锌锭')).toBeDefined()
  })

  it('ignores the response to an outdated request', async () => {
    const slow = createGate()
    const loadOptions = async ({ keyword, signal }: OptionsQuery): Promise<Option[]> => {
      if (keyword === '铜') {
        await slow.opened
        expect(signal?.aborted).toBe(true)
        return [copper]
      }
      return keyword === '锌' ? [zinc] : []
    }
    const { control } = renderRef({ loadOptions })
    await openSelect(control)
    await userEvent.type(await screen.findByRole('combobox', { name: '商品' }), '铜')
    await act(async () => new Promise((resolve) => setTimeout(resolve, 300)))
    fireEvent.change(control(), { target: { value: '锌' } })
    expect(await screen.findByTitle('锌锭')).toBeDefined()
    await act(async () => slow.open())
    expect(screen.queryByTitle('电解铜')).toBeNull()
  })

  it('says what its choices wait for when there are none', async () => {
    const { control } = renderRef({ loadOptions: async () => [], noChoices: () => '请先填写“仓库”' })
    await openSelect(control)
    expect(await screen.findByText('请先填写“仓库”')).toBeDefined()
  })

  it('says that nothing fits when they wait for nothing', async () => {
    const { control } = renderRef({ loadOptions: async () => [], noChoices: () => undefined })
    await openSelect(control)
    expect(await screen.findByText('没有匹配的选项')).toBeDefined()
  })

  it('says so when the choices cannot be loaded', async () => {
    const { control } = renderRef({ loadOptions: () => Promise.reject(new Error('offline')) })
    await openSelect(control)
    expect(await screen.findByText('选项加载失败，请重试')).toBeDefined()
  })

  it('tells a screen reader the name of what is chosen, and then what is wrong with it', async () => {
    const { control } = renderRef({ value: '2', describedBy: 'wrong' })
    await openSelect(control)
    const described = () => control().getAttribute('aria-describedby')?.split(' ') ?? []
    await waitFor(() => expect(document.getElementById(described()[0] ?? '')?.textContent).toBe('锌锭'))
    expect(described()[1]).toBe('wrong')
    fireEvent.click(await screen.findByTitle('电解铜'))
    expect(document.getElementById(described()[0] ?? '')?.textContent).toBe('电解铜')
  })

  it('keeps the label of what was chosen when the list is another', async () => {
    const { control } = renderRef({ field: { ...goods, multiple: true } })
    await openSelect(control)
    fireEvent.click(await screen.findByTitle('电解铜'))
    await userEvent.type(control(), '锌')
    fireEvent.click(await screen.findByTitle('锌锭'))
    expect(screen.getAllByText('电解铜').length).toBeGreaterThan(0)
  })
})
