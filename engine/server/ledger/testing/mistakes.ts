// oxlint-disable unicorn/no-thenable -- `then` is a word of the language, and nothing here is awaited
import type { ProductSources } from '../../../core/compile'

type Entities = ProductSources['entities']
type Actions = NonNullable<Entities[string]['actions']>

const promised = { type: 'allowance.RESERVE', of: 'orderId.cardId', for: 'orderId', amount: 'amount' }

/** Actions that break what the schema check proves of others. */
const mistakes: Record<string, Actions> = {
  order: {
    forget: { title: '遗忘', from: ['APPROVED'], to: 'CLOSED' },
    // Until somebody allows it, others see the order as closed.
    askAnew: {
      title: 'Ask anew',
      from: ['CLOSED'],
      to: 'AUDITING',
      ask: { payingAmount: true },
      pending: ['payingAmount'],
      system: 'also',
    },
    allow: { title: 'Allow', from: ['AUDITING'], to: 'APPROVED', onPending: 'apply' },
    dismiss: { title: 'Dismiss', from: ['AUDITING'], to: 'CLOSED', onPending: 'drop' },
  },
  payout: {
    // Nothing asks whether the order still lives.
    promise: {
      title: 'Promise',
      preview: true,
      moves: [promised],
    },
    promiseAnew: {
      title: 'Promise anew',
      moves: [promised],
      then: [{ perform: 'askAnew', on: 'orderId', form: { payingAmount: 'amount' } }],
    },
  },
  release: {
    seize: {
      title: 'Seize',
      from: ['DRAFT'],
      to: 'AUDITING',
      moves: [{ take: 'outside.locked', each: 'goods', of: 'it.outItemId', from: 'swapId', amount: 'it.qty' }],
    },
  },
  settlement: {
    // Nobody looks at the state.
    reverseAgain: { title: '再冲销', undo: { action: 'submit', tree: true } },
  },
  chain: {
    // For itself, for another one, and from another one.
    hoard: {
      title: 'Hoard',
      moves: [{ type: 'purse.FREEZE', of: { purse: { readerName: 'readerName', kind: "'ADVANCE'" } }, amount: 'step' }],
    },
    give: {
      title: 'Give',
      moves: [{ type: 'purse.FREEZE', of: { purse: { readerName: 'readerName', kind: "'ADVANCE'" } }, for: 'parentId', amount: 'step' }],
    },
    draw: {
      title: 'Draw',
      moves: [{ type: 'purse.OFFSET', of: { purse: { readerName: 'readerName', kind: "'ADVANCE'" } }, from: 'nextId', amount: 'step' }],
    },
    // No order comes of it, so the key is empty.
    adrift: {
      title: 'Adrift',
      then: [{ create: 'deposit', key: ['orderId'], with: { depositNo: "concat('D ', chainNo)", orderId: 'nextId' } }],
    },
    go: { title: 'Go', system: 'also', set: { touched: 'touched + 1' }, then: [{ perform: 'go', on: 'nextId', when: 'nextId != null' }] },
  },
}

/** States that may be deleted although their records may hold something. */
const deletable: Record<string, string> = { order: 'APPROVED' }

export function withMistakes(entities: Entities): Entities {
  const careless = Object.entries(mistakes).flatMap(([name, actions]) => {
    const entity = entities[name]
    if (!entity) return []
    const states = Object.entries(entity.states ?? {}).map(([code, state]) => [
      code,
      deletable[name] === code ? { ...state, delete: true } : state,
    ])
    return [[name, { ...entity, actions: { ...entity.actions, ...actions }, states: Object.fromEntries(states) }] as const]
  })
  return { ...entities, ...Object.fromEntries(careless) }
}
