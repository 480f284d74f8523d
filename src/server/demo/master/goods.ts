import { insertRows } from '../../seed/insertRows'
import type { DemoGoods, World } from '../world'

interface DemoCategory {
  code: string
  name: string
  unit: string
  /** Days; categories with one are managed by shelf life. */
  shelfLife?: number
  hs: string
}

/** Children have their parent's code in front, two digits a level. */
const categories: DemoCategory[] = [
  { code: '01', name: '食品饮料', unit: '箱', shelfLife: 365, hs: '19' },
  { code: '0101', name: '乳制品', unit: '箱', shelfLife: 365, hs: '19' },
  { code: '010101', name: '婴配奶粉', unit: '箱', shelfLife: 365, hs: '1901' },
  { code: '010102', name: '成人奶粉', unit: '箱', shelfLife: 540, hs: '0402' },
  { code: '0102', name: '酒类', unit: '箱', shelfLife: 3650, hs: '22' },
  { code: '010201', name: '葡萄酒', unit: '箱', shelfLife: 3650, hs: '2204' },
  { code: '0103', name: '冻品', unit: '吨', shelfLife: 730, hs: '02' },
  { code: '010301', name: '冷冻牛肉', unit: '吨', shelfLife: 730, hs: '0202' },
  { code: '02', name: '化妆品', unit: '箱', shelfLife: 1095, hs: '33' },
  { code: '0201', name: '护肤品', unit: '箱', shelfLife: 1095, hs: '3304' },
  { code: '0202', name: '彩妆', unit: '箱', shelfLife: 1095, hs: '3304' },
  { code: '03', name: '有色金属', unit: '吨', hs: '74' },
  { code: '0301', name: '电解铜', unit: '吨', hs: '7403' },
  { code: '0302', name: '铝锭', unit: '吨', hs: '7601' },
  { code: '0303', name: '锌锭', unit: '吨', hs: '7901' },
  { code: '04', name: '化工原料', unit: '吨', hs: '39' },
  { code: '0401', name: '聚乙烯', unit: '吨', hs: '3901' },
  { code: '0402', name: '聚丙烯', unit: '吨', hs: '3902' },
  { code: '0403', name: '天然橡胶', unit: '吨', hs: '4001' },
  { code: '05', name: '浆纸', unit: '吨', hs: '47' },
  { code: '0501', name: '纸浆', unit: '吨', hs: '4703' },
  { code: '0502', name: '文化纸', unit: '吨', hs: '4802' },
  { code: '06', name: '家用电器', unit: '台', hs: '84' },
  { code: '0601', name: '大家电', unit: '台', hs: '8418' },
]

interface Assortment {
  category: string
  /** Names and the price in yuan; each is sold in every spec, at this share of the price in per cent. */
  kinds: [name: string, price: number][]
  specs: [spec: string, percent: number][]
  hs: string
  origin: string
}

