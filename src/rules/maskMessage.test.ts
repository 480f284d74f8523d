import fc from 'fast-check'
import { expect, it } from 'vitest'
import { maskMessage, numbersIn } from './maskMessage'

const inPart = (value: object): unknown => JSON.parse(maskMessage(JSON.stringify(value)))

it('shows accounts, papers and mobile numbers in part, by the names of the values and however deep they stand', () => {
  expect(
    inPart({
      entryNo: 'RT20261120-0001',
      bank_details: { account_number: 'NZ0412345678900', accountNo: 6000000012345678, swift_code: 'ANZBNZ22' },
      drivers: [{ idNo: '310115199001011234', mobile: '13800001111' }],
      qty: '10000.0000',
    }),
  ).toEqual({
    entryNo: 'RT20261120-0001',
    bank_details: { account_number: 'NZ04****8900', accountNo: '6000****5678', swift_code: 'ANZBNZ22' },
    drivers: [{ idNo: '3101****1234', mobile: '138****1111' }],
    qty: '10000.0000',
  })
})

it('knows them by their looks in other texts, and where the message is no JSON', () => {
  expect(inPart({ remark: '司机 13800001111，身份证 31011519900101123X' })).toEqual({ remark: '司机 138****1111，身份证 3101****123X' })
  expect(maskMessage('account 6222020200112233445 is closed')).toBe('account 6222****3445 is closed')
  expect(maskMessage('<html>502</html>')).toBe('<html>502</html>')
})

it('shows no number of twelve digits or more whole, wherever it stands', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{12,30}$/), fc.stringMatching(/^[ ，a-z]{0,5}$/), (digits, around) => {
      const text = `${around} ${digits} ${around}`
      expect(maskMessage(text)).not.toContain(digits)
      expect(maskMessage(JSON.stringify({ a: [{ b: text }] }))).not.toContain(digits)
    }),
  )
})

it('shows a number of the question in part wherever the answer says it, however it groups it', () => {
  const asked = JSON.stringify({ bank: { account_number: 'HK-024-123456-838' }, card_no: '12' })
  const answer = { message: 'HK 024 123456 838 is closed, not hk024123456838', no: '12' }
  expect(JSON.parse(maskMessage(JSON.stringify(answer), numbersIn(asked)))).toEqual({
    message: 'HK-0****-838 is closed, not HK-0****-838',
    no: '12',
  })
  expect(maskMessage('no account HK-024-123456-838', numbersIn(asked))).toBe('no account HK-0****-838')
  expect(numbersIn('[]')).toEqual([])
})

it('shows what lets somebody in not at all, and an international number in part', () => {
  expect(inPart({ access_token: 'abcdef', nested: { 'x-api-key': 7 }, remark: 'to DE02100500000054540402' })).toEqual({
    access_token: '****',
    nested: { 'x-api-key': '****' },
    remark: 'to DE02****0402',
  })
})

it('walks no deeper than anybody reads', () => {
  expect(maskMessage('['.repeat(90_000) + ']'.repeat(90_000)).length).toBeLessThan(5_000)
})
