import type { NewWarnRule } from '../../generated/warnRule'
import { standards, type WarnType } from '../../../rules/warning'
import { insertRows } from '../../seed/insertRows'
import type { World } from '../world'

type Rule = Pick<NewWarnRule, 'ruleName' | 'valueUnit'> & {
  warnType: WarnType
  category?: string
  borrower?: string
  levels?: [string | null, string, string | null]
  tells: string[]
  status?: 'DISABLED'
}

/** 20 (domain 70, G.2): of every type whose documents there are, and several for how long goods keep. */
const rules: Rule[] = [
  { ruleName: '质押率', warnType: 'PLEDGE', valueUnit: 'RATIO', levels: ['0.8000', '0.8500', '0.9000'], tells: ['RK', 'BM'] },
  { ruleName: '跌价', warnType: 'PRICE_DROP', valueUnit: 'RATIO', tells: ['RK'] },
  {
    ruleName: '有色金属跌价',
    warnType: 'PRICE_DROP',
    valueUnit: 'RATIO',
    category: '03',
    levels: ['0.0500', '0.0800', '0.1500'],
    tells: ['RK', 'BM'],
  },
  {
    ruleName: '橡胶跌价',
    warnType: 'PRICE_DROP',
    valueUnit: 'RATIO',
    category: '04',
    levels: ['0.0600', '0.1000', '0.1500'],
    tells: ['RK'],
  },
  { ruleName: '控货线', warnType: 'CONTROL_LINE', valueUnit: 'RATIO', tells: ['RK', 'OP'] },
  { ruleName: '临期', warnType: 'INNER_VALIDITY', valueUnit: 'RATIO', tells: ['OP'] },
  {
    ruleName: '葡萄酒临期',
    warnType: 'INNER_VALIDITY',
    valueUnit: 'RATIO',
    category: '0102',
    levels: ['0.5000', '0.3333', '0.2500'],
    tells: ['OP', 'RK'],
  },
  {
    ruleName: '冷冻牛肉临期',
    warnType: 'INNER_VALIDITY',
    valueUnit: 'RATIO',
    category: '0103',
    levels: ['0.4000', '0.3000', '0.2000'],
    tells: ['OP'],
  },
  { ruleName: '化妆品临期', warnType: 'INNER_VALIDITY', valueUnit: 'RATIO', category: '02', tells: ['OP'], status: 'DISABLED' },
  { ruleName: '效期外', warnType: 'OUTER_VALIDITY', valueUnit: 'DAYS', levels: ['0.0000', '-30.0000', '-90.0000'], tells: ['OP', 'RK'] },
  {
    ruleName: '葡萄酒允收期',
    warnType: 'OUTER_VALIDITY',
    valueUnit: 'DAYS',
    category: '0102',
    levels: ['30.0000', '0.0000', '-30.0000'],
    tells: ['OP', 'RK'],
  },
  { ruleName: '到期提醒', warnType: 'DUE_SOON', valueUnit: 'DAYS', tells: ['OP', 'FN'] },
  { ruleName: '逾期', warnType: 'OVERDUE', valueUnit: 'DAYS', tells: ['BM', 'RK'] },
  { ruleName: '到货超期', warnType: 'STOCKIN_DELAY', valueUnit: 'DAYS', tells: ['OP'] },
  { ruleName: '收货差异', warnType: 'STOCKIN_DIFF', valueUnit: 'RATIO', tells: ['OP'] },
  { ruleName: '库龄', warnType: 'STOCK_AGE', valueUnit: 'DAYS', tells: ['OP'] },
  {
    ruleName: '化妆品库龄',
    warnType: 'STOCK_AGE',
    valueUnit: 'DAYS',
    category: '02',
    levels: ['60.0000', '120.0000', '240.0000'],
    tells: ['OP'],
  },
  {
    ruleName: '家电库龄',
    warnType: 'STOCK_AGE',
    valueUnit: 'DAYS',
    category: '06',
    levels: ['90.0000', '150.0000', '300.0000'],
    tells: ['OP'],
  },
  { ruleName: '登记与保险到期', warnType: 'REGISTRATION_EXPIRE', valueUnit: 'DAYS', tells: ['OP', 'RK'] },
  {
    ruleName: '美妆客户到期提醒',
    warnType: 'DUE_SOON',
    valueUnit: 'DAYS',
    borrower: '演示美妆',
    levels: ['60.0000', '30.0000', '15.0000'],
    tells: ['OP'],
  },
]

/** Each as the standard has it, unless it says otherwise. */
export async function makeWarnRules({ office, names }: World): Promise<void> {
  await office.system.write(async (context) => {
    const roles = new Map((await context.tools.find('role', {})).map((role) => [String(role['roleCode']), role.id]))
    const values = rules.map(({ category, borrower, levels, tells, status = 'ENABLED' as const, ...rule }) => {
      const [level1Value, level2Value, level3Value] = levels ?? standards[rule.warnType].levels
      return {
        values: {
          ...rule,
          level1Value,
          level2Value: level2Value ?? '0',
          level3Value,
          compareOp: standards[rule.warnType].op,
          effectiveDate: '2026-01-01',
          autoCreateFill: rule.warnType === 'PLEDGE' || rule.warnType === 'CONTROL_LINE',
          notifyRoleIds: tells.flatMap((code) => roles.get(code) ?? []),
          ...(category === undefined ? {} : { categoryId: names.id('category', category) }),
          ...(borrower === undefined ? {} : { borrowerId: names.id('enterprise', borrower) }),
          status,
        },
      }
    })
    await insertRows(context, 'warnRule', values)
  })
}
