import { expect, it } from 'vitest'
import { refuseUnexplainedChange, relativeChange } from './priceChange'

it('is told as a part of the price before', () => {
  expect(relativeChange('101.6400', '115.5000')).toBe('-0.12')
  expect(relativeChange('150.0000', '120.0000')).toBe('0.25')
})

it('priceStatus.submit a change of more than 30 % up or down is refused with its figures, unless the remark says why', () => {
  expect(refuseUnexplainedChange('130.0040', '100.0000', null)).toBeUndefined()
  expect(refuseUnexplainedChange('130.0100', '100.0000', null)).toMatchObject({
    code: 'price.unexplained-change',
    params: { price: '130.0100', previous: '100.0000', change: '30.01%' },
  })
  expect(refuseUnexplainedChange('69.9900', '100.0000', '  ')).toMatchObject({ params: { change: '-30.01%' } })
  expect(refuseUnexplainedChange('70.0000', '100.0000', '')).toBeUndefined()
  expect(refuseUnexplainedChange('69.9900', '100.0000', '产区减产')).toBeUndefined()
})

it('the first price of goods changes nothing', () => {
  expect(refuseUnexplainedChange('1.0000', undefined, null)).toBeUndefined()
  expect(refuseUnexplainedChange('1.0000', '0.0000', null)).toBeUndefined()
})
