/** Who does business with whom, where, and in what. */
export interface Business {
  borrower: string
  party: string
  department: 'EAST' | 'SOUTH'
  supplier: string
  warehouses: string[]
  goods: string[]
}

export const businesses = {
  dairy: {
    borrower: '演示乳品',
    party: '甲行',
    department: 'EAST',
    supplier: '演示新西兰乳业',
    warehouses: ['演示一号仓', '演示二号仓'],
    goods: ['金装婴配奶粉1段 400g×6 盒', '金装婴配奶粉2段 400g×6 盒', '金装婴配奶粉3段 400g×6 盒', '全脂成人奶粉 400g×12 袋'],
  },
  wine: {
    borrower: '演示酒业',
    party: '丙保理',
    department: 'EAST',
    supplier: '演示法国酒庄',
    warehouses: ['演示二号仓', '演示保税一仓'],
    goods: ['赤霞珠干红 750ml×6 瓶', '梅洛干红 750ml×6 瓶', '霞多丽干白 750ml×6 瓶'],
  },
  beauty: {
    borrower: '演示美妆',
    party: '丙保理',
    department: 'EAST',
    supplier: '演示日化',
    warehouses: ['演示一号仓'],
    goods: ['保湿面霜 50ml×24 支', '修护精华 50ml×24 支', '唇釉 24 支装'],
  },
  metal: {
    borrower: '演示有色',
    party: '乙信托',
    department: 'EAST',
    supplier: '演示冶炼',
    warehouses: ['演示二号仓', '演示保税一仓'],
    goods: ['1#电解铜 Cu≥99.95%', '0#锌锭 Zn99.995'],
  },
  aluminium: {
    borrower: '演示铝业',
    party: '甲行',
    department: 'EAST',
    supplier: '演示冶炼',
    warehouses: ['演示二号仓'],
    goods: ['重熔用铝锭 Al99.70', '铝合金锭 Al99.70'],
  },
  beef: {
    borrower: '演示冷链食品',
    party: '乙信托',
    department: 'SOUTH',
    supplier: '演示澳洲肉业',
    warehouses: ['演示冷库'],
    goods: ['西冷 谷饲 100 天', '眼肉 谷饲 100 天', '牛腩 草饲'],
  },
  plastics: {
    borrower: '演示化工',
    party: '乙信托',
    department: 'SOUTH',
    supplier: '演示石化',
    warehouses: ['演示三号仓'],
    goods: ['线型低密度聚乙烯 25kg/袋', '高密度聚乙烯 25kg/袋', '均聚聚丙烯 25kg/袋'],
  },
  pulp: {
    borrower: '演示浆纸',
    party: '乙信托',
    department: 'SOUTH',
    supplier: '演示石化',
    warehouses: ['演示三号仓'],
    goods: ['漂白针叶浆 风干 90%', '漂白阔叶浆 风干 90%'],
  },
  rubber: {
    borrower: '演示橡胶',
    party: '乙信托',
    department: 'SOUTH',
    supplier: '演示石化',
    warehouses: ['演示三号仓'],
    goods: ['天然橡胶 STR20 35kg/块', '烟片胶 RSS3 35kg/块'],
  },
  appliances: {
    borrower: '演示家电',
    party: '甲行',
    department: 'SOUTH',
    supplier: '演示电器制造',
    warehouses: ['演示三号仓'],
    goods: ['对开门冰箱 标准款', '滚筒洗衣机 标准款', '变频空调 标准款'],
  },
} satisfies Record<string, Business>

export type BusinessName = keyof typeof businesses

export const businessNames = Object.keys(businesses) as BusinessName[]

/** Which demo account of a warehouse company takes goods in; the other warehouses have none. */
const receivers: Record<string, string> = {
  演示一号仓: 'wh01',
  演示二号仓: 'wh01',
  演示保税一仓: 'wh01',
  演示三号仓: 'wh02',
  演示冷库: 'wh02',
}

/** @throws RangeError for a warehouse without an account */
export function receiverOf(warehouse: string): string {
  const account = receivers[warehouse]
  if (account === undefined) throw new RangeError(`nobody takes goods in at ${warehouse}`)
  return account
}
