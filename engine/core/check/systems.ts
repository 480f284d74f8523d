import type { Action } from '../../spec/generated/entity'
import type { Screen } from '../../spec/generated/screen'
import type { ProductSources } from '../sources/sources'
import type { Report } from './report'

type Extra = NonNullable<Screen['endpoints']['extra']>[string]

/** The systems outside are named by a dictionary. */
export function checkSystems({ product, dictionaries }: ProductSources, report: Report): void {
  if (product.systems !== undefined) report.known('product', '/systems', 'dictionary', product.systems, dictionaries)
}

/** Reports an action whose `needs` names a system the product does not have. */
export function checkNeeds(source: string, name: string, { needs }: Action, sources: ProductSources, report: Report): void {
  if (needs !== undefined) checkSystem(source, `/actions/${name}/needs`, needs, sources, report)
}

/** An endpoint that a system calls is no one else's, and says what it is told: there is no form that it is typed into. */
export function checkSigned(source: string, at: string, extra: Extra, sources: ProductSources, report: Report): void {
  if (extra.signed === undefined) return
  checkSystem(source, `${at}/signed`, extra.signed, sources, report)
  if (extra.permission !== 'open' || extra.method === 'GET' || extra.handler === undefined || extra.body === undefined)
    report.add(source, `${at}/signed`, 'check.signed', {}, { key: true })
  if (extra.bodyMegabytes !== undefined) report.add(source, `${at}/bodyMegabytes`, 'check.signed-body', {}, { key: true })
}

function checkSystem(source: string, at: string, system: string, { product, dictionaries }: ProductSources, report: Report): void {
  const systems = product.systems === undefined ? {} : dictionaries[product.systems]?.items
  if (systems) report.known(source, at, 'code', system, systems)
}
