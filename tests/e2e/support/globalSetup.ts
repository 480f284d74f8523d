/** What browser tests visit: for each worker the built product on a copy of the demo data. */
import type { TestProject } from 'vitest/node'
import { mainTestDatabaseKind } from '../../../engine/server/database/testDatabase'
import { copyDemoData } from '../../api/support/demoData'
import { freePort } from './freePort'
import { serveProduct } from './serveProduct'

export interface Outside {
  /** May embed the product; of one site with it, as far as browsers are concerned. */
  portal: string
  /** May embed it too, from another site: browsers keep storage and cookies from such a frame. */
  farPortal: string
  /** May not. */
  stranger: string
  /** May be read by CORS and by script. */
  rates: string
  /** The product itself by another name, as the application that menu entries open. */
  customs: string
}

export interface Product {
  address: string
  /** Servers of others, which the tests that need them start: addresses that the product is configured with. */
  outside: Outside
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** One a worker, see product.ts. */
    products: Product[]
  }
}

export default async function setUp({ provide, config }: TestProject): Promise<() => Promise<void>> {
  const running = await Promise.all(Array.from({ length: Number(config.maxWorkers) }, startProduct))
  provide(
    'products',
    running.map(({ product }) => product),
  )
  return async () => {
    await Promise.all(running.map(({ stop }) => stop()))
  }
}

async function startProduct(): Promise<{ product: Product; stop: () => Promise<void> }> {
  const data = await copyDemoData(mainTestDatabaseKind)
  const port = await freePort()
  const outside: Outside = {
    portal: `http://127.0.0.1:${await freePort()}`,
    farPortal: `http://localhost:${await freePort()}`,
    stranger: `http://localhost:${await freePort()}`,
    rates: `http://localhost:${await freePort()}`,
    customs: `http://localhost:${port}`,
  }
  const { address, stop } = await serveProduct({
    DEMO: '1',
    PORT: String(port),
    DATA_DIR: data.dataDirectory,
    DATABASE_URL: data.databaseUrl,
    PARENT_ORIGINS: `${outside.portal},${outside.farPortal}`,
    SUB_APPS_TEST: `customs=${outside.customs}`,
    JSONP_ORIGINS: outside.rates,
  })
  return {
    product: { address, outside },
    async stop() {
      await stop()
      await data.drop()
    },
  }
}
