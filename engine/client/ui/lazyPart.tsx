import { createElement, useLayoutEffect, useReducer, useState, type ComponentType, type ReactNode } from 'react'

/** A component whose code is a file of its own. */
export interface LazyPart<Props> {
  (props: Props): ReactNode
  /** Gets the code before it is drawn. What failed is tried again the next time. */
  load: () => Promise<void>
}

/**
 * A component that is loaded when it is first drawn, with `fallback` in its place meanwhile; what is loaded already is drawn at once. Does what
 * React's `lazy` and `Suspense` do, but for the wait: whatever arrives after a fallback of theirs was drawn, React shows 300 ms later.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, fallback: ReactNode = null): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined

  async function fetchCode(): Promise<void> {
    try {
      loaded = await load()
    } finally {
      loading = undefined
    }
  }
  function loadOnce(): Promise<void> {
    return loaded ? Promise.resolve() : (loading ??= fetchCode())
  }

  function Part(props: Props): ReactNode {
    const [, drawAgain] = useReducer((times: number) => times + 1, 0)
    const [failure, setFailure] = useState<{ error: unknown }>()
    const isMissing = loaded === undefined
    useLayoutEffect(() => {
      if (!isMissing) return undefined
      let isDrawn = true
      // One that was under way may have failed because of a moment that is over, such as a line that was down.
      const isUnderWay = loading !== undefined
      const first = loadOnce()
      const code = isUnderWay ? first.catch(loadOnce) : first
      code.then(
        () => isDrawn && drawAgain(),
        (error: unknown) => isDrawn && setFailure({ error }),
      )
      return () => {
        isDrawn = false
      }
    }, [isMissing])
    if (failure) throw failure.error
    return loaded ? createElement(loaded, props) : fallback
  }
  return Object.assign(Part, { load: loadOnce })
}
