import type { RefusalCatalogue } from '../../engine/core/refusal'

/**
 * Every business refusal: code → number on the wire (1005xx, but 100500 and 100520, which have meanings of their own) and the text
 * an operator reads; `{name}` is filled with the refusal's figures.
 */
export const refusals = {
  'client.enterprise-not-active': { number: 100501, text: '企业“{enterprise}”不是正常状态的融资客户，不能提交客户档案' },
  'client.not-active': { number: 100502, text: '“{borrower}”没有与该资金方合作中的客户档案' },
  'client.product-not-admitted': { number: 100503, text: '产品“{product}”不在客户的准入产品内' },
  'client.has-obligations': { number: 100504, text: '客户仍有 {count} 笔未结清的融资，不能终止合作' },
  'quota.not-in-force': { number: 100510, text: '授信额度 {quotaNo} 不在生效状态或已到期' },
  'quota.dates': { number: 100511, text: '到期日 {endDate} 早于今日，不能提交' },
  'quota.below-use': { number: 100512, text: '新额度 {amount} 低于已用与预占合计 {inUse}' },
  'quota.temporary-without-date': { number: 100513, text: '临时额度须填写到期日，且不早于今日' },
  'quota.below-lines': { number: 100514, text: '新额度可分配 {limit}，低于已分配的客户额度 {allocated}' },
  'quota.renewal-date': { number: 100515, text: '新到期日须晚于今日 {today}' },
  'customer-line.not-in-force': { number: 100521, text: '客户额度 {lineNo} 不在生效状态或已到期' },
  'customer-line.beyond-quota': { number: 100522, text: '客户额度合计 {allocated} 超过授信可分配上限 {limit}' },
  'customer-line.product-not-covered': { number: 100523, text: '授信额度 {quotaNo} 不适用于该产品' },
  'loan.beyond-goods': { number: 100530, text: '申请金额 {amount} 超过商品可融资合计 {limit}' },
  'loan.beyond-available': { number: 100531, text: '金额 {amount} 超过可用额度 {available}' },
  'loan.below-minimum': { number: 100532, text: '申请金额 {amount} 低于产品单笔最低金额 {limit}' },
  'loan.above-maximum': { number: 100533, text: '申请金额 {amount} 高于产品单笔最高金额 {limit}' },
  'loan.approved-above-applied': { number: 100534, text: '批准金额 {approved} 不能超过申请金额 {applied}' },
  'loan.no-pledge-rate': { number: 100535, text: '商品“{goods}”没有生效的质押率，不能提交' },
  'loan.product-not-active': { number: 100536, text: '产品“{product}”未生效或已失效，不能申请融资' },
  'loan.batch-short': { number: 100537, text: '批次 {batch} 可用数量 {available}，少于所需 {qty}' },
  'loan.stock-in-under-way': { number: 100538, text: '入库单 {stockInNo} 已有收货，不能关闭融资单' },
  'stock-in.warehouse-disabled': { number: 100540, text: '仓库“{warehouse}”已停用，不能下发通知' },
  'stock-in.has-receipts': { number: 100541, text: '已有 {count} 条收货回执，不能{action}' },
  'stock-in.too-much': { number: 100542, text: '第 {line} 行累计收货 {received} 超过应收的 110%（{limit}）' },
  'stock-in.nothing-received': { number: 100543, text: '请至少在一行填写本次收货数量' },
  'stock-in.line-not-received': { number: 100544, text: '第 {line} 行尚未登记实收（没有收到请登记 0）' },
  'stock-in.own-receipt': { number: 100546, text: '入库确认人不能是收货登记人' },
  'stock.not-enough': { number: 100545, text: '批次 {batch} 数量不足：需要 {qty}，现有 {available}' },
  'warehouse.has-stock': { number: 100550, text: '仓库内仍有库存 {onHand}，不能停用' },
  'enterprise.no-licence': { number: 100551, text: '请先上传证照附件再审核' },
  'enterprise.name-mismatch': { number: 100552, text: '输入的企业名称与“{enterprise}”不一致' },
  'enterprise.has-obligations': { number: 100553, text: '企业仍有{what}，不能注销' },
  'enterprise.frozen': { number: 100554, text: '企业“{enterprise}”已冻结或注销，不能新建融资' },
  'currency.base': { number: 100560, text: '本位币不能停用或删除' },
  'dictionary.system-item': { number: 100561, text: '系统内置项不能删除' },
  'user.in-use': { number: 100562, text: '用户已有操作记录，不能删除，请改为停用' },
  'user.self': { number: 100563, text: '不能停用或删除自己的账号' },
  'role.in-use': { number: 100564, text: '仍有 {count} 个用户使用该角色' },
  'department.in-use': { number: 100565, text: '部门仍有{what}，不能删除' },
} satisfies RefusalCatalogue

export type RefusalCode = keyof typeof refusals
