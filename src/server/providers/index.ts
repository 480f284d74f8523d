/**
 * Systems outside that an installation works with. What is asked of them, when, and what follows stands in src/server/calls; here is only how one
 * of them is reached:
 *
 *   http.ts   a real one, by its address          demo/   stand-ins of demo mode, which check what they are sent and answer the same each time
 */
import type { Config } from '../config'
import { standIn, type OutsideSystem } from '../outsideSystems'
import { demoBeneficiaries } from './demo/beneficiaries'
import { demoWms } from './demo/wms'
import { httpProvider } from './http'
import type { Provider } from './provider'

export type Providers = Readonly<Partial<Record<OutsideSystem, Provider>>>

/** The stand-ins. */
export const demoProviders = { WMS: demoWms, AIRWALLEX: demoBeneficiaries } satisfies Providers

export function providersOf({ systems, systemKeys }: Pick<Config, 'systems' | 'systemKeys'>): Providers {
  return Object.fromEntries(
    Object.entries(systems).map(([name, address]) => {
      const system = name as OutsideSystem
      return [system, address === standIn ? demoProviders[system] : httpProvider(address, systemKeys[system])]
    }),
  )
}
