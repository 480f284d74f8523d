import type { DictionaryPlan } from '../../../../engine/core/plan'

let loading: Promise<Readonly<Record<string, DictionaryPlan>>> | undefined

/** The code lists of the schemas. Nobody is signed in on this page, so those that the server keeps cannot be asked for. */
export function codeLists(): Promise<Readonly<Record<string, DictionaryPlan>>> {
  loading ??= import('virtual:dictionaries').then(
    (module) => module.default,
    (error: unknown) => {
      // Asked for again with the next try.
      loading = undefined
      throw error
    },
  )
  return loading
}
