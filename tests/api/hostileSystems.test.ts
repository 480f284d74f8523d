import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import { eventually } from './support/eventually'
import { accountAbroad, at } from './support/fixtures'
import { describePlatform } from './support/platform'

const form = { beneficiaryAddress: '12 Demo Street, 20095 Hamburg', transferMethod: 'SWIFT' }

/** What the payment provider answers next, whatever that is: it is not ours. */
let answer: (response: ServerResponse) => void = () => undefined
let asked = 0
const provider: Server = createServer((request, response) => {
  request.resume().on('end', () => {
    asked++
    answer(response)
  })
})
const settings = { systems: {} as Record<string, string> }
beforeAll(async () => {
  await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening))
  settings.systems['AIRWALLEX'] = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
})
afterAll(() => new Promise((closed) => provider.close(closed)))

const noNumber = { status: 'INVALID', externalCode: null, invalidReason: '支付机构没有给出收款人编号' }
const json = (status: number, body: unknown) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body))

describePlatform(
  'a system outside that answers what it likes',
  (platform) => {
    let opened = 0
    /** Opens a beneficiary for a new account, and waits for the line of the log that its one request leaves. */
    const ask = async (answers: typeof answer, accountNo = `DE0210050000005455${String(1000 + opened++)}`) => {
      answer = answers
      asked = 0
      const [op, clerk, admin] = [await platform().as('op01'), await platform().as('fn01'), await platform().as('admin')]
      const { id } = await op.add(at.account, await accountAbroad(platform(), accountNo))
      await clerk.act(at.account, 'openBeneficiary', id, form)
      const [listed] = (await clerk.list(at.beneficiary, { accountNo })).records
      const { beneficiaryCode } = await clerk.read(at.beneficiary, listed?.id ?? '')
      const log = await eventually(async () => {
        const { records } = await admin.list(at.interfaceLog, { bizNo: String(beneficiaryCode) })
        expect(records).toHaveLength(1)
        return admin.read(at.interfaceLog, records[0]?.id ?? '')
      })
      return { log, read: () => clerk.read(at.beneficiary, listed?.id ?? '') }
    }

    it.each<[string, typeof answer, RecordValues | object, object]>([
      ['a number that has no room', json(201, { id: 'x'.repeat(5000), status: 'VALID' }), { success: true }, noNumber],
      ['no number', json(201, { id: { $ne: 1 } }), { success: true }, noNumber],
      ['a reason without end', json(422, { message: '账'.repeat(60_000) }), { success: false }, { status: 'INVALID' }],
      ['signs that no text has', json(422, { message: 'a\0b\ud800c' }), { success: false }, { status: 'INVALID' }],
      [
        'what is no text',
        (response) => response.writeHead(422).end(Buffer.from([0, 255, 254, 0, 0xed, 0xa0, 0x80])),
        { success: false },
        { status: 'INVALID' },
      ],
      ['what is nested without end', json(422, '['.repeat(90_000) + ']'.repeat(90_000)), { success: false }, { status: 'INVALID' }],
      ['what would be long laid out', json(422, '['.repeat(6_000) + ']'.repeat(6_000)), { success: false }, { status: 'INVALID' }],
      [
        'a prototype',
        json(422, '{"__proto__":{"message":"x"},"constructor":{"prototype":{"y":1}}}'),
        { success: false },
        { status: 'INVALID' },
      ],
    ])('that answers %s is noted and asked once', async (_what, answers, logged, settled) => {
      const { log, read } = await ask(answers)
      expect(log).toMatchObject(logged)
      await expect.poll(read).toMatchObject(settled)
      expect(asked).toBe(1)
    })

    it('that says an account back shows it to nobody, however it writes it', async () => {
      const accountNo = 'HK-024-123456-838'
      const { log, read } = await ask(
        json(422, { message: `account ${accountNo} (024123456838) is closed`, errors: [{ detail: `no ${accountNo}` }] }),
        accountNo,
      )
      expect(JSON.stringify(log)).not.toContain('123456')
      await expect.poll(read).toMatchObject({ status: 'INVALID' })
    })
  },
  { settings },
)
