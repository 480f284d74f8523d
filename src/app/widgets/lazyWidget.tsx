import { lazy, Suspense, type ComponentType } from 'react'

/** A component that is fetched when it is first drawn; nothing stands in its place for the moment that takes. */
export function lazyWidget<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Widget = lazy(async () => ({ default: (await load()) as ComponentType<object> }))
  return function LazyWidget(props: Props) {
    return (
      <Suspense fallback={null}>
        <Widget {...props} />
      </Suspense>
    )
  }
}
