import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { ActionPlan } from '../../engine/core/plan'
import { readSources } from '../../engine/core/check/sources'
import { compileProduct } from '../../engine/core/compile'
import { loadSchemas } from '../../engine/spec/load'
import { formatProblem } from '../../engine/spec/problem'
import { extensionProblems } from '../../engine/server/extensionNames'
import { extensionsOf } from '../../src/server/extensions'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { sources, problems } = readSources(loadSchemas(root))

it('the schemas of the product are sound', () => {
  expect(problems.map(formatProblem)).toEqual([])
})

describe('the product', () => {
  const plan = compileProduct(sources!)

  it('has a function for every name and a name for every function', () => {
    const store = { write: () => Promise.resolve(undefined), remove: () => Promise.resolve() }
    expect(extensionProblems(plan, extensionsOf(plan, store, { send: async () => undefined }))).toEqual([])
  })

  it.each(Object.values(plan.screens).map((screen) => [screen.id, screen] as const))(
    '%s offers an action for every right, and a right for every action',
    (_id, screen) => {
      for (const action of Object.values(screen.actions)) {
        if (!readsAlone(action)) expect(action.permission).toMatch(new RegExp(`^${screen.menu}_[a-zA-Z]+$`))
        expect(action.title).not.toBe('')
      }
    },
  )

  it('asks an idempotency key for what moves amounts in a state that stays, where a second press would move them again', () => {
    const repeatable = Object.values(plan.entities).flatMap((entity) =>
      Object.values(entity.actions).filter(
        (action) => action.to.length === 0 && sources?.entities[entity.name]?.actions?.[action.name]?.moves,
      ),
    )
    expect(repeatable).not.toEqual([])
    // What only the system performs is part of a request that has its key.
    expect(repeatable.filter(({ keyed, system }) => !keyed && system !== true)).toEqual([])
  })
})

/** What whoever may read the records may do. */
function readsAlone({ name, permission, does }: ActionPlan): boolean {
  return name === 'view' || (permission === undefined && ['link', 'list', 'widget', 'calculate'].includes(does.kind))
}
