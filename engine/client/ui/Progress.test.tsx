import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Progress } from './Progress'

afterEach(cleanup)

const bar = (): HTMLElement => screen.getByRole('progressbar', { name: '导入' })

describe('I4 a progress bar', () => {
  it.each([
    [99.4, undefined, 'normal'],
    [100, undefined, 'success'],
    [100, 'active' as const, 'active'],
    [40, 'exception' as const, 'exception'],
    [40, 'success' as const, 'success'],
  ])('at %s with status %s is %s', (percent, status, shown) => {
    render(<Progress percent={percent} status={status} label="导入" />)
    expect(bar().dataset['status']).toBe(shown)
  })

  it('tells screen readers how far it is, within its bounds', () => {
    render(<Progress percent={140.2} label="导入" />)
    expect([bar().getAttribute('aria-valuemin'), bar().getAttribute('aria-valuenow'), bar().getAttribute('aria-valuemax')]).toEqual([
      '0',
      '100',
      '100',
    ])
    expect(bar().querySelector<HTMLElement>('.engine-progress-done')?.style.width).toBe('100%')
  })

  it('can be a circle of 132 px with the number in it', () => {
    render(<Progress type="circle" percent={37} label="导入" />)
    expect(bar().querySelector('svg')?.getAttribute('width')).toBe('132')
    expect(bar().textContent).toBe('37%')
  })
})
