import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { SchemaProblem } from '../spec/problem'
import { ProblemList } from './ProblemList'

afterEach(cleanup)

const here = 'schemas/menus.json'
const problem = (file: string, line: number, found = 'X') => ({ file, line, column: 2, code: 'type', found })

it('shows those of this file first, and goes to what is pressed', () => {
  const onGo = vi.fn<(problem: SchemaProblem) => void>()
  const other = { ...problem('schemas/roles.json', 4, '未知的键“a”'), allowed: 'b, c', suggestion: 'b' }
  render(<ProblemList problems={[other, problem(here, 9)]} path={here} onGo={onGo} />)
  const buttons = screen.getAllByRole('button')
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['9:2X', 'schemas/roles.json:4:2未知的键“a”  可用：b, c  是否想写“b”？'])
  fireEvent.click(buttons[1]!)
  expect(onGo).toHaveBeenCalledWith(other)
})

it('says how many more there are of very many', () => {
  render(
    <ProblemList problems={Array.from({ length: 250 }, (_each, index) => problem(here, index + 1))} path={here} onGo={() => undefined} />,
  )
  expect(screen.getAllByRole('button')).toHaveLength(200)
  expect(screen.getByText('还有 50 处')).toBeTruthy()
})

it('says that there are none', () => {
  render(<ProblemList problems={[]} path={here} onGo={() => undefined} />)
  expect(screen.getByText('没有问题')).toBeTruthy()
})
