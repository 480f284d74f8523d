import { expect, it } from 'vitest'
import { widthFor } from './previewState'

it.each([
  [1440, 1440],
  [648, 1440],
  [647, 1024],
  [461, 1024],
  [460, 375],
  [375, 375],
  [100, 375],
])('in %i px a page is %i wide, so that it can be read', (room, width) => {
  expect(widthFor(room)).toBe(width)
})
