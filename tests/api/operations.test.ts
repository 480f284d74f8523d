import { expect, it } from 'vitest'
import { operationsOf, trialsOf } from '../../engine/playground/panels/operations'
import { contractOf } from './support/contract'
import { describePlatform } from './support/platform'

const nameless = (path: string): string => path.replace(/\{\w+\}/g, '{}')

describePlatform('the endpoints that the playground shows of a screen', (platform) => {
  it('are those of the server, with the right that it asks for', async () => {
    const served = new Map(
      (await contractOf(platform())).map(({ method, path, permission }) => [`${method} ${nameless(path)}`, permission]),
    )
    // Files are served by routes of their own, for all screens.
    const screens = Object.values(platform().plan.screens).filter(({ base }) => base.startsWith('/api/'))
    const shown = screens.flatMap((screen) => [...operationsOf(screen), ...trialsOf(screen)])
    expect(shown.length).toBeGreaterThan(400)
    const wrong = shown.filter(({ method, url, permission }) => served.get(`${method} ${nameless(url)}`) !== permission)
    expect(wrong).toEqual([])
    // Nothing that a screen serves is missing there.
    const known = new Set(shown.map(({ method, url }) => `${method} ${nameless(url)}`))
    const bases = screens.map(({ base }) => base)
    const missing = [...served.keys()].filter((address) => {
      const [, path = ''] = address.split(' ')
      return bases.some((base) => path === base || path.startsWith(`${base}/`)) && !known.has(address)
    })
    // The product's own, beside its screens.
    expect(missing).toEqual(['POST /api/base/role/preview/{}'])
  })
})
