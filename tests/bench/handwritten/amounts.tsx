import { Form } from 'antd'
import Big from 'big.js'
import type { OrderDetail, OrderItem } from './orders'

type Values = Partial<OrderDetail>

export function amountOf({ qty, price }: Partial<OrderItem>): Big {
  return Big(qty || 0)
    .times(price || 0)
    .round(2)
}

export function goodsAmountOf({ items = [] }: Values): Big {
  return items.reduce((sum, item) => sum.plus(amountOf(item ?? {})), Big(0))
}

function discountOf(values: Values): Big {
  return goodsAmountOf(values)
    .times(values.discountRate || 0)
    .round(2)
}

function totalOf(values: Values): Big {
  return goodsAmountOf(values)
    .minus(discountOf(values))
    .plus(values.freight || 0)
    .plus(values.insurance || 0)
}

function depositOf(values: Values): Big {
  return totalOf(values)
    .times(values.depositRate || 0)
    .round(2)
}

const money = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export function formatAmount(amount: string): string {
  return money.format(amount as Intl.StringNumericLiteral)
}

/** Renders only when its own amount has changed. */
function Amount({ id, of }: { id: string; of: (values: Values) => Big }) {
  const amount = Form.useWatch((values: Values) => of(values).toFixed(2))
  return <output id={id}>{formatAmount(amount ?? '0')}</output>
}

export const GoodsAmount = () => <Amount id="goodsAmount" of={goodsAmountOf} />
export const DiscountAmount = () => <Amount id="discountAmount" of={discountOf} />
export const TotalAmount = () => <Amount id="totalAmount" of={totalOf} />
export const DepositAmount = () => <Amount id="depositAmount" of={depositOf} />
