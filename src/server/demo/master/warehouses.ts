import type { World } from '../world'

interface DemoWarehouse {
  code: string
  name: string
  type: string
  operator: string
  department: 'EAST' | 'SOUTH'
  supervision: string
  grade: string
  wms?: string
}

const warehouses: DemoWarehouse[] = [
  {
    code: 'WH0001',
    name: '演示一号仓',
    type: 'normal',
    operator: '演示仓储一',
    department: 'EAST',
    supervision: 'DYNAMIC',
    grade: 'A',
    wms: 'W001',
  },
  { code: 'WH0002', name: '演示二号仓', type: 'normal', operator: '演示仓储一', department: 'EAST', supervision: 'STATIC', grade: 'A' },
  {
    code: 'WH0003',
    name: '演示三号仓',
    type: 'normal',
    operator: '演示仓储二',
    department: 'SOUTH',
    supervision: 'DYNAMIC',
    grade: 'A',
    wms: 'W003',
  },
  { code: 'WH0004', name: '演示冷库', type: 'normal', operator: '演示仓储二', department: 'SOUTH', supervision: 'DYNAMIC', grade: 'B' },
  { code: 'WH0005', name: '演示保税一仓', type: 'bonded', operator: '演示仓储一', department: 'EAST', supervision: 'STATIC', grade: 'A' },
  {
    code: 'WH0006',
    name: '演示保税二仓',
    type: 'bonded',
    operator: '演示保税仓储',
    department: 'SOUTH',
    supervision: 'DYNAMIC',
    grade: 'B',
  },
  {
    code: 'WH0007',
    name: '演示海外仓',
    type: 'overseas',
    operator: '演示海外仓储',
    department: 'SOUTH',
    supervision: 'STATIC',
    grade: 'C',
  },
  { code: 'WH0008', name: '演示虚拟仓', type: 'virtual', operator: '演示监管', department: 'EAST', supervision: 'DYNAMIC', grade: 'A' },
]

const screen = 'base/warehouse'

export async function makeWarehouses({ office, names }: World): Promise<void> {
  for (const [index, warehouse] of warehouses.entries()) {
    const abroad = warehouse.type === 'overseas'
    const operator = await office.as(warehouse.department === 'EAST' ? 'op01' : 'op02')
    const { id } = await operator.add(screen, {
      warehouseCode: warehouse.code,
      warehouseName: warehouse.name,
      warehouseType: warehouse.type,
      operatorId: names.id('enterprise', warehouse.operator),
      departmentId: names.id('department', warehouse.department),
      supervisionMode: warehouse.supervision,
      warehouseGrade: warehouse.grade,
      country: abroad ? '德国' : '中国',
      region: abroad ? '汉堡' : warehouse.department === 'EAST' ? '上海市' : '广东省广州市',
      address: `演示仓储大道 ${index + 1} 号`,
      area: `${8 + index}000.0000`,
      capacity: `${5 + index}000.0000`,
      managerName: `仓管负责人${index + 1}`,
      managerMobile: `1000002${String(index + 1).padStart(4, '0')}`,
      wmsEnabled: warehouse.wms !== undefined,
      wmsCode: warehouse.wms,
      // 0.05 yuan a day after 7 free ones: the fee of the worked example E-15.
      storageFeeRate: '0.0500',
      freeDays: 7,
      insuranceExpireDate: '2027-06-30',
      leaseExpireDate: '2028-12-31',
    })
    names.remember('warehouse', warehouse.name, id)
  }
}

/** One goes out of use at the end, empty. */
export function planDisabledWarehouse({ diary, office, names }: World): void {
  diary.at('2026-11-05', '10:00', 'a warehouse goes out of use', async () => {
    await (await office.as('op02')).act(screen, names.id('warehouse', '演示海外仓'), 'disable')
  })
}
