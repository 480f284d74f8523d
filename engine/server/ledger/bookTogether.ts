import { compareDecimals, decimalsOf } from '../../core/decimal'
import { Book } from '../../core/ledger/book'
import type { StepMovement } from '../extensions'
import type { WriteContext } from '../record/context'
import { beginRunOfMany } from '../record/history'
import { persistBook } from './persist'
import { booking } from './refusal'

/** Decimals of the engine's own table of movements. */
const FINEST = 6

/**
 * Books movements on many balances at once, each as a matter of its own balance: one run, one statement for each table. Balances are locked in the
 * order in which everybody locks them; what one of them refuses is refused for all.
 * @param step name and title of the step of the schedule that books them
 */
export async function bookTogether(
  context: WriteContext,
  step: { name: string; title: string },
  ledger: string,
  movements: readonly StepMovement[],
): Promise<void> {
  if (movements.length === 0) return
  const { flow, writing } = context
  for (const { type, amounts } of movements)
    for (const amount of Object.values(amounts))
      if (compareDecimals(amount, '0') < 0 || decimalsOf(amount) > FINEST)
        throw new TypeError(`${step.name}: ${ledger}.${type} got the amount ${amount}`)
  await flow.ledger.prepare(movements.map(({ balance }) => balance))
  const book = await booking(context, async () => {
    const made = new Book(flow.ledger)
    for (const movement of movements) made.move({ ...movement, ledger, from: movement.balance, for: movement.balance })
    made.judge()
    return made
  })
  const run = await beginRunOfMany(context, step.name, step.title)
  await persistBook(context, book, {
    run,
    documentOf: ({ balance: ref }) => {
      const { entity, id, values } = flow.ledger.balance(ref)
      return { entity: writing.entity(entity), record: { ...values, id } }
    },
  })
}
