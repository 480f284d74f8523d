import { Schema } from '@formily/json-schema'
import { expect, it, vi } from 'vitest'
import { createForm } from './formily'

it('never makes a function of a text, as the content policy demands', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const attack = vi.fn<() => void>()
  vi.stubGlobal('attack', attack)
  expect(Schema.compile('{{attack()}}')).toBeUndefined()
  expect(attack).not.toHaveBeenCalled()
  expect(error.mock.calls[0]?.[0]).toContain('{{attack()}}')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('speaks Chinese', async () => {
  const field = createForm({}).createField({ name: 'a', required: true })
  await field.validate().catch(() => undefined)
  expect(field.selfErrors[0]).toMatch(/\p{Script=Han}/u)
})
