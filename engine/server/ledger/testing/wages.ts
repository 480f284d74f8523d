import type { ProductSources } from '../../../core/compile'

const number = { type: 'text', title: 'Number', maxLength: 60, required: true } as const

/** What assistants have earned: a journal whose rows say what neither the balance nor the document knows. */
export const wages: ProductSources['entities'] = {
  wage: {
    language: 1,
    title: 'Wage',
    label: 'wageNo',
    scope: 'global',
    fields: { wageNo: number, earned: { type: 'money', title: 'Earned', decimals: 6, system: true } },
  },
  wageEntry: {
    language: 1,
    title: 'Wage entry',
    label: 'why',
    scope: 'global',
    fields: {
      wageId: { type: 'ref', title: 'Wage', to: 'wage', required: true },
      kind: { type: 'text', title: 'Kind', maxLength: 20, required: true },
      workedOn: { type: 'date', title: 'Worked on', required: true },
      hours: { type: 'digit', title: 'Hours', decimals: 2, required: true },
      amount: { type: 'money', title: 'Amount', decimals: 6, required: true },
      why: { type: 'text', title: 'Why', maxLength: 60, required: true },
      shiftNo: { type: 'text', title: 'Shift', maxLength: 60 },
      remark: { type: 'text', title: 'Remark', maxLength: 60 },
    },
    appendOnly: true,
  },
  shift: {
    language: 1,
    title: 'Shift',
    label: 'shiftNo',
    scope: 'global',
    fields: {
      shiftNo: number,
      wageId: { type: 'ref', title: 'Wage', to: 'wage', required: true },
      workedOn: { type: 'date', title: 'Worked on', required: true },
      hours: { type: 'digit', title: 'Hours', decimals: 2, required: true },
      status: { type: 'status', title: 'State' },
    },
    states: { DRAFT: { title: 'Draft', initial: true }, BOOKED: { title: 'Booked' } },
    actions: {
      book: {
        title: 'Book',
        from: ['DRAFT'],
        to: 'BOOKED',
        moves: [{ type: 'wages.EARN', of: 'wageId', amount: 'hours * 20', note: { workedOn: 'workedOn', hours: 'hours', why: 'shiftNo' } }],
      },
      takeBack: { title: 'Take back', from: ['BOOKED'], to: 'DRAFT', undo: 'book' },
    },
  },
}

export const wageLedger: NonNullable<ProductSources['ledgers']>[string] = {
  language: 1,
  title: 'Wages',
  rank: 70,
  balances: { wage: 'wageId' },
  journal: {
    entity: 'wageEntry',
    type: 'kind',
    set: { amount: 'by.earned' },
    ofDocument: ['shiftNo'],
    noted: ['workedOn', 'hours', 'why', 'remark'],
    undone: { why: "concat(note.why, '-R')", workedOn: 'today()' },
  },
  buckets: { earned: {} },
  types: {
    EARN: { by: { earned: 1 }, inverse: 'EARN_BACK' },
    EARN_BACK: { by: { earned: -1 }, as: 'EARN', inverse: 'EARN' },
  },
}
