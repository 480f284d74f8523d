import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderShell } from '../testing/renderShell'
import { Breadcrumb } from './Breadcrumb'

afterEach(cleanup)

const trail = (): (string | null)[] => screen.getAllByRole('listitem').map((item) => item.textContent)

it.each([
  ['/goods/7', '商品详情'],
  ['/goods/7?type=check', '商品审核'],
  ['/goods/7?type=edit', '商品详情'],
])('L4 ends the trail of %s with %s', async (path, title) => {
  await renderShell(<Breadcrumb />, { path })
  expect(trail()).toEqual(['综合服务平台', '主数据', '商品', title])
  expect(screen.getByRole('link', { name: '商品' }).getAttribute('href')).toBe('/goods')
})
