import type { Action } from '../../spec/generated/entity'
import type { ProductSources } from '../sources/sources'
import type { Report } from './report'

/** The systems outside are named by a dictionary. */
export function checkSystems({ product, dictionaries }: ProductSources, report: Report): void {
  if (product.systems !== undefined) report.known('product', '/systems', 'dictionary', product.systems, dictionaries)
}

/** Reports an action whose `needs` names a system the product does not have. */
export function checkNeeds(
  source: string,
  name: string,
  { needs }: Action,
  { product, dictionaries }: ProductSources,
  report: Report,
): void {
  if (needs === undefined) return
  const systems = product.systems === undefined ? {} : dictionaries[product.systems]?.items
  if (systems) report.known(source, `/actions/${name}/needs`, 'code', needs, systems)
}
