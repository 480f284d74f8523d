import { CodeOutlined, LockOutlined, LogoutOutlined, PhoneOutlined } from '@ant-design/icons'
import { usePreference } from '../../../engine/client/data/usePreference'
import { Popover } from '../../../engine/client/ui/Popover'
import { mayDo } from '../../../engine/core/permission'
import { config } from '../config'
import { useApp, useProgram, useSession } from '../programContext'
import { PLAYGROUND, playgroundRight } from '../routing/decidePlace'
import { startPageKey } from '../session/preferences'

/** Acceptance G4: the current user, the support contact, and signing out. */
export function UserMenu() {
  const { actions, navigate, playground, preview } = useProgram()
  const detail = useApp((state) => state.userDetail)
  const subMenu = useApp((state) => state.user?.subMenu)
  const roles = useSession((state) => state.roles)
  const leaving = useApp((state) => state.loading['logout'] === true)
  const signOut = useSignOut()

  const name = detail?.realName || '用户'
  const belongs = detail?.enterpriseName ?? detail?.departmentName
  return (
    <Popover
      label={`${name}，账号菜单`}
      className="app-header-user"
      content={
        <>
          <span className="app-avatar" aria-hidden="true">
            {name.slice(0, 1)}
          </span>
          <span className="app-header-user-name">{name}</span>
        </>
      }
    >
      {(close) => (
        <div className="app-user">
          <div className="app-user-who">
            <strong>{name}</strong>
            {detail && <span>{detail.userName}</span>}
            {belongs && <div>{belongs}</div>}
            {roles.length > 0 && <div className="app-user-roles">{roles.map((role) => role.roleName).join('、')}</div>}
          </div>
          <a className="app-user-phone" href={`tel:${config.customerService.phone.replaceAll(' ', '')}`}>
            <PhoneOutlined aria-hidden />
            <span>
              客服电话 {config.customerService.phone}
              <small>{config.customerService.hours}</small>
            </span>
          </a>
          {!preview && (
            <>
              {playground && mayDo(subMenu, playgroundRight) && (
                <button
                  type="button"
                  className="app-user-action"
                  onClick={() => {
                    close()
                    navigate(PLAYGROUND)
                  }}
                >
                  <CodeOutlined aria-hidden />
                  界面工作台
                </button>
              )}
              <StartPage />
              <button
                type="button"
                className="app-user-action"
                onClick={() => {
                  close()
                  actions.showModifyPwdModal()
                }}
              >
                <LockOutlined aria-hidden />
                修改密码
              </button>
              <button type="button" className="app-user-action" aria-busy={leaving} onClick={() => void signOut()}>
                <LogoutOutlined aria-hidden />
                退出登录
              </button>
            </>
          )}
        </div>
      )}
    </Popover>
  )
}

/** Where the user begins; without a choice in the first menu (acceptance R4). */
function StartPage() {
  const [start, choose] = usePreference<string | null>(startPageKey, null)
  return (
    <label className="app-user-action">
      <input type="checkbox" checked={start === 'workbench'} onChange={({ target }) => choose(target.checked ? 'workbench' : null)} />
      登录后打开：工作台
    </label>
  )
}

/** Signing out discards unsaved input, so it asks for confirmation when there is any. */
export function useSignOut(): () => Promise<void> {
  const { session, notify, hasDrafts, store } = useProgram()
  return async () => {
    if (store.getState().loading['logout']) return
    if (hasDrafts()) {
      const content = '退出后，未保存的内容将被清除。'
      if (!(await notify.confirm({ title: '有未保存的内容，确定退出登录吗？', content, danger: true, okText: '退出登录' }))) return
    }
    // A failure has been shown, and the session goes on.
    await session.logout().catch(() => undefined)
  }
}
