import type { ValueChecks } from '../core/fields'
import type { DictionaryPlan } from '../core/plan'
import { jsonShapes } from './jsonShapes'
import { memoize } from './memoize'
import { dictionariesOf, type Services } from './services'

const known = new WeakMap<Services, ValueChecks>()

/** What single values are checked with: code lists, formats and shapes of a server. Compiled shapes are kept with the services. */
export function valueChecksOf(services: Services): ValueChecks {
  const { formats, shapes } = services.extensions
  const checks = known.get(services) ?? { hasCode: codesOf(services), formats, hasShape: jsonShapes(shapes) }
  known.set(services, checks)
  return checks
}

/** Made anew when the code lists are others than last time. */
function codesOf(services: Services): ValueChecks['hasCode'] {
  const lists = new WeakMap<object, (name: string) => ReadonlySet<string>>()
  return (name, code) => {
    const dictionaries = dictionariesOf(services)
    let codes = lists.get(dictionaries)
    if (!codes) {
      codes = memoize((list) => acceptedCodes(services.plan.dictionaries[list], dictionaries[list]))
      lists.set(dictionaries, codes)
    }
    return codes(name).has(code)
  }
}

/** Of a closed dictionary those that are shipped and have not been taken out of use. */
function acceptedCodes(shipped: DictionaryPlan | undefined, live: DictionaryPlan | undefined): ReadonlySet<string> {
  const codes = new Set(live?.items.map(({ code }) => code))
  return shipped?.closed ? new Set(shipped.items.flatMap(({ code }) => (codes.has(code) ? [code] : []))) : codes
}
