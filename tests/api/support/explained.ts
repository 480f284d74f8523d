import { rederive, type DerivationInput } from '../../../engine/core/derivation'
import type { ScreenPlan } from '../../../engine/core/plan'
import type { SpokenDerivation } from '../../../src/rules/debt/explain'

/** An explanation as it was sent, as what it was made of: to be computed again by its formulas and figures alone. */
export function derivationOf({ title, value, computed, inputs = [] }: SpokenDerivation): DerivationInput {
  if (!computed) return { title, value }
  const { formula, names, lists, rounding } = computed
  const named: Record<string, DerivationInput | DerivationInput[]> = Object.fromEntries(lists.map((name) => [name, []]))
  for (const [index, name] of names.entries()) {
    const input = derivationOf(inputs[index]!)
    const list = named[name]
    if (Array.isArray(list)) list.push(input)
    else named[name] = input
  }
  return { title, value, formula, inputs: named, ...(rounding ? { rounding } : {}) }
}

/** What the figures of an explanation come to. */
export function rederived(explanation: SpokenDerivation): string {
  const derivation = derivationOf(explanation)
  return 'formula' in derivation ? rederive(derivation) : derivation.value
}

export function sourcesOf({ source, inputs = [] }: SpokenDerivation): NonNullable<SpokenDerivation['source']>[] {
  return [...(source ? [source] : []), ...inputs.flatMap(sourcesOf)]
}

/** The screen and the record that an address is about. */
export function recordAt(screens: Record<string, ScreenPlan>, address: string): { base: string; id: string } {
  const { pathname, searchParams } = new URL(address, 'http://here')
  for (const { base, pages } of Object.values(screens))
    for (const { route } of Object.values(pages)) {
      if (route === undefined) continue
      const [, inPath] = new RegExp(`^${route.replace(':id', '(\\d+)')}$`).exec(pathname) ?? []
      const id = inPath ?? (route === pathname ? searchParams.get('id') : null)
      if (id) return { base, id }
    }
  throw new Error(`no page has the address ${address}`)
}
