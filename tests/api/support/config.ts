import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../../src/server/config'

/** The repository, also where this runs built into a script (scripts/run.mjs). */
export const testRoot = folderOfPackage(dirname(fileURLToPath(import.meta.url)))

function folderOfPackage(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : folderOfPackage(dirname(folder))
}

export const demoPassword = 'Scf@2026demo'
/** What the payment institution signs with. */
export const institutionSecret = 'a-secret-of-tests-with-more-than-32-signs'

/** A server on a free port, in demo mode, quiet. */
export function testConfig(more: Pick<Config, 'dataDirectory'> & Partial<Config>): Config {
  return {
    host: '127.0.0.1',
    port: 0,
    demo: true,
    playground: true,
    servesPages: true,
    demoPassword,
    tokenLifetimeMs: 86_400_000,
    tokenIdleMs: 7_200_000,
    parentOrigins: [],
    subApps: { customs: 'https://customs.example.com' },
    subAppsTest: { customs: 'https://customs-test.example.com' },
    corsOrigins: [],
    jsonpOrigins: [],
    systems: { WMS: 'demo', AIRWALLEX: 'demo' },
    systemKeys: {},
    systemSecrets: { AIRWALLEX: institutionSecret },
    // Tests say themselves when a day ends.
    schedule: false,
    leaseSeconds: 30,
    logLevel: 'silent',
    // A test says by X-Forwarded-For from where it asks.
    trustedProxies: ['127.0.0.1'],
    ...more,
  }
}
