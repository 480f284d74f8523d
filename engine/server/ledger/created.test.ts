import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileProduct, type ProductSources } from '../../core/compile'
import { usualTestDatabaseKinds } from '../database/testDatabase'
import type { SaveRule } from '../extensions'
import { systemUser } from '../session'
import { noExtensions } from '../testing/smallProduct'
import { inTransaction } from '../write/transaction'
import { branchSources } from './testing/branch'
import { openBranch, type Branch } from './testing/openBranch'

/** A bill whose letter is written by what the letter's own rule finds, and taken back whatever was done with it. */
const entities: ProductSources['entities'] = {
  staff: branchSources.entities['staff']!,
  letter: {
    language: 1,
    title: 'Letter',
    label: 'letterNo',
    scope: 'global',
    summary: { about: 'letterNo' },
    fields: {
      letterNo: { type: 'text', title: 'Number', maxLength: 40, required: true },
      amount: { type: 'money', title: 'Amount' },
      status: { type: 'status', title: 'State' },
    },
    states: {
      WRITTEN: { title: 'Written', initial: true },
      READ: { title: 'Read' },
      VOID: { title: 'Void', ended: true },
    },
    actions: {
      read: { title: 'Read', from: ['WRITTEN'], to: 'READ' },
      withdraw: { title: 'Withdraw', from: ['WRITTEN', 'READ'], to: 'VOID', system: true, regardless: true },
      retract: { title: 'Retract', from: ['WRITTEN', 'READ'], to: 'VOID', system: true },
    },
    rules: { save: 'saveLetter' },
  },
  drawer: {
    language: 1,
    title: 'Drawer',
    label: 'name',
    scope: 'global',
    fields: { name: { type: 'text', title: 'Name', maxLength: 20, required: true } },
    unique: [['name']],
  },
  bill: {
    language: 1,
    title: 'Bill',
    label: 'billNo',
    scope: 'global',
    summary: { about: 'billNo', figures: ['amount'] },
    fields: {
      billNo: { type: 'text', title: 'Number', maxLength: 20, required: true },
      amount: { type: 'money', title: 'Amount', required: true },
      letterId: { type: 'ref', title: 'Letter', to: 'letter', system: true },
      status: { type: 'status', title: 'State' },
    },
    states: { OPEN: { title: 'Open', initial: true }, SENT: { title: 'Sent' } },
    actions: {
      send: {
        title: 'Send',
        from: ['OPEN'],
        to: 'SENT',
        then: [
          {
            create: 'letter',
            with: { letterNo: "concat('Letter of ', billNo)", amount: 'amount' },
            keep: 'letterId',
            orSkip: true,
            onUndo: 'withdraw',
          },
        ],
      },
      insist: {
        title: 'Insist',
        from: ['OPEN'],
        to: 'SENT',
        then: [
          { create: 'letter', with: { letterNo: "concat('Letter of ', billNo)", amount: 'amount' }, keep: 'letterId', onUndo: 'retract' },
        ],
      },
      takeBack: { title: 'Take back', from: ['SENT'], to: 'OPEN', undo: { action: 'send', tree: true } },
      giveUp: { title: 'Give up', from: ['SENT'], to: 'OPEN', undo: { action: 'insist', tree: true } },
    },
  },
}

const list = (entity: string, rowActions: string[], column: string): ProductSources['screens'][string] => ({
  language: 1,
  title: entity,
  entity,
  endpoints: { base: `/api/branch/${entity}` },
  pages: { list: { columns: [column], rowActions } },
})

const { schedule: _none, ...rest } = branchSources
const plan = compileProduct({
  ...rest,
  ledgers: {},
  templates: {},
  entities,
  screens: {
    'branch/bill': list('bill', ['send', 'insist', 'takeBack', 'giveUp'], 'billNo'),
    'branch/letter': list('letter', ['read'], 'letterNo'),
    // The contract of the server stands under the right to it.
    'branch/order': { ...list('bill', [], 'billNo'), endpoints: { base: '/api/branch/order' } },
  },
})

const saveLetter: SaveRule = async (tools, { values }) => {
  if (Number(values['amount']) === 0) tools.skip()
  // Letters lie in a drawer, which is there from the first one on.
  const [drawer] = await tools.find('drawer', { name: 'letters' })
  if (!drawer) await tools.system.open('drawer', { name: 'letters' })
}

describe.each(usualTestDatabaseKinds)('what an action creates on %s', (kind) => {
  let branch: Branch
  beforeAll(async () => {
    branch = await openBranch(kind, plan, { ...noExtensions, save: { saveLetter } })
  })
  afterAll(() => branch?.close())

  const addBill = (billNo: string, amount: string) => branch.add('bill', { billNo, amount })
  const letterOf = async (bill: string) => (await branch.read('bill', bill, 'letterId'))['letterId']

  it('leaves what a rule has opened for it where it is, when it is taken back', async () => {
    const bill = await addBill('B0', '10')
    await branch.act('clerk', 'bill', 'send', bill)
    await branch.act('clerk', 'bill', 'takeBack', bill)
    expect(await branch.read('letter', String(await letterOf(bill)), 'status')).toEqual({ status: 'VOID' })
    expect(await branch.all('drawer')).toHaveLength(1)
    const history = await branch.database.kysely.selectFrom('document_history').select('cause_id').where('entity', '=', 'drawer').execute()
    expect(history).toEqual([{ cause_id: null }])
  })

  it('is left out where its save rule finds nothing to create, and the action goes on', async () => {
    const [some, none] = [await addBill('B1', '10'), await addBill('B2', '0')]
    await branch.act('clerk', 'bill', 'send', some)
    await branch.act('clerk', 'bill', 'send', none)
    expect(await branch.read('bill', none, 'status', 'letterId')).toEqual({ status: 'SENT', letterId: null })
    expect(await branch.read('letter', String(await letterOf(some)), 'letterNo')).toEqual({ letterNo: 'Letter of B1' })
    expect(await branch.all('letter')).toHaveLength(2)
    // What was not created needs nothing to take it back.
    await branch.act('clerk', 'bill', 'takeBack', none)
    expect(await branch.read('bill', none, 'status')).toEqual({ status: 'OPEN' })
  })

  it('fails as a mistake of its own where the step does not say that it may be left out', async () => {
    const bill = await addBill('B3', '0')
    expect((await branch.press('clerk', 'bill', 'insist', bill)).status).toBe(500)
    expect(await branch.read('bill', bill, 'status')).toEqual({ status: 'OPEN' })
    const byRule = inTransaction(branch.services, systemUser, (tools) => tools.create('letter', { letterNo: 'L', amount: '0' }))
    await expect(byRule).rejects.toThrow('passes over')
  })

  it('is taken back after somebody has acted on it only by an action that does so regardless', async () => {
    const [regardless, usual] = [await addBill('B4', '10'), await addBill('B5', '10')]
    await branch.act('clerk', 'bill', 'send', regardless)
    await branch.act('clerk', 'bill', 'insist', usual)
    for (const bill of [regardless, usual]) await branch.act('boss', 'letter', 'read', String(await letterOf(bill)))

    expect((await branch.press('clerk', 'bill', 'giveUp', usual)).status).toBe(417)
    expect(await branch.read('letter', String(await letterOf(usual)), 'status')).toEqual({ status: 'READ' })
    await branch.act('clerk', 'bill', 'takeBack', regardless)
    expect(await branch.read('letter', String(await letterOf(regardless)), 'status')).toEqual({ status: 'VOID' })
  })
})
