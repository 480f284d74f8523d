import type { CompiledProduct } from '../product'

/** What stands for the module that the build makes of the schemas, in tests of a program that is given a product of its own. */
export const { menus, routes, screens }: CompiledProduct = { menus: [], routes: [], screens: {} }