/** 80 goods (domain 70, G.2). */
const assortments: Assortment[] = [
  {
    category: '010101',
    kinds: [
      ['金装婴配奶粉1段', 120],
      ['金装婴配奶粉2段', 116],
      ['金装婴配奶粉3段', 112],
    ],
    specs: [
      ['400g×6 盒', 100],
      ['900g×6 罐', 210],
    ],
    hs: '19011010',
    origin: '新西兰',
  },
  {
    category: '010102',
    kinds: [
      ['全脂成人奶粉', 88],
      ['高钙中老年奶粉', 96],
    ],
    specs: [
      ['400g×12 袋', 100],
      ['800g×6 罐', 105],
    ],
    hs: '04022100',
    origin: '新西兰',
  },
  {
    category: '010201',
    kinds: [
      ['赤霞珠干红', 360],
      ['梅洛干红', 320],
      ['西拉干红', 340],
      ['霞多丽干白', 300],
      ['起泡酒', 420],
    ],
    specs: [
      ['750ml×6 瓶', 100],
      ['750ml×12 瓶', 195],
    ],
    hs: '22042100',
    origin: '法国',
  },
  {
    category: '010301',
    kinds: [
      ['西冷', 42_000],
      ['眼肉', 48_000],
      ['牛腩', 36_000],
      ['牛腱', 38_000],
    ],
    specs: [
      ['谷饲 100 天', 100],
      ['草饲', 88],
    ],
    hs: '02023000',
    origin: '澳大利亚',
  },
  {
    category: '0201',
    kinds: [
      ['保湿面霜', 1_200],
      ['修护精华', 2_400],
      ['氨基酸洁面', 480],
      ['防晒乳', 900],
    ],
    specs: [
      ['50ml×24 支', 100],
      ['100ml×12 支', 92],
    ],
    hs: '33049900',
    origin: '中国',
  },
  {
    category: '0202',
    kinds: [
      ['唇釉', 1_500],
      ['粉底液', 1_800],
      ['眼影盘', 2_100],
    ],
    specs: [
      ['24 支装', 100],
      ['48 支装', 190],
    ],
    hs: '33041000',
    origin: '中国',
  },
  {
    category: '0301',
    kinds: [
      ['1#电解铜', 71_000],
      ['A级电解铜', 71_600],
      ['标准阴极铜', 70_400],
    ],
    specs: [['Cu≥99.95%', 100]],
    hs: '74031100',
    origin: '中国',
  },
  {
    category: '0302',
    kinds: [
      ['重熔用铝锭', 20_600],
      ['铝合金锭', 21_300],
      ['高纯铝锭', 23_800],
    ],
    specs: [['Al99.70', 100]],
    hs: '76011090',
    origin: '中国',
  },
  {
    category: '0303',
    kinds: [
      ['0#锌锭', 22_400],
      ['1#锌锭', 22_100],
    ],
    specs: [['Zn99.995', 100]],
    hs: '79011190',
    origin: '中国',
  },
  {
    category: '0401',
    kinds: [
      ['线型低密度聚乙烯', 8_200],
      ['低密度聚乙烯', 9_400],
      ['高密度聚乙烯', 8_600],
      ['茂金属聚乙烯', 10_800],
      ['聚乙烯管材料', 8_900],
    ],
    specs: [['25kg/袋', 100]],
    hs: '39012000',
    origin: '沙特阿拉伯',
  },
  {
    category: '0402',
    kinds: [
      ['均聚聚丙烯', 7_600],
      ['共聚聚丙烯', 8_000],
      ['聚丙烯纤维料', 7_800],
    ],
    specs: [['25kg/袋', 100]],
    hs: '39021000',
    origin: '中国',
  },
  {
    category: '0403',
    kinds: [
      ['天然橡胶 STR20', 14_600],
      ['天然橡胶 SCRWF', 14_900],
      ['烟片胶 RSS3', 17_800],
      ['浓缩乳胶', 12_400],
    ],
    specs: [['35kg/块', 100]],
    hs: '40012200',
    origin: '泰国',
  },
  {
    category: '0501',
    kinds: [
      ['漂白针叶浆', 6_100],
      ['漂白阔叶浆', 4_900],
      ['本色浆', 5_400],
      ['化机浆', 4_200],
    ],
    specs: [['风干 90%', 100]],
    hs: '47032100',
    origin: '加拿大',
  },
  {
    category: '0502',
    kinds: [
      ['双胶纸', 5_800],
      ['铜版纸', 6_000],
    ],
    specs: [['70g 卷筒', 100]],
    hs: '48025500',
    origin: '中国',
  },
  {
    category: '0601',
    kinds: [
      ['对开门冰箱', 4_200],
      ['十字门冰箱', 4_800],
      ['滚筒洗衣机', 3_100],
      ['洗烘一体机', 4_600],
      ['变频空调', 2_900],
      ['立式冷柜', 2_200],
    ],
    specs: [
      ['标准款', 100],
      ['旗舰款', 135],
    ],
    hs: '84182120',
    origin: '中国',
  },
]

