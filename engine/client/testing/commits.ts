/**
 * Counts what React renders, in the way that its developer tools do: React calls a hook that it finds when it is loaded. Imported by the
 * set-up of the tests in a simulated browser, before anything that imports React.
 */

/** What is read of a node of React's tree; https://github.com/facebook/react/blob/main/packages/react-reconciler/src/ReactInternalTypes.js */
interface Fiber {
  type: unknown
  flags: number
  child: Fiber | null
  sibling: Fiber | null
  alternate: Fiber | null
}

/** How often each component has rendered, by its name. */
export type Renders = ReadonlyMap<string, number>

/** Set on a component whose function was called in this commit. */
const PERFORMED_WORK = 1

interface Hook {
  counts?: Map<string, number>
  supportsFiber: true
  inject: () => number
  onCommitFiberRoot: (id: number, root: { current: Fiber }) => void
}

declare global {
  var __REACT_DEVTOOLS_GLOBAL_HOOK__: Hook | undefined
}

// A file after the first one in a process finds React loaded, with the hook that was there then.
const hook: Hook = (globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  supportsFiber: true,
  inject: () => 1,
  onCommitFiberRoot: (_id, { current }) => {
    if (hook.counts) count(current, hook.counts)
  },
})

/** What renders while `work` runs. */
export async function rendersDuring(work: () => Promise<unknown>): Promise<Renders> {
  const counts = (hook.counts = new Map())
  try {
    await work()
    return counts
  } finally {
    delete hook.counts
  }
}

function count(fiber: Fiber, counts: Map<string, number>): void {
  const before = fiber.alternate
  const name = nameOf(fiber.type)
  if (name !== undefined && (fiber.flags & PERFORMED_WORK) !== 0) counts.set(name, (counts.get(name) ?? 0) + 1)
  // What was passed over has the children that it had.
  if (before && before.child === fiber.child) return
  for (let child = fiber.child; child; child = child.sibling) count(child, counts)
}

/** Undefined of what is no component. */
function nameOf(type: unknown): string | undefined {
  if (typeof type === 'function') return type.name
  const wrapped = (type ?? {}) as { type?: unknown; render?: unknown }
  if (typeof type !== 'object') return undefined
  return nameOf(wrapped.type ?? wrapped.render)
}
