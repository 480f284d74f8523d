import { useEffect, useState, type ComponentType } from 'react'

/**
 * Selects and date pickers cost more than all the rest of a form. Until somebody comes near they are drawn as a look-alike button; then
 * the real control takes its place, ready before the click. Its code is a chunk of its own, fetched once for the program.
 */
export interface SleepingControl<Props> {
  get: () => ComponentType<Props> | undefined
  load: () => Promise<void>
}

/** How the real control starts: `hover` only shows it, `focus` gives it the focus, `press` opens it as well. */
export type Awakening = 'hover' | 'focus' | 'press'

export function sleepingControl<Props>(load: () => Promise<ComponentType<Props>>): SleepingControl<Props> {
  let control: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  return {
    get: () => control,
    load: () =>
      (loading ??= load().then(
        (loaded) => {
          control = loaded
        },
        (error: unknown) => {
          // The next touch tries again.
          loading = undefined
          throw error
        },
      )),
  }
}

/** Between mouse down and click the look-alike must stay, or the click would have no target. */
type Stage = 'asleep' | 'pressing' | Awakening

/** `Control` is there as soon as it is wanted and loaded; until then `handlers` belong on the look-alike. */
export function useWakeUp<Props>(sleeping: SleepingControl<Props>, autoFocus = false) {
  const [stage, setStage] = useState<Stage>(autoFocus ? 'focus' : 'asleep')
  const [, setLoaded] = useState(false)

  useEffect(() => {
    if (stage === 'asleep' || sleeping.get()) return undefined
    let wanted = true
    sleeping.load().then(
      () => wanted && setLoaded(true),
      () => wanted && setStage('asleep'),
    )
    return () => {
      wanted = false
    }
  }, [stage, sleeping])

  return {
    Control: stage === 'asleep' || stage === 'pressing' ? undefined : sleeping.get(),
    awakening: stage === 'asleep' || stage === 'pressing' ? undefined : stage,
    handlers: {
      onPointerEnter: () => setStage((now) => (now === 'asleep' ? 'hover' : now)),
      onPointerDown: () => setStage('pressing'),
      onPointerLeave: () => setStage((now) => (now === 'pressing' ? 'hover' : now)),
      onFocus: () => setStage((now) => (now === 'pressing' ? now : 'focus')),
      // Whoever tabs on while the code is on its way must not be called back.
      onBlur: () => setStage((now) => (now === 'pressing' ? now : 'asleep')),
      onClick: () => setStage('press'),
    },
  }
}

export type WakeUpHandlers = ReturnType<typeof useWakeUp>['handlers']
