import type { FastifyBaseLogger } from 'fastify'
import type { Services } from '../../engine/server/services'
import { systemClock } from './clock'
import type { Config } from './config'
import { seedDemo } from './demo'
import { seedStandard } from './seed'

/** What a database needs before it is used: codes and roles of the schemas each time, demo data on the first start in demo mode. */
export async function prepareData(parts: Omit<Services, 'clock' | 'log'>, config: Config): Promise<void> {
  const services: Services = { ...parts, clock: systemClock, log: silentLog }
  await seedStandard(services, config)
  if (config.demo) await seedDemo(services, config)
}

/** Nothing is served yet; what goes wrong is thrown. */
const silentLog = new Proxy({} as FastifyBaseLogger, { get: () => () => undefined })
