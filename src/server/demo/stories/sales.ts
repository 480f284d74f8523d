import { planInvoice, planSale } from '../flows/sale'
import type { World } from '../world'

/** S23, as far as there are screens: orders and their invoices in every state, partly invoiced, reversed, on paper. */
export function planSales(world: World): void {
  const east = { department: 'EAST', warehouse: '演示一号仓' } as const
  const south = { department: 'SOUTH', warehouse: '演示三号仓' } as const
  const firstStage = '金装婴配奶粉1段 400g×6 盒'
  const secondStage = '金装婴配奶粉2段 400g×6 盒'
  const fridge = '对开门冰箱 标准款'
  const washer = '滚筒洗衣机 标准款'
  const wine = '赤霞珠干红 750ml×6 瓶'

  const milk = planSale(world, {
    ...east,
    customer: '演示商超',
    borrower: '演示乳品',
    day: '2026-04-20',
    goods: [
      { goods: firstStage, qty: '1200', price: '152.5500' },
      { goods: secondStage, qty: '800', price: '146.9000' },
    ],
    remark: '按月配送至华东区域仓',
  })
  planInvoice(world, { of: milk, day: '2026-04-28', percent: 50, remark: '首批 50%' })
  planInvoice(world, { of: milk, day: '2026-05-25', remark: '尾批' })

  const wines = planSale(world, {
    ...east,
    warehouse: '演示二号仓',
    customer: '演示连锁',
    borrower: '演示酒业',
    day: '2026-05-18',
    goods: [
      { goods: wine, qty: '300' },
      { goods: '梅洛干红 750ml×6 瓶', qty: '240' },
    ],
  })
  planInvoice(world, { of: wines, day: '2026-05-27', until: 'RED' })
  planInvoice(world, { of: wines, day: '2026-06-10', kind: 'DIGI_NORMAL' })

  const fridges = planSale(world, {
    ...south,
    customer: '演示电商',
    borrower: '演示家电',
    day: '2026-06-29',
    goods: [
      { goods: fridge, qty: '120' },
      { goods: washer, qty: '80' },
    ],
  })
  planInvoice(world, {
    of: fridges,
    day: '2026-07-08',
    percent: 40,
    kind: 'PAPER_SPECIAL',
    paper: { code: '3100263130', number: '10002601' },
  })
  planInvoice(world, { of: fridges, day: '2026-09-16', until: 'VOID' })

  const copper = planSale(world, {
    ...east,
    warehouse: '演示二号仓',
    customer: '演示制造',
    borrower: '演示有色',
    day: '2026-08-17',
    goods: [{ goods: '1#电解铜 Cu≥99.95%', qty: '20' }],
  })
  planInvoice(world, { of: copper, day: '2026-08-26' })

  const adults = planSale(world, {
    ...east,
    customer: '演示餐饮供应链',
    day: '2026-10-19',
    goods: [{ goods: '全脂成人奶粉 400g×12 袋', qty: '500', price: '199.9980' }],
  })
  planInvoice(world, { of: adults, day: '2026-10-28', percent: 30, kind: 'DIGI_NORMAL' })
  planInvoice(world, { of: adults, day: '2026-11-16', percent: 50, until: 'REJECTED' })

  const creams = planSale(world, {
    ...east,
    customer: '演示连锁',
    borrower: '演示美妆',
    day: '2026-11-02',
    goods: [
      { goods: '保湿面霜 50ml×24 支', qty: '60' },
      { goods: '修护精华 50ml×24 支', qty: '40' },
    ],
  })
  planInvoice(world, { of: creams, day: '2026-11-18', until: 'APPROVED' })

  const laterMilk = planSale(world, {
    ...east,
    customer: '演示商超',
    borrower: '演示乳品',
    day: '2026-11-09',
    goods: [{ goods: firstStage, qty: '600', price: '152.5500' }],
  })
  planInvoice(world, { of: laterMilk, day: '2026-11-19', percent: 50, until: 'AUDITING' })
  planInvoice(world, { of: laterMilk, day: '2026-11-20', percent: 50, until: 'DRAFT' })

  planSale(world, { ...south, customer: '演示电商', day: '2026-07-20', goods: [{ goods: washer, qty: '50' }], until: 'CLOSED' })
  planSale(world, {
    ...east,
    customer: '演示餐饮供应链',
    day: '2026-11-12',
    goods: [{ goods: wine, qty: '90', price: '260.0000' }],
    until: 'REJECTED',
  })
  planSale(world, { ...south, customer: '演示制造', day: '2026-11-18', goods: [{ goods: fridge, qty: '30' }], until: 'AUDITING' })
  planSale(world, { ...east, customer: '演示连锁', day: '2026-11-19', goods: [{ goods: secondStage, qty: '200' }], until: 'AUDITING' })
  planSale(world, { ...east, customer: '演示商超', day: '2026-11-20', goods: [{ goods: firstStage, qty: '400' }], until: 'DRAFT' })
}
