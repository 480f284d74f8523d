import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ConfigError, readConfig, refusedPasswords, variables } from './config'

it('starts without any variable, on the embedded database and without demo accounts', () => {
  expect(readConfig({})).toMatchObject({ host: '127.0.0.1', port: 3000, demo: false, tokenLifetimeMs: 86_400_000, parentOrigins: [] })
  expect(readConfig({}).databaseUrl).toBeUndefined()
})

it('takes an empty variable as absent', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' }).port).toBe(3000)
})

it('names every wrong variable at once', () => {
  const wrong = {
    PORT: '80a',
    DEMO: 'yes',
    DATABASE_URL: 'mysql://root:secret@x',
    PARENT_ORIGINS: 'https://a.example/path',
    TOKEN_IDLE_MS: '5',
    SUB_APPS: 'https://customs.example',
    SUB_APPS_TEST: 'customs=https://a.example,customs=https://b.example',
    JSONP_ORIGINS: '*',
  }
  const read = () => readConfig(wrong)
  expect(read).toThrow(ConfigError)
  for (const name of Object.keys(wrong)) expect(read).toThrow(`${name}=`)
})

it('never repeats a secret in its complaint', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://root:secret@x' })).not.toThrow('secret')
})

it('reads lists', () => {
  expect(readConfig({ PARENT_ORIGINS: 'https://a.example, https://b.example:8443' }).parentOrigins).toEqual([
    'https://a.example',
    'https://b.example:8443',
  ])
})

it('E7 reads the applications outside by name, for production hosts and for the others', () => {
  const config = readConfig({
    SUB_APPS: 'customs=https://customs.example, tax=https://tax.example',
    SUB_APPS_TEST: 'customs=http://localhost:3001',
  })
  expect(config.subApps).toEqual({ customs: 'https://customs.example', tax: 'https://tax.example' })
  expect(config.subAppsTest).toEqual({ customs: 'http://localhost:3001' })
})

it('reads systems outside by their codes; what stands in for them is for demo mode alone, which has them all', () => {
  expect(readConfig({}).systems).toEqual({})
  expect(readConfig({ DEMO: '1' }).systems).toEqual({ WMS: 'demo', AIRWALLEX: 'demo' })
  const real = readConfig({ SYSTEMS: 'WMS=https://wms.example/api/, AIRWALLEX=https://pay.example', SYSTEM_KEYS: 'WMS=a=b' })
  expect([real.systems, real.systemKeys]).toEqual([{ WMS: 'https://wms.example/api', AIRWALLEX: 'https://pay.example' }, { WMS: 'a=b' }])
  expect(readConfig({ DEMO: '1', SYSTEMS: 'WMS=demo' }).systems).toEqual({ WMS: 'demo' })
  for (const SYSTEMS of ['WMS=demo', 'BANK=https://bank.example', 'WMS=ftp://wms.example', 'WMS'])
    expect(() => readConfig({ SYSTEMS })).toThrow('SYSTEMS')
  expect(() => readConfig({ SYSTEM_KEYS: 'BANK=geheim' })).not.toThrow('geheim')
  // Addresses stand in the log of calls.
  for (const address of ['https://us:geheim@wms.example', 'https://wms.example/?key=geheim', 'https://wms.example/#geheim']) {
    expect(() => readConfig({ SYSTEMS: `WMS=${address}` })).toThrow('SYSTEMS')
    expect(() => readConfig({ SYSTEMS: `WMS=${address}` })).not.toThrow('geheim')
  }
})

it('a token for a system outside goes through https alone, except on this machine', () => {
  const SYSTEM_KEYS = 'WMS=geheim'
  expect(() => readConfig({ SYSTEMS: 'WMS=http://wms.example', SYSTEM_KEYS })).toThrow('SYSTEM_KEYS')
  expect(() => readConfig({ SYSTEMS: 'WMS=http://wms.example', SYSTEM_KEYS })).not.toThrow('geheim')
  for (const address of ['https://wms.example', 'http://127.0.0.1:9000', 'http://localhost:9000', 'http://[::1]:9000'])
    expect(readConfig({ SYSTEMS: `WMS=${address}`, SYSTEM_KEYS }).systemKeys).toEqual({ WMS: 'geheim' })
  expect(readConfig({ SYSTEMS: 'WMS=http://wms.example' }).systems).toEqual({ WMS: 'http://wms.example' })
})

it('takes no secret of a system outside that could be tried out, and shows none', () => {
  const secret = 'geheim-0123456789-0123456789-012'
  expect(readConfig({}).systemSecrets).toEqual({})
  expect(readConfig({ SYSTEM_SECRETS: `AIRWALLEX=${secret}` }).systemSecrets).toEqual({ AIRWALLEX: secret })
  for (const SYSTEM_SECRETS of [`AIRWALLEX=${secret.slice(1)}`, `BANK=${secret}`, secret]) {
    expect(() => readConfig({ SYSTEM_SECRETS })).toThrow('SYSTEM_SECRETS')
    expect(() => readConfig({ SYSTEM_SECRETS })).not.toThrow('geheim')
  }
})

it('the README lists every variable', () => {
  const readme = readFileSync('README.md', 'utf8')
  for (const { name } of Object.values(variables)) expect(readme).toMatch(new RegExp(`\\| \`${name}\` +\\|`))
})

it('lets nobody choose the password of the demo accounts', () => {
  expect(refusedPasswords({ demoPassword: 'Other@2026demo' })).toEqual(['Other@2026demo', 'Scf@2026demo'])
})
