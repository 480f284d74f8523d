import { memo, useEffect, useRef } from 'react'
import {
  isChanged,
  shareOf,
  withButton,
  withMenu,
  withMenus,
  withPage,
  withShut,
  type Granted,
  type PermissionGroup,
  type PermissionMenu,
  type Share,
} from './permissions'

interface PermissionGroupsProps {
  groups: readonly PermissionGroup[]
  before: Granted
  granted: Granted
  onChange: (change: (granted: Granted) => Granted) => void
}

export function PermissionGroups({ groups, before, granted, onChange }: PermissionGroupsProps) {
  if (groups.length === 0) return <p className="app-rights-empty">没有匹配的菜单或按钮</p>
  return (
    <div className="app-rights">
      {groups.map(({ title, menus }) => (
        <section key={title}>
          <h3>
            <Tick label={title} share={shareOf(granted, menus)} onChange={(on) => onChange((now) => withMenus(now, menus, on))} />
          </h3>
          {menus.map((menu) => (
            <MenuRights
              key={menu.menuName}
              menu={menu}
              entry={granted.get(menu.menuName)}
              changed={isChanged(before, granted, menu)}
              onChange={onChange}
            />
          ))}
        </section>
      ))}
    </div>
  )
}

interface MenuRightsProps {
  menu: PermissionMenu
  entry: { shut: boolean; buttons: ReadonlySet<string> } | undefined
  changed: boolean
  onChange: PermissionGroupsProps['onChange']
}

const MenuRights = memo(function MenuRights({ menu, entry, changed, onChange }: MenuRightsProps) {
  const shut = entry?.shut === true
  const share: Share = entry === undefined || shut ? 'none' : menu.buttons.every(({ code }) => entry.buttons.has(code)) ? 'all' : 'some'
  return (
    <div className={`app-rights-menu${changed ? ' app-rights-changed' : ''}`} role="group" aria-label={menu.title}>
      <div className="app-rights-title">
        <Tick label={menu.title} share={share} onChange={(on) => onChange((now) => withMenu(now, menu, on))} />
        {changed && <small>已修改</small>}
      </div>
      <div className="app-rights-buttons">
        <label>
          <input
            type="checkbox"
            checked={entry !== undefined && !shut}
            onChange={({ target }) => onChange((now) => withPage(now, menu, target.checked))}
          />
          进入
        </label>
        {menu.buttons.map(({ code, title }) => (
          <label key={code}>
            <input
              type="checkbox"
              checked={!shut && entry?.buttons.has(code) === true}
              onChange={({ target }) => onChange((now) => withButton(now, menu, code, target.checked))}
            />
            {title}
          </label>
        ))}
        <label className="app-rights-shut" title="即使其他角色允许，也不能进入此菜单">
          <input type="checkbox" checked={shut} onChange={({ target }) => onChange((now) => withShut(now, menu, target.checked))} />
          禁止进入
        </label>
      </div>
    </div>
  )
})

interface TickProps {
  label: string
  share: Share
  onChange: (on: boolean) => void
}

/** A checkbox for all of something; half when it is some of it. */
function Tick({ label, share, onChange }: TickProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = share === 'some'
  }, [share])
  return (
    <label>
      <input ref={input} type="checkbox" checked={share === 'all'} onChange={() => onChange(share !== 'all')} />
      {label}
    </label>
  )
}
