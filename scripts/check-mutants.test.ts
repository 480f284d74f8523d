import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { SourcesMemory } from '../engine/core/memory'
import { mutatedText } from '../tests/mutants/mutant'
import { mutantsOf, slipClasses } from '../tests/mutants/mutants'
import { shippedProduct } from '../tests/mutants/product'
import { faultsOf, shortcomings, summaryOf } from '../tests/mutants/summary'
import { verdictOf } from '../tests/mutants/verdict'
import { checkOptions } from './checkOptions'

const root = fileURLToPath(new URL('..', import.meta.url))
const shipped = shippedProduct(root)
const sample = mutantsOf(shipped, 150, 20261122)

describe('slips in the shipped schemas', () => {
  it('are the same for the same seed, so that a survivor can be made again', () => {
    const texts = (seed: number) => mutantsOf(shipped, 40, seed).map(({ file, change }) => `${file.path} ${change}`)
    expect(texts(3)).toEqual(texts(3))
    expect(texts(3)).not.toEqual(texts(4))
  })

  it('are of every class, each another text than the shipped one', () => {
    expect(new Set(sample.map((mutant) => mutant.class))).toEqual(new Set(slipClasses.map(({ name }) => name)))
    for (const mutant of sample) expect(mutatedText(mutant)).not.toBe(mutant.file.text)
  })

  it('are refused, each in few messages of which the first stands on its line', () => {
    const options = { ...checkOptions(root), memory: new SourcesMemory() }
    const verdicts = sample.map((mutant) => verdictOf(mutant, shipped.loaded, options))
    const faults = shortcomings(summaryOf(verdicts))
    expect(faults.length > 0 ? [...faults, ...faultsOf(verdicts)] : []).toEqual([])
  })
})
