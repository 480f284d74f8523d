import { useEffect, useRef, useState, type ComponentType } from 'react'

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

/** `Control` is there as soon as it is wanted and loaded; until then `handlers` belong on the look-alike. */
export function useWakeUp<Props>(sleeping: SleepingControl<Props>, autoFocus = false) {
  const [awakening, setAwakening] = useState<Awakening | undefined>(autoFocus ? 'focus' : undefined)
  const [, setLoaded] = useState(false)
  // Between mouse down and click the look-alike must stay, or the click would have no target.
  const pressed = useRef(false)
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])

  function wake(how: Awakening): void {
    setAwakening(how)
    if (sleeping.get()) return
    sleeping.load().then(
      () => mounted.current && !pressed.current && setLoaded(true),
      () => mounted.current && setAwakening(undefined),
    )
  }
  useEffect(() => {
    if (autoFocus) wake('focus')
    // Only the first appearance takes the focus.
  }, [])

  return {
    Control: awakening === undefined ? undefined : sleeping.get(),
    awakening,
    handlers: {
      onPointerEnter: () => {
        if (!pressed.current) wake('hover')
      },
      onPointerDown: () => {
        pressed.current = true
      },
      onFocus: () => {
        if (!pressed.current) wake('focus')
      },
      // Whoever tabs on while the code is on its way must not be called back.
      onBlur: () => {
        pressed.current = false
        setAwakening((now) => (now === 'focus' || now === 'press' ? undefined : now))
      },
      onClick: () => {
        pressed.current = false
        wake('press')
      },
    },
  }
}
