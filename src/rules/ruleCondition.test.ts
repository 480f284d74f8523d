import { describe, expect, it } from 'vitest'
import { readCondition } from './ruleCondition'

const codes = ['A', 'B', 'C']

describe('a condition of a pledge rule', () => {
  it('compares numbers with numbers, of a range the lower one first', () => {
    const age = { ruleCondition: 'STOCK_AGE', compareOp: 'GT', conditionValue: ' 90 ' } as const
    expect(readCondition(age, [])).toEqual({ conditionValue: '90', conditionValue2: null })
    expect(readCondition({ ...age, conditionValue: '九十' }, [])).toEqual({ field: 'conditionValue', problem: '条件值“九十”不是数字' })
    const range = { ...age, compareOp: 'BETWEEN', conditionValue: '30', conditionValue2: '90' } as const
    expect(readCondition(range, [])).toEqual({ conditionValue: '30', conditionValue2: '90' })
    expect(readCondition({ ...range, conditionValue2: '30' }, [])).toMatchObject({ field: 'conditionValue2' })
    expect(readCondition({ ...range, conditionValue2: 'x' }, [])).toMatchObject({ field: 'conditionValue2' })
  })

  it('compares codes with known ones, which may be written in any way', () => {
    const grade = { ruleCondition: 'WAREHOUSE_GRADE', compareOp: 'IN', conditionValue: 'A， B,' } as const
    expect(readCondition(grade, codes)).toEqual({ conditionValue: 'A,B', conditionValue2: null })
    expect(readCondition({ ...grade, conditionValue: 'A,D' }, codes)).toEqual({
      field: 'conditionValue',
      problem: '条件值“D”不是可用的代码：A、B、C',
    })
    expect(readCondition({ ...grade, conditionValue: ',' }, codes)).toMatchObject({ field: 'conditionValue' })
    expect(readCondition({ ...grade, compareOp: 'EQ', conditionValue: 'A,B' }, codes)).toEqual({
      field: 'compareOp',
      problem: '“等于”只能比较一个条件值，有多个时请用“属于”',
    })
    expect(readCondition({ ...grade, compareOp: 'EQ', conditionValue: 'A' }, codes)).toMatchObject({ conditionValue: 'A' })
    expect(readCondition({ ...grade, compareOp: 'GT', conditionValue: 'A' }, codes)).toMatchObject({ field: 'compareOp' })
  })

  it('forgets an upper bound that it does not compare with', () => {
    const shelf = { ruleCondition: 'REMAIN_SHELF_RATIO', compareOp: 'LT', conditionValue: '0.5', conditionValue2: '0.7' } as const
    expect(readCondition(shelf, [])).toEqual({ conditionValue: '0.5', conditionValue2: null })
  })
})
