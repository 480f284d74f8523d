import { expressionClasses } from './classes/expressions'
import { languageClasses } from './classes/language'
import { referenceClasses } from './classes/references'
import { valueClasses } from './classes/values'
import { mutatedText, type Mutant, type SlipClass } from './mutant'
import type { Shipped } from './product'
import { Random } from './random'

export const slipClasses: readonly SlipClass[] = [...languageClasses, ...referenceClasses, ...valueClasses, ...expressionClasses]

/** So many different mutants for this seed: of each class alike, as far as it has places. */
export function mutantsOf(shipped: Shipped, count: number, seed: number): Mutant[] {
  const random = new Random(seed)
  const classes = slipClasses.map((slips) => ({ name: slips.name, places: random.shuffled(slips.candidates(shipped)) }))
  const made: Mutant[] = []
  const seen = new Set<string>()
  while (made.length < count && classes.some(({ places }) => places.length > 0)) {
    for (const { name, places } of classes) {
      const mutant = made.length < count ? nextOf(places, random) : undefined
      if (!mutant) continue
      const id = `${mutant.file.path} ${mutant.change}`
      if (seen.has(id) || mutatedText(mutant) === mutant.file.text) continue
      seen.add(id)
      made.push({ ...mutant, class: name })
    }
  }
  return made
}

/** Takes places until one of them makes a slip. */
function nextOf(places: ReturnType<SlipClass['candidates']>[number][], random: Random) {
  for (let make = places.pop(); make; make = places.pop()) {
    const slip = make(random)
    if (slip) return slip
  }
  return undefined
}
