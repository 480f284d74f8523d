import { menuNameOf, splitMenuName } from '../permission'
import type { ProductSources } from '../sources/sources'

/** The permission code that a screen's records are read with, where that is not the menu's own right; undefined too for a screen there is not. */
export function readPermissionOf(id: string, screens: ProductSources['screens']): string | undefined {
  const code = screens[id]?.permissions?.['view']
  return code === undefined ? undefined : `${splitMenuName(menuNameOf(id)).name}_${code}`
}
