import { expect, it } from 'vitest'
import { isTestHost, subAppsOf } from './subApps'

it.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['test.example.com', true],
  ['scf-test.example.com', true],
  ['dev2.example.com', true],
  ['DEMO.example.com', true],
  ['scf.example.com', false],
  ['latest.example.com', false],
  ['developer.example.com', false],
  ['contest.example.com', false],
  ['127.0.0.1.example.com', false],
])('E7 takes %s for a test host: %s', (hostname, expected) => {
  expect(isTestHost(hostname)).toBe(expected)
})

it('E7 chooses the domain of an application by the host of the page, and never production for a test page', () => {
  const settings = {
    subApps: { customs: 'https://customs.example', tax: 'https://tax.example' },
    subAppsTest: { customs: 'https://t.example' },
  }
  expect(subAppsOf('scf.example.com', settings)['customs']).toBe('https://customs.example')
  expect(subAppsOf('scf-test.example.com', settings)['customs']).toBe('https://t.example')
  expect(subAppsOf('scf-test.example.com', settings)['tax']).toBeUndefined()
})
