import type { ProductPlan } from '../../../engine/core/plan'
import { readProduct } from '../../../src/server/product'
import { testRoot } from './config'

let product: ProductPlan | undefined

/** The schemas of the repository, compiled once for all test files of a process. */
export function testProduct(): ProductPlan {
  return (product ??= readProduct(testRoot))
}
