import { Button } from '../../../../engine/client/ui/Button'
import type { WidgetProps } from '../../../../engine/client/context'
import { countsOf, grantedOf, groupsOf, type Granted, type PermissionMenu } from './permissions'
import { useRoleRights } from './useRoleRights'
import '../widgets.css'

/** Beside the roles: which menus and buttons the chosen one has, to read. They are changed in the dialog of the button. */
export function RoleRights({ screen, record }: WidgetProps) {
  const { data, error, refetch } = useRoleRights(screen, record?.id ?? '', 'pane')
  if (error && !data) {
    return (
      <p role="alert">
        {error.message} <Button onClick={() => void refetch()}>重试</Button>
      </p>
    )
  }
  if (!data) return null
  const granted = grantedOf(data.menuPermissions)
  const { open, shut } = countsOf(granted)
  const groups = groupsOf(
    data.tree.filter(({ menuName }) => granted.has(menuName)),
    '',
  )
  if (groups.length === 0) return <p className="app-rights-empty">该角色没有任何菜单，可用“分配权限”授予</p>
  return (
    <div className="app-rights-read">
      <p>{`可进入 ${open} 个菜单${shut > 0 ? `，禁止进入 ${shut} 个` : ''}`}</p>
      {groups.map(({ title, menus }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl>
            {menus.map((menu) => (
              <div key={menu.menuName}>
                <dt>{menu.title}</dt>
                <dd>{rightsText(menu, granted)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

function rightsText({ menuName, buttons }: PermissionMenu, granted: Granted): string {
  const entry = granted.get(menuName)
  if (entry?.shut) return '禁止进入'
  return ['进入', ...buttons.filter(({ code }) => entry?.buttons.has(code)).map(({ title }) => title)].join('、')
}
