import type { TaskMeta } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** By row of the acceptance table: which of all that the row speaks of the test has tried. */
    covers?: Record<string, string[]>
  }
}

/**
 * Says which routes, bases or screens a test has tried of all that a row of the acceptance table speaks of. The report of the run carries it,
 * and the row's result counts them (scripts/acceptance.mjs). Called when they have held, at the end of a test.
 */
export function covers({ meta }: { meta: TaskMeta }, row: string, names: Iterable<string>): void {
  const known = meta.covers ?? {}
  meta.covers = { ...known, [row]: [...(known[row] ?? []), ...names] }
}
