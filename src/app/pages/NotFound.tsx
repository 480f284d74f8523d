import { Button } from '../../../engine/client/ui/Button'
import { useProgram } from '../programContext'
import { StatusPage } from '../ui/StatusPage'

/** Acceptance R3. */
export function NotFound() {
  const { navigate } = useProgram()
  return (
    <StatusPage
      sign="404"
      title="未找到页面"
      actions={
        <>
          <Button look="primary" onClick={() => navigate('/')}>
            返回首页
          </Button>
          <Button onClick={() => window.history.back()}>返回上一页</Button>
        </>
      }
    >
      地址有误，或该页面不在您的菜单范围内。可从左侧菜单进入，或按 Ctrl K 搜索。
    </StatusPage>
  )
}
