import type { OpenProduct } from '../product'

/** What stands for the module that the build makes of the schemas, in tests of a program whose server tells it the product. */
export const { routes, plans }: OpenProduct = { routes: [], plans: {} }
