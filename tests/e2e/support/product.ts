import { inject } from 'vitest'
import type { Product } from './globalSetup'

/** The product of this worker: test files that run at the same time do not meet in one database. */
export const product: Product = productOfWorker(Number(process.env['VITEST_POOL_ID']))

function productOfWorker(worker: number): Product {
  const products = inject('products')
  const own = products[worker - 1]
  if (!own) throw new Error(`There are ${products.length} products, and none for worker ${worker}`)
  return own
}
