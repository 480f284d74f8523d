// oxlint-disable unicorn/no-thenable -- `then` is a word of the language, and nothing here is awaited
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileProduct, type ProductSources } from '../../core/compile'
import { usualTestDatabaseKinds } from '../database/testDatabase'
import type { ActionRule } from '../extensions'
import { noExtensions } from '../testing/smallProduct'
import { branchSources } from './testing/branch'
import { openBranch, type Branch } from './testing/openBranch'

/** A jar whose figures follow from what was booked on it and from what a rule writes; a round acts on it several times at once. */
const entities: ProductSources['entities'] = {
  staff: branchSources.entities['staff']!,
  jar: {
    language: 1,
    title: 'Jar',
    label: 'jarNo',
    scope: 'global',
    summary: { about: 'jarNo', figures: ['left'] },
    fields: {
      jarNo: { type: 'text', title: 'Number', maxLength: 20, required: true },
      size: { type: 'money', title: 'Size', required: true },
      filled: { type: 'money', title: 'Filled', system: true },
      spilled: { type: 'money', title: 'Spilled', system: true },
      left: { type: 'money', title: 'Left', value: 'size - coalesce(filled, 0) - coalesce(spilled, 0)', stored: true },
      share: { type: 'percent', title: 'Share', value: 'round(left / size, 4)', stored: true },
      status: { type: 'status', title: 'State' },
    },
    states: { OPEN: { title: 'Open', initial: true }, FULL: { title: 'Full' } },
    actions: {
      fill: {
        title: 'Fill',
        from: ['OPEN', 'FULL'],
        to: 'FULL',
        ask: { poured: { type: 'money', title: 'Poured', required: true } },
        moves: [{ type: 'water.FILL', of: 'id', amount: 'form.poured' }],
        inverse: 'pour',
      },
      pour: { title: 'Pour', from: ['FULL'], to: ['OPEN', 'FULL'], rule: 'pour', undo: 'fill' },
      spill: {
        title: 'Spill',
        from: ['OPEN', 'FULL'],
        ask: { spilled: false },
        set: { spilled: 'coalesce(form.spilled, 0)' },
      },
    },
  },
  round: {
    language: 1,
    title: 'Round',
    label: 'roundNo',
    scope: 'global',
    summary: { about: 'roundNo' },
    fields: {
      roundNo: { type: 'text', title: 'Number', maxLength: 20, required: true },
      jarId: { type: 'ref', title: 'Jar', to: 'jar', required: true },
    },
    actions: {
      fillAndPour: {
        title: 'Fill and pour',
        then: [
          { perform: 'fill', on: 'jarId', form: { poured: '40' } },
          { perform: 'pour', on: 'jarId' },
        ],
      },
      fillSpillFill: {
        title: 'Fill, spill, fill',
        then: [
          { perform: 'fill', on: 'jarId', form: { poured: '40' } },
          { perform: 'spill', on: 'jarId', form: { spilled: '7' } },
          { perform: 'fill', on: 'jarId', form: { poured: '10' } },
        ],
      },
    },
  },
}

const list = (entity: string, column: string): ProductSources['screens'][string] => ({
  language: 1,
  title: entity,
  entity,
  endpoints: { base: `/api/branch/${entity}` },
  pages: { list: { columns: [column], rowActions: Object.keys(entities[entity]?.actions ?? {}) } },
})

const { schedule: _none, ...rest } = branchSources
const plan = compileProduct({
  ...rest,
  ledgers: {
    water: {
      language: 1,
      title: 'Water',
      rank: 10,
      balances: { jar: true },
      journal: true,
      buckets: { filled: {} },
      types: {
        FILL: { by: { filled: 1 }, inverse: 'EMPTY' },
        EMPTY: { by: { filled: -1 }, inverse: 'FILL' },
      },
    },
  },
  templates: {},
  entities,
  screens: {
    'branch/jar': list('jar', 'jarNo'),
    'branch/round': list('round', 'roundNo'),
    'branch/order': { ...list('jar', 'jarNo'), endpoints: { base: '/api/branch/order' } },
  },
})

/** Five are always spilled; the state follows from what is left in the jar then. */
const pour: ActionRule = (_tools, { record: { filled } }) => ({
  to: Number(filled) > 0 ? 'FULL' : 'OPEN',
  set: { spilled: '5.00' },
})

describe.each(usualTestDatabaseKinds)('formulas over what is booked and what a rule writes, on %s', (kind) => {
  let branch: Branch
  beforeAll(async () => {
    branch = await openBranch(kind, plan, { ...noExtensions, action: { pour } })
  })
  afterAll(() => branch?.close())

  const addJar = (jarNo: string) => branch.add('jar', { jarNo, size: '100.00' })
  const figures = (id: string) => branch.read('jar', id, 'filled', 'spilled', 'left', 'share', 'status')

  it('follow both when a run is taken back by an action whose rule writes something', async () => {
    const jar = await addJar('J1')
    await branch.act('clerk', 'jar', 'fill', jar, { poured: '30.00' })
    await branch.act('clerk', 'jar', 'fill', jar, { poured: '10.00' })
    expect(await figures(jar)).toEqual({ filled: '40.00', spilled: null, left: '60.00', share: '0.6000', status: 'FULL' })
    await branch.act('clerk', 'jar', 'pour', jar)
    expect(await figures(jar)).toEqual({ filled: '30.00', spilled: '5.00', left: '65.00', share: '0.6500', status: 'FULL' })
    await branch.act('clerk', 'jar', 'pour', jar)
    expect(await figures(jar)).toEqual({ filled: '0.00', spilled: '5.00', left: '95.00', share: '0.9500', status: 'OPEN' })
  })

  it('follow both when the balance was booked on before, in the same transaction', async () => {
    const jar = await addJar('J2')
    await branch.act('clerk', 'round', 'fillAndPour', await branch.add('round', { roundNo: 'R1', jarId: jar }))
    expect(await figures(jar)).toEqual({ filled: '0.00', spilled: '5.00', left: '95.00', share: '0.9500', status: 'OPEN' })
  })

  it('follow what an action without movements writes between two that book', async () => {
    const jar = await addJar('J3')
    await branch.act('clerk', 'round', 'fillSpillFill', await branch.add('round', { roundNo: 'R2', jarId: jar }))
    expect(await figures(jar)).toEqual({ filled: '50.00', spilled: '7.00', left: '43.00', share: '0.4300', status: 'FULL' })
  })
})
