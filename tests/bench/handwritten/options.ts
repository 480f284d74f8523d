function optionsOf(titles: Record<string, string>): { value: string; label: string }[] {
  return Object.entries(titles).map(([value, label]) => ({ value, label }))
}

export const orderTypes: Record<string, string> = { NORMAL: '普通采购', URGENT: '紧急采购', FRAME: '框架采购', SAMPLE: '样品采购' }
export const regions: Record<string, string> = { EAST: '华东', SOUTH: '华南', NORTH: '华北', WEST: '西部', ABROAD: '海外' }
export const currencies: Record<string, string> = { CNY: '人民币', USD: '美元', EUR: '欧元' }
export const states: Record<string, { title: string; color?: string }> = {
  DRAFT: { title: '草稿' },
  AUDITING: { title: '审批中', color: 'processing' },
  APPROVED: { title: '已批准', color: 'success' },
}

export const orderTypeOptions = optionsOf(orderTypes)
export const regionOptions = optionsOf(regions)
export const currencyOptions = optionsOf(currencies)
export const stateOptions = Object.entries(states).map(([value, { title }]) => ({ value, label: title }))
export const deliveryOptions = optionsOf({ SELF: '自提', SUPPLIER: '供应商送货', AGENT: '第三方物流' })
export const transportOptions = optionsOf({ TRUCK: '公路', RAIL: '铁路', SEA: '海运', AIR: '空运' })
export const payTermOptions = optionsOf({ PREPAID: '预付', ON_DELIVERY: '货到付款', MONTHLY: '月结' })
export const invoiceTypeOptions = optionsOf({ SPECIAL: '专用发票', ORDINARY: '普通发票', NONE: '不开票' })
export const unitOptions = optionsOf({ PIECE: '件', BOX: '箱', TON: '吨', METRE: '米' })
