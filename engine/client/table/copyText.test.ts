import { afterEach, expect, it, vi } from 'vitest'
import { copyText } from './copyText'

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, 'execCommand')
})

it('copies by the old command where the page may not write to the clipboard', async () => {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('navigator', {
    clipboard: { writeText: () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError')) },
  })
  const copied: (string | undefined)[] = []
  Object.assign(document, { execCommand: () => copied.push(document.querySelector('textarea')?.value) })
  await copyText('QY000044')
  expect(copied).toEqual(['QY000044'])
  expect(document.querySelector('textarea')).toBeNull()
})
