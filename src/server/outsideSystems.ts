/** Codes of the dictionary externalSystem that the product has words for. */
export const outsideSystems = ['WMS', 'AIRWALLEX'] as const

export type OutsideSystem = (typeof outsideSystems)[number]

/** In place of an address: what stands in for the system in demo mode. */
export const standIn = 'demo'
