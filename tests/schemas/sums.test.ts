import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readSources } from '../../engine/core/check/sources'
import { compileProduct } from '../../engine/core/compile'
import { compareDecimals } from '../../engine/core/decimal'
import { loadSchemas } from '../../engine/spec/load'

const { sources } = readSources(loadSchemas(fileURLToPath(new URL('../..', import.meta.url))))
const { entities, sums } = compileProduct(sources!)

/** A column of money ends at 16 digits; a thousandth of it is more than any amount that is meant. */
const most = '9999999999999.99'

it('have room for a thousand of what people type, where nothing else limits them: one slip of a key must not fill them for ever', () => {
  const typed = sums.flatMap(({ entity, field, atMost, of }) => {
    const amount = of.lines === undefined ? entities[of.entity]?.fields[of.field] : undefined
    return amount?.type === 'money' && !amount.readOnly && atMost === undefined ? [{ sum: `${entity}.${field}`, max: amount.max }] : []
  })
  expect(typed.map(({ sum }) => sum)).toContain('bankAccount.inAmount')
  for (const { sum, max } of typed) expect([sum, max !== undefined && compareDecimals(String(max), most) <= 0]).toEqual([sum, true])
})

it('take what documents book there, which is no more than they may be', () => {
  const most = entities['bankFlow']?.fields['amount']?.max
  for (const name of ['receipt', 'loanPayment']) expect([name, entities[name]?.fields['amount']?.max]).toEqual([name, most])
  expect(entities['bankAccount']?.fields['openingBalance']?.max).toBe(most)
})
