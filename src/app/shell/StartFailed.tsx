import { Button } from '../../../engine/client/ui/Button'
import { useProgram, useSession } from '../programContext'
import { StatusPage } from '../ui/StatusPage'
import { useSignOut } from './UserMenu'

/** Acceptance E3: nothing is shown before the user is known. */
export function StartFailed() {
  const { session } = useProgram()
  const problem = useSession((state) => state.problem)
  const signOut = useSignOut()
  return (
    <main className="app-alone">
      <StatusPage
        sign="出错"
        title={problem ?? '未能进入平台'}
        actions={
          <>
            <Button look="primary" onClick={() => void session.retry()}>
              重试
            </Button>
            <Button onClick={() => void signOut()}>退出登录</Button>
          </>
        }
      >
        请检查网络后重试；仍不行时请联系系统管理员。
      </StatusPage>
    </main>
  )
}
