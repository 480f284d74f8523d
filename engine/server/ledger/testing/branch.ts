/** A library whose documents move ledgers, for the tests of what happens between documents. */
import { compileProduct, type ProductSources } from '../../../core/compile'
import type { ProductExtensions, RuleTools } from '../../extensions'
import { balances } from './balances'
import { documents } from './documents'
import { withMistakes } from './mistakes'
import { ledgers } from './ledgers'
import { voucher, vouchers } from './vouchers'
import { wageLedger, wages } from './wages'
import { noExtensions, staff } from '../../testing/smallProduct'

const entities: ProductSources['entities'] = {
  staff,
  ...balances,
  ...documents,
  ...wages,
  voucher,
}

/** A list with a button for each action that people may press. */
const screensOf = (all: ProductSources['entities']): ProductSources['screens'] =>
  Object.fromEntries(
    Object.entries(all).flatMap(([name, { title, label, actions = {} }]) => {
      const buttons = Object.keys(actions).filter((action) => actions[action]?.system !== true)
      const list = { columns: [label], rowActions: buttons, batchActions: buttons }
      return buttons.length === 0
        ? []
        : [[`branch/${name}`, { language: 1, title, entity: name, endpoints: { base: `/api/branch/${name}` }, pages: { list } }] as const]
    }),
  )

const sourcesOf = (all: ProductSources['entities']): ProductSources => ({
  product: { language: 1, title: 'Branch', userEntity: 'staff', scopes: {} },
  groups: {},
  dictionaries: {},
  entities: all,
  screens: screensOf(all),
  ledgers: { ...ledgers, wages: wageLedger },
  templates: { vouchers },
  menus: { language: 1, menus: [] },
  roles: { language: 1, roles: {} },
  schedule: { language: 1, at: '00:30', steps: { lapse: { title: 'Lapse', actions: ['feeNote/lapse'] } } },
})

export const branchSources = sourcesOf(entities)
export const branchPlan = compileProduct(branchSources)

/** The same with actions that the schema check would not pass, for what the server has to notice by itself. */
export const carelessPlan = compileProduct(sourcesOf(withMistakes(entities)))

interface CountRow {
  batchId: string
  difference: string
  orderId: string | null
}

export const branchExtensions: ProductExtensions = {
  ...noExtensions,
  refresh: { countRefreshes: (_tools, { record }) => ({ refreshed: Number(record['refreshed']) + 1 }) },
  action: {
    noteThanks: (tools, { record }) => tools.note('reader', record.id, 'LETTER', 'A letter was written'),
    confirmService: (_tools, { record }) => ({ to: record['mode'] === 'COLLECT' ? 'CONFIRMED' : 'COLLECTED' }),
    /** What is missing is taken from the batch that was counted; another one would have to be found here. */
    spreadDifference: (_tools: RuleTools, { record }) => {
      const missing = (record['rows'] as CountRow[]).filter(({ difference }) => difference.startsWith('-'))
      return { set: { spread: missing.map(({ batchId, difference, orderId }) => ({ batchId, missing: difference.slice(1), orderId })) } }
    },
  },
  refusals: {
    'allowance.beyond': { number: 100501, text: '{balance}的额度不足：需要 {amount}，可用 {available}' },
    'copies.not-enough': { number: 100502, text: '{balance}的{bucket}不足：需要 {amount}，现有 {available}' },
  },
}
