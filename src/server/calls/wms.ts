import type { OutOrder } from '../generated/outOrder'
import type { StockIn } from '../generated/stockIn'
import type { Warehouse } from '../generated/warehouse'
import type { OutsideCall } from './call'

/** Tells a warehouse's system of goods to come (domain 40, stockInStatus.submit). */
export function noticeCall(stockIn: StockIn, entryNo: string, { wmsCode }: Pick<Warehouse, 'wmsCode'>): OutsideCall {
  const { stockInNo, stockInType, expectedDate, billOfLadingNo, containerNo, supplierName, goods, version } = stockIn
  return {
    ...ofNotice(entryNo, version),
    interfaceName: '入库通知',
    path: '/inbound/notices',
    body: JSON.stringify({
      entryNo,
      stockInNo,
      stockInType,
      warehouseCode: wmsCode,
      expectedDate,
      billOfLadingNo,
      containerNo,
      supplierName,
      version,
      lines: goods.map(({ id, goodsNo, goodsName, spec, unit, expectedQty, batchNo, productionDate, expiryDate }) => ({
        lineId: id,
        goodsNo,
        goodsName,
        spec,
        unit,
        qty: expectedQty,
        batchNo,
        productionDate,
        expiryDate,
      })),
    }),
  }
}

/** Takes the notice back. */
export function noticeCancelCall(entryNo: string, version: number, { wmsCode }: Pick<Warehouse, 'wmsCode'>, reason: string): OutsideCall {
  return {
    ...ofNotice(entryNo, version),
    interfaceName: '撤销入库通知',
    path: `/inbound/notices/${encodeURIComponent(entryNo)}/cancel`,
    body: JSON.stringify({ entryNo, warehouseCode: wmsCode, reason, version }),
  }
}

/** Tells a warehouse's system of goods to go (domain 40, outStatus.submit); the code by which they are handed over stays with us. */
export function outNoticeCall(order: OutOrder, entryNo: string, { wmsCode }: Pick<Warehouse, 'wmsCode'>): OutsideCall {
  const { outNo, stockOutType, planOutDate, deliveryMode, plateNo, driverName, goods, version } = order
  return {
    ...ofNotice(entryNo, version),
    interfaceName: '出库通知',
    path: '/outbound/notices',
    body: JSON.stringify({
      entryNo,
      outNo,
      stockOutType,
      warehouseCode: wmsCode,
      planOutDate,
      deliveryMode,
      plateNo,
      driverName,
      version,
      lines: goods.map(({ id, goodsNo, goodsName, spec, unit, qty, batchNo, stockBatchCode }) => ({
        lineId: id,
        goodsNo,
        goodsName,
        spec,
        unit,
        qty,
        batchNo,
        stockBatchCode,
      })),
    }),
  }
}

export function outCancelCall(entryNo: string, version: number, { wmsCode }: Pick<Warehouse, 'wmsCode'>, reason: string): OutsideCall {
  return {
    ...ofNotice(entryNo, version),
    interfaceName: '撤销出库通知',
    path: `/outbound/notices/${encodeURIComponent(entryNo)}/cancel`,
    body: JSON.stringify({ entryNo, warehouseCode: wmsCode, reason, version }),
  }
}

/** Each step of a notice has a version of its own, by which the warehouse tells what came later. */
function ofNotice(entryNo: string, version: number): Pick<OutsideCall, 'system' | 'method' | 'bizNo' | 'requestNo'> {
  return { system: 'WMS', method: 'POST', bizNo: entryNo, requestNo: `${entryNo}-${version}` }
}

/** Asks a warehouse's system to count what is there; answered with the number of the count. */
export function snapshotCall(warehouseCode: string, wmsCode: string, day: string): OutsideCall {
  return {
    system: 'WMS',
    interfaceName: '库存快照',
    method: 'POST',
    path: '/stock/snapshots',
    bizNo: warehouseCode,
    requestNo: `${warehouseCode}-${day}`,
    body: JSON.stringify({ warehouseCode: wmsCode, snapDate: day }),
  }
}
