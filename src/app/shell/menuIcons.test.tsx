import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { MenuIcon } from './menuIcons'

it.each([
  'bars',
  'credit-card',
  'red-envelope',
  'bank',
  'home',
  'dot-chart',
  'appstore',
  'swap',
  'wallet',
  'pie-chart',
  'desktop',
  'database',
  'cloud-download',
])('L9 draws %s', (name) => {
  const { container } = render(<MenuIcon name={name} />)
  expect(container.querySelector('.anticon')?.classList.contains(`anticon-${name}`)).toBe(true)
})
