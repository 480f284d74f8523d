import { Button } from '../../../engine/client/ui/Button'
import { useProgram, useSession } from '../programContext'
import { StatusPage } from '../ui/StatusPage'

/** Acceptance S2; drawn without the shell. */
export function NoPermission() {
  const { navigate } = useProgram()
  const signedIn = useSession((state) => state.phase !== 'signedOut')
  return (
    <main className="app-alone">
      <StatusPage
        sign="403"
        title="无权访问该页面"
        actions={
          <Button look="primary" onClick={() => navigate('/', { replace: true })}>
            {signedIn ? '返回首页' : '去登录'}
          </Button>
        }
      >
        您的账号没有此菜单的权限，如需开通请联系系统管理员。
      </StatusPage>
    </main>
  )
}
