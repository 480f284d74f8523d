import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
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
        if (action.name !== 'view') expect(action.permission).toMatch(new RegExp(`^${screen.menu}_[a-zA-Z]+$`))
        expect(action.title).not.toBe('')
      }
    },
  )

  it.each(Object.values(plan.entities).map((entity) => [entity.name, entity] as const))(
    '%s has an action into each of its states',
    (_name, entity) => {
      const states = Object.keys(entity.states ?? {})
      const reached = new Set(Object.values(entity.actions).flatMap((action) => action.to))
      const initial = Object.values(entity.states ?? {}).filter((state) => state.initial)
      // States of later flows (放款, 逾期, 出库 …) are declared with their document and reached when those flows come; sign-in locks accounts.
      const later = new Set(['DISBURSING', 'OUTSTANDING', 'OVERDUE', 'SETTLED', 'LOCKED', 'saleOrder.PARTIAL', 'saleOrder.DONE'])
      for (const state of states) {
        const reachable =
          reached.has(state) || initial.some(({ code }) => code === state) || later.has(state) || later.has(`${entity.name}.${state}`)
        expect(reachable, `${entity.name}.${state}`).toBe(true)
      }
    },
  )

  it('asks an idempotency key for approvals and for what moves money or goods', () => {
    const keyed = Object.values(plan.entities).flatMap((entity) =>
      Object.values(entity.actions).flatMap((action) => (action.keyed ? [`${entity.name}.${action.name}`] : [])),
    )
    expect(keyed.sort()).toEqual([
      'client.approve',
      'collateralPrice.approve',
      'customerLine.adjust',
      'customerLine.approve',
      'customerPrice.approve',
      'loan.approve',
      'loan.close',
      'loan.reApproval',
      'product.approve',
      'quota.adjust',
      'quota.approve',
      'saleInvoice.approve',
      'saleInvoice.issue',
      'saleInvoice.red',
      'saleOrder.approve',
      'stockIn.confirm',
      'stockIn.receive',
    ])
  })
})
