import type { Option } from '../../core/wire'
import type { LoadOptions } from '../fieldDefinition'
import { bodyOrThrow, type Request } from '../request'

/**
 * The choices of a reference, from `{base}/options/{key}`; `key` is one of `screen.access.options`. `given` are the values of the form
 * that its `where` depends on.
 */
export function optionsLoader(request: Request, base: string, key: string, given?: () => Record<string, unknown>): LoadOptions {
  return async ({ keyword, values, names, signal }) => {
    const asked = names ? { names } : { keyword, values }
    const result = await request<Option[]>({
      method: names ? 'POST' : 'GET',
      url: `${base}/options/{optionsKey}`,
      values: { ...given?.(), optionsKey: key, ...asked },
      signal,
      quiet: true,
    })
    return bodyOrThrow(result)
  }
}
