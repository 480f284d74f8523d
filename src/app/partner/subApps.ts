import type { Settings } from '../settings'

/**
 * The two host rules of acceptance E7: a page on this machine, or on a host one of whose name's parts is test, dev or demo (`scf-test`,
 * `demo2.example.com`), belongs to the test environment; every other one to production.
 */
export function isTestHost(hostname: string): boolean {
  if (/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return true
  return hostname.split(/[.-]/).some((part) => /^(test|dev|demo)\d*$/i.test(part))
}

/** Where the applications outside are for a page of this host. A test page never falls back to production. */
export function subAppsOf(hostname: string, { subApps, subAppsTest }: Pick<Settings, 'subApps' | 'subAppsTest'>): Settings['subApps'] {
  return isTestHost(hostname) ? subAppsTest : subApps
}
