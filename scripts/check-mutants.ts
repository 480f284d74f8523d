/**
 * Makes 2,000 slips in the shipped schemas, one at a time, and asks the check of each whether it notices. Prints a line per class and
 * every slip that it let through, crashed on, told of in more than three messages or on another line; exit 1 when a bound is not kept.
 *   npm run check:mutants                          all 2,000, in about three minutes
 *   npm run check:mutants -- --count 300 --seed 7  others
 *   npm run check:mutants -- --only "code"         those of the classes whose name matches
 */
import { parseArgs } from 'node:util'
import { SourcesMemory } from '../engine/core/memory'
import { checkOptions } from './checkOptions'
import { mutantsOf } from '../tests/mutants/mutants'
import { shippedProduct } from '../tests/mutants/product'
import { faultsOf, shortcomings, summaryOf, tableOf } from '../tests/mutants/summary'
import { verdictOf } from '../tests/mutants/verdict'

const { values } = parseArgs({ options: { count: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } } })
const root = process.cwd()
const shipped = shippedProduct(root)
const options = { ...checkOptions(root), memory: new SourcesMemory() }
const mutants = mutantsOf(shipped, Number(values.count ?? 2000), Number(values.seed ?? 1))
const asked = mutants.filter((mutant) => new RegExp(values.only ?? '').test(mutant.class))
const verdicts = asked.map((mutant) => verdictOf(mutant, shipped.loaded, options))

for (const fault of faultsOf(verdicts)) console.log(fault)
console.log(`\n${tableOf(verdicts)}`)
for (const shortcoming of shortcomings(summaryOf(verdicts))) {
  console.error(shortcoming)
  process.exitCode = 1
}
