/** Steps of a schedule that the engine itself carries out; every product may name them as handlers. */
export const engineSteps = ['verifyLedgers', 'checkpointLedgers'] as const

export type EngineStep = (typeof engineSteps)[number]

export function isEngineStep(name: string): name is EngineStep {
  return (engineSteps as readonly string[]).includes(name)
}
