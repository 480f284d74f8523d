import { deflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { fragmentOf, sharedDraft, sharesDraft } from '../../engine/playground/share/shareLink'

const draft = { path: 'schemas/menus.json', text: `{ "title": "菜单" }${' '.repeat(5000)}` }

it('carries a draft, small', async () => {
  const fragment = await fragmentOf(draft)
  expect(sharesDraft(fragment)).toBe(true)
  expect(fragment).toMatch(/^#draft=[\w-]+$/)
  expect(fragment.length).toBeLessThan(200)
  expect(await sharedDraft(fragment)).toEqual(draft)
})

it.each(['', '#/list', '#draft=', '#draft=!!', '#draft=AAAA', `#draft=${deflateRawSync('"text"').toString('base64url')}`])(
  'takes %s for no draft',
  async (hash) => {
    expect(await sharedDraft(hash)).toBeUndefined()
  },
)

it('does not unfold a few bytes to very many', async () => {
  const bomb = deflateRawSync(JSON.stringify({ path: 'a', text: ' '.repeat(50_000_000) })).toString('base64url')
  expect(await sharedDraft(`#draft=${bomb}`)).toBeUndefined()
})
