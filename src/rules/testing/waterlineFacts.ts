import type { WaterlineFacts } from '../waterline'

export const referenceLines = { warnLtv: '0.8000', callLtv: '0.8500', closeLtv: '0.9000' }

/** F1 on 15 June, before the end of the day: 6,000 boxes are left (domain 50, E-12). */
export const referenceFacts: WaterlineFacts = {
  ...referenceLines,
  principal: '335412.00',
  arrivedPrincipal: '335412.00',
  interest: '7043.65',
  fees: '0.00',
  bondBalance: '31762.50',
  pledgedValue: '372000.00',
  provisionalValue: '0.00',
  planUnderWay: false,
  initialRate: '0.5500',
  controls: [],
}
