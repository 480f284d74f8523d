import { addDays } from '../../../../engine/core/dateTime'
import { compareDecimals, type Decimal } from '../../../../engine/core/decimal'
import type { NewPledgeBatches, Pledge } from '../../generated/pledge'
import { workdayFrom } from '../calendar'
import { operatorOf } from '../master/clients'
import type { Press } from '../office'
import type { World } from '../world'
import { businesses, receiverOf, type BusinessName } from './business'
import type { LoanHandle } from './loan'

/** REFUSED: the warehouse does not take the notice, so that the pledge is rejected. */
export type PledgeEnd = 'DRAFT' | 'AUDITING' | 'REJECTED' | 'NOTIFIED' | 'REFUSED' | 'EFFECTIVE' | 'CANCELLED'

export interface Pledging {
  business: BusinessName
  warehouse: string
  loan: LoanHandle
  day: string
  /** The draft that the goods' stock-in has made is taken on; otherwise one is made of what the loan has frozen. */
  drafted?: true
  /** Where it stays; EFFECTIVE when left out. */
  until?: PledgeEnd
  /** It is sent back once before it is approved. */
  sentBack?: true
  /** Its registration at 中登, which is done on the next day. */
  registered?: true
}

const pledges = 'bet/collateralmgr'
const notices = 'bet/inventoryPledgeNotification'

interface Offered extends Pick<NewPledgeBatches, 'stockBatchId'> {
  frozenQty: Decimal
}

/** A pledge from the draft to the receipt of the warehouse, on one day by its operator, the risk officer and the keeper. */
export function planPledge(world: World, pledging: Pledging): void {
  const { diary, office } = world
  const { business, warehouse, loan, day } = pledging
  const { borrower, department } = businesses[business]
  const until = pledging.until ?? 'EFFECTIVE'
  const operator = operatorOf(department)
  let current: Pledge | undefined
  const record = (): Pledge => {
    if (!current) throw new RangeError('there is no such pledge yet')
    return current
  }
  const act: Press<typeof pledges> = async (userName, action, ...form) => {
    current = await (await office.as(userName)).act(pledges, record().id, action, ...form)
  }

  diary.at(day, '14:50', `pledge of ${borrower}`, async () => {
    current = await (pledging.drafted ? draftOf(world, operator, loan) : addPledge(world, operator, loan))
    if (until !== 'DRAFT') await act(operator, 'submit')
  })
  if (until === 'DRAFT' || until === 'AUDITING') return
  diary.at(day, '15:30', `answer to the pledge of ${borrower}`, async () => {
    if (until === 'REJECTED' || pledging.sentBack) await act('rk01', 'reject', { opinion: '请核对批次效期后重新提交' })
    if (until === 'REJECTED') return
    if (pledging.sentBack) await act(operator, 'submit')
    await act('rk01', 'approve', { opinion: '同意质押' })
  })
  if (until === 'REJECTED' || until === 'NOTIFIED') return
  if (until === 'CANCELLED')
    return diary.at(day, '16:00', `cancelling the pledge of ${borrower}`, () =>
      act('rk01', 'cancel', { opinion: '货物另行安排，取消质押' }),
    )
  diary.at(day, '16:20', `the warehouse on the pledge of ${borrower}`, async () => {
    const keeper = await office.as(receiverOf(warehouse))
    const { noticeId, totalQty, pledgeNo } = record()
    if (until === 'REFUSED') await keeper.act(notices, noticeId ?? '', 'refuse', { opinion: '货位未腾空，暂不能按数监管' })
    else {
      const file = await keeper.upload(`${pledgeNo}-回执.txt`, Buffer.from(`${pledgeNo} 质押监管回执\n数量 ${totalQty}\n`))
      await keeper.act(notices, noticeId ?? '', 'receipt', {
        receiptPersonName: keeper.user.name,
        receiptQty: totalQty,
        receiptFiles: [file],
      })
    }
  })
  if (until !== 'EFFECTIVE' || !pledging.registered) return
  diary.at(workdayFrom(addDays(day, 1)), '10:10', `registration of the pledge of ${borrower}`, () =>
    act(operator, 'register', { registrationNo: `0${record().id.padStart(19, '2')}`, registrationExpireDate: addDays(day, 365) }),
  )
}

/** What the loan has frozen, all of it. */
async function addPledge({ office }: World, operator: string, loan: LoanHandle): Promise<Pledge> {
  const desk = await office.as(operator)
  const { id: loanId, warehouseId, borrowerId, departmentId, fundingPartyId } = loan.record()
  const { batches } = (await desk.ask('batchesToPledge', { query: { loanId, warehouseId } })) as { batches: Offered[] }
  return desk.add(pledges, {
    loanId,
    warehouseId,
    borrowerId,
    departmentId,
    fundingPartyId,
    batches: batches.flatMap(({ stockBatchId, frozenQty }) =>
      compareDecimals(frozenQty, '0') > 0 ? [{ stockBatchId, pledgedQty: frozenQty }] : [],
    ),
  })
}

async function draftOf({ office }: World, operator: string, loan: LoanHandle): Promise<Pledge> {
  const desk = await office.as(operator)
  const [draft] = await desk.work((tools) => tools.find('pledge', { loanId: loan.record().id, status: 'DRAFT' }))
  if (!draft) throw new RangeError('the stock-in has drafted no pledge')
  return desk.read('pledge', draft.id)
}
