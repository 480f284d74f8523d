import { pinyin } from 'pinyin-pro'
import { allowedMenus } from '../../core/permission'
import type { ProductPlan } from '../../core/plan'
import { shownTo, type SessionUser } from '../session'

/** How the menus of an account sound, by id: syllables without tones, 放款管理 as `fang kuan guan li`. Browsers know no pinyin. */
export function spellingsReader({ menus }: Pick<ProductPlan, 'menus'>): (user: SessionUser) => Record<string, string> {
  let spelled: Map<string, string> | undefined
  return (user) => {
    spelled ??= new Map(menus.map(({ id, name }) => [id, spelling(name)]))
    return Object.fromEntries(allowedMenus(menus, shownTo(user)).map(({ id }) => [id, spelled?.get(id) ?? '']))
  }
}

function spelling(name: string): string {
  const syllables = pinyin(name, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true })
  return syllables.map((syllable) => syllable.trim().toLowerCase()).join(' ')
}