/** All goods by the name that stories use: `<name> <spec>`. */
const catalogue = new Map<string, { assortment: Assortment; name: string; spec: string; yuan: number }>(
  assortments.flatMap((assortment) =>
    assortment.kinds.flatMap(([name, yuan]) =>
      assortment.specs.map(
        ([spec, percent]) => [`${name} ${spec}`, { assortment, name, spec, yuan: Math.round((yuan * percent) / 100) }] as const,
      ),
    ),
  ),
)

/** What goods usually cost, in whole yuan. @throws RangeError for goods that there are not */
export function usualPrice(name: string): number {
  const goods = catalogue.get(name)
  if (!goods) throw new RangeError(`there are no goods ${name}`)
  return goods.yuan
}

export async function makeCategories(world: World): Promise<void> {
  const desk = await world.office.as('op01')
  for (const level of [1, 2, 3]) {
    const ofLevel = categories.filter(({ code }) => code.length === level * 2)
    const rows = ofLevel.map(({ code, name, unit, shelfLife, hs }) => ({
      values: {
        categoryCode: code,
        categoryName: name,
        parentId: level === 1 ? null : world.names.id('category', code.slice(0, -2)),
        level,
        baseUnit: unit,
        shelfLifeManaged: shelfLife !== undefined,
        defaultVatRate: '0.1300',
        hsChapter: hs,
        seq: categories.findIndex((category) => category.code === code) + 1,
      },
    }))
    const ids = await desk.write((context) => insertRows(context, 'category', rows))
    ofLevel.forEach(({ code }, index) => world.names.remember('category', code, ids[index] ?? ''))
  }
}

/** Answers the goods by the name that stories use. */
export async function makeGoods(world: World): Promise<Map<string, DemoGoods>> {
  const rows = [...catalogue.values()].map(({ assortment, name, spec }, index) => {
    const category = categories.find(({ code }) => code === assortment.category)
    return {
      values: {
        goodsName: name,
        brand: category?.shelfLife === undefined ? '演示材料' : '演示优选',
        spec,
        categoryId: world.names.id('category', assortment.category),
        shelfLifeManaged: category?.shelfLife !== undefined,
        unit: category?.unit,
        barcode: `6900000${String(index + 1).padStart(6, '0')}`,
        hsCode: assortment.hs,
        originCountry: assortment.origin,
        grossWeightKg: `${(index % 20) + 1}.5000`,
        netWeightKg: `${(index % 20) + 1}.0000`,
        volumeM3: `0.0${(index % 9) + 1}00`,
        shelfLifeDays: category?.shelfLife ?? null,
        dutyRate: assortment.origin === '中国' ? '0.0000' : '0.1000',
        consumptionTaxRate: assortment.category === '010201' ? '0.1000' : '0.0000',
        vatRate: '0.1300',
        pledgeable: assortment.category !== '0502',
        storageCondition: assortment.category === '010301' ? '-18℃ 冷冻' : '常温干燥',
      },
    }
  })
  const desk = await world.office.as('op01')
  const ids = await desk.write((context) => insertRows(context, 'goods', rows))
  return new Map(
    rows.map(({ values: { goodsName, spec, unit, categoryId, shelfLifeDays } }, index) => {
      const snapshot = { goodsNo: `SP${String(index + 1).padStart(6, '0')}`, goodsName, spec, unit: unit ?? '' }
      return [`${goodsName} ${spec}`, { id: ids[index] ?? '', categoryId, shelfLifeDays, snapshot }]
    }),
  )
}

/** Some of both are out of use. */
export function planDisabledGoods({ diary, office, names, goods }: World): void {
  diary.at('2026-07-15', '09:30', 'paper is no longer financed', async () => {
    const desk = await office.as('op01')
    for (const name of ['双胶纸 70g 卷筒', '铜版纸 70g 卷筒']) await desk.act('base/goodsinf', goods.get(name)?.id ?? '', 'disable')
    await desk.act('base/category', names.id('category', '0502'), 'disable')
  })
}
