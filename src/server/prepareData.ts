import type { FastifyBaseLogger } from 'fastify'
import { adoptLedgers, type Adopted } from '../../engine/server/verify/adopt'
import type { Services } from '../../engine/server/services'
import { systemClock } from './clock'
import type { Config } from './config'
import { seedDemo } from './demo'
import { seedStandard } from './seed'

/**
 * What a database needs before it is used: balances of older versions adopted by their ledgers, codes and roles of the schemas each time, demo
 * data on the first start in demo mode. Returns what was adopted.
 * @throws AdoptionRefused: no document could be booked on balances whose holders nobody knows, so the server does not start
 */
export async function prepareData(
  parts: Omit<Services, 'clock' | 'log'>,
  config: Config,
  say?: (sentence: string) => void,
): Promise<Adopted[]> {
  const services: Services = { ...parts, clock: systemClock, log: silentLog }
  const adopted = await adoptLedgers(services)
  await seedStandard(services, config)
  if (config.demo) await seedDemo(services, config, { say })
  return adopted
}

/** Nothing is served yet; what goes wrong is thrown. */
const silentLog = new Proxy({} as FastifyBaseLogger, { get: () => () => undefined })
