import { expressionClasses } from './classes/expressions'
import { languageClasses } from './classes/language'
import { referenceClasses } from './classes/references'
import { valueClasses } from './classes/values'
import { mutatedText, type Mutant, type SlipClass } from './mutant'
import type { Shipped } from './product'
import { Random } from './random'

export const slipClasses: readonly SlipClass[] = [...languageClasses, ...referenceClasses, ...valueClasses, ...expressionClasses]

type Candidates = ReturnType<SlipClass['candidates']>

const known = new WeakMap<Shipped, Candidates[]>()

/** The places of each class, which are looked for once: in all files together that takes as long as several checks. */
function candidatesIn(shipped: Shipped): Candidates[] {
  const found = known.get(shipped) ?? slipClasses.map((slips) => slips.candidates(shipped))
  known.set(shipped, found)
  return found
}

/** So many different mutants for this seed: of each class alike, as far as it has places. */
export function mutantsOf(shipped: Shipped, count: number, seed: number): Mutant[] {
  const random = new Random(seed)
  const candidates = candidatesIn(shipped)
  const classes = slipClasses.map(({ name }, index) => ({ name, places: random.shuffled(candidates[index] ?? []) }))
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
function nextOf(places: Candidates[number][], random: Random) {
  for (let make = places.pop(); make; make = places.pop()) {
    const slip = make(random)
    if (slip) return slip
  }
  return undefined
}
