import { Modal } from 'antd'
import { useState } from 'react'
import { useServices, type WidgetProps } from '../../../../engine/client/context'
import { startPreview } from '../../preview/preview'

interface PreviewResponse {
  previewToken: string
  roleName: string
  until: string
}

/** Opens the product as a role sees it, in a window of its own. */
export function RolePreview({ screen, record, onClose }: WidgetProps) {
  const { request, notify } = useServices()
  const [busy, setBusy] = useState(false)
  const roleName = String(record?.['roleName'] ?? '')

  async function open(): Promise<void> {
    // At once: after the answer a browser would take it for a pop-up that nobody asked for.
    const opened = window.open('', '_blank')
    if (!opened) return notify.error('浏览器拦截了新窗口，请允许本站打开新窗口后重试')
    setBusy(true)
    const result = await request<PreviewResponse>({ method: 'POST', url: `${screen.base}/preview/{id}`, values: { id: record?.id } })
    setBusy(false)
    if (!result.success) return opened.close()
    const { previewToken, ...preview } = result.body
    startPreview(opened, previewToken, { roleName: preview.roleName, until: preview.until })
    onClose?.()
  }
  return (
    <Modal
      open
      width={520}
      title={`预览角色：${roleName}`}
      okText="打开预览"
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => void open()}
      onCancel={onClose}
    >
      <p className="app-dialog-top">将在新窗口中以「{roleName}」的菜单、页面和按钮打开本平台，当前窗口不受影响。</p>
      <ul>
        <li>只读：预览时不能修改数据，也不能导出。</li>
        <li>数据限于您自己能看到的范围；角色的数据范围要与具体用户的部门、企业或资金方结合才有意义。</li>
        <li>30 分钟后自动结束；您退出登录时也随之结束。</li>
      </ul>
    </Modal>
  )
}
