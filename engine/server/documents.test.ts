import { expectTypeOf, it } from 'vitest'
import type { Complete, DocumentTypes } from './documents'

interface Row {
  id: string
  qty: number | null
  note: string | null
}

interface Lending extends DocumentTypes {
  record: { id: string; purpose: string | null; opinion: string | null; items: Row[]; fees: Row[] }
  actions: Record<'submit' | 'approve' | 'cancel', { form: object; to: string; complete: string }> & {
    submit: { complete: 'purpose' | 'items.qty' }
    approve: { complete: 'purpose' | 'items.qty' | 'opinion' }
    cancel: { complete: never }
  }
}

it('says of a record what its action needs, of the cells of its rows too, and of several actions what all of them need', () => {
  const both = {} as Complete<Lending['record'], Lending, 'submit' | 'approve'>
  expectTypeOf(both.purpose).toEqualTypeOf<string>()
  expectTypeOf(both.opinion).toEqualTypeOf<string | null>()
  const quantities = (both.items ?? []).map(({ qty }) => qty)
  expectTypeOf(quantities).toEqualTypeOf<number[]>()
  for (const row of both.items ?? []) expectTypeOf(row.qty).toEqualTypeOf<number>()
  for (const row of both.fees ?? []) expectTypeOf(row.qty).toEqualTypeOf<number | null>()
  const draft = {} as Complete<Lending['record'], Lending, 'submit' | 'cancel'>
  expectTypeOf(draft.purpose).toEqualTypeOf<string | null>()
  expectTypeOf((draft.items ?? []).map(({ qty }) => qty)).toEqualTypeOf<(number | null)[]>()
})
