import { outsideSystems } from './outsideSystems'
import { base64Length, MAX_LICENCE_BYTES, MAX_LICENCES } from '../rules/licences'

/** JSON schemas of structured values that fields name by `shape`. */
const name = { type: 'string', maxLength: 60 }

const basisTexts = [
  'id',
  'debtNo',
  'annualRate',
  'startDate',
  'effectiveDueDate',
  'graceEndDate',
  'penaltyUplift',
  'principal',
  'accruedInterest',
  'paidInterest',
  'accruedPenalty',
  'paidPenalty',
]

export const shapes: Record<string, object> = {
  /** A list query as it was requested; what runs it checks it again. */
  exportQuestion: { type: 'object', additionalProperties: true },
  menuPermissions: {
    type: 'array',
    maxItems: 500,
    items: {
      type: 'object',
      properties: {
        menuName: name,
        permissionType: { type: 'integer', enum: [0, 1] },
        buttons: { type: 'array', maxItems: 100, uniqueItems: true, items: name },
      },
      required: ['menuName', 'permissionType', 'buttons'],
      additionalProperties: false,
    },
  },
  /** What a system outside was asked for, as it was. */
  outsideCall: {
    type: 'object',
    properties: {
      system: { type: 'string', enum: [...outsideSystems] },
      interfaceName: { type: 'string', maxLength: 80 },
      method: { type: 'string', enum: ['GET', 'POST'] },
      path: { type: 'string', maxLength: 250 },
      bizNo: { type: 'string', maxLength: 40 },
      requestNo: { type: 'string', maxLength: 64 },
      body: { type: 'string', maxLength: 1_000_000 },
    },
    required: ['system', 'interfaceName', 'method', 'path', 'bizNo', 'requestNo'],
    additionalProperties: false,
  },
  /** What was owed when a repayment was computed, as its parts follow from it (src/rules/debt/repayment.ts). */
  repaymentBasis: {
    type: 'object',
    properties: {
      debts: {
        type: 'array',
        maxItems: 500,
        items: {
          type: 'object',
          properties: {
            ...Object.fromEntries(basisTexts.map((each) => [each, name])),
            dayCount: { type: 'string', enum: ['ACT_360', 'ACT_365', 'D30_360'] },
            lastAccrualDate: { type: ['string', 'null'] },
            lastPenaltyDate: { type: ['string', 'null'] },
            overdue: { type: 'boolean' },
            isTaxLoan: { type: 'boolean' },
            minInterestDays: { type: 'integer' },
          },
          required: [...basisTexts, 'dayCount', 'lastAccrualDate', 'lastPenaltyDate', 'overdue', 'isTaxLoan', 'minInterestDays'],
          additionalProperties: false,
        },
      },
      fees: {
        type: 'array',
        maxItems: 500,
        items: {
          type: 'object',
          properties: { id: name, receivableNo: name, dueDate: name, amount: name },
          required: ['id', 'receivableNo', 'dueDate', 'amount'],
          additionalProperties: false,
        },
      },
    },
    required: ['debts', 'fees'],
    additionalProperties: false,
  },
  /** Files of who cannot sign in yet, as base64. */
  inlineFiles: {
    type: 'array',
    minItems: 1,
    maxItems: MAX_LICENCES,
    items: {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 200 },
        content: { type: 'string', maxLength: base64Length(MAX_LICENCE_BYTES) },
      },
      required: ['name', 'content'],
      additionalProperties: false,
    },
  },
}
