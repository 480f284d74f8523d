// oxlint-disable unicorn/no-thenable -- `then` is a word of the language, and nothing here is awaited
import type { ProductSources } from '../../../core/compile'

type Entities = ProductSources['entities']
type Actions = NonNullable<Entities[string]['actions']>

/** Actions that break what the schema check proves of others. */
const mistakes: Record<string, Actions> = {
  order: {
    forget: { title: '遗忘', from: ['APPROVED'], to: 'CLOSED' },
  },
  settlement: {
    // Nobody looks at the state.
    reverseAgain: { title: '再冲销', undo: { action: 'submit', tree: true } },
  },
  chain: {
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
