import { Modal } from 'antd'
import { useMemo, useState } from 'react'
import { Button } from '../../../../engine/client/ui/Button'
import { useServices, type WidgetProps } from '../../../../engine/client/context'
import { extraEndpoint } from '../extraEndpoint'
import { PermissionGroups } from './PermissionGroups'
import { countsOf, grantedOf, groupsOf, isChanged, permissionsOf, type Granted, type PermissionMenu } from './permissions'
import { useRoleRights, type RoleRightsResponse } from './useRoleRights'
import '../widgets.css'

/** Acceptance P6: which menus and buttons a role has. */
export function RolePermissions({ screen, record, onClose, onDone }: WidgetProps) {
  const id = record?.id ?? ''
  const rights = useRoleRights(screen, id, 'dialog')
  const title = `分配权限：${String(record?.['roleName'] ?? '')}`
  if (rights.data) {
    return <RightsDialog title={title} screen={screen} id={id} rights={rights.data} onClose={onClose} onDone={onDone} />
  }
  return (
    <Modal open width={960} title={title} footer={null} onCancel={onClose} loading={rights.isPending}>
      {rights.error && (
        <p role="alert">
          {rights.error.message} <Button onClick={() => void rights.refetch()}>重试</Button>
        </p>
      )}
    </Modal>
  )
}

interface RightsDialogProps extends Pick<WidgetProps, 'screen' | 'onClose' | 'onDone'> {
  title: string
  id: string
  rights: RoleRightsResponse
}

function RightsDialog({ title, screen, id, rights, onClose, onDone }: RightsDialogProps) {
  const { request, notify } = useServices()
  const { tree } = rights
  const before = useMemo(() => grantedOf(rights.menuPermissions), [rights])
  const [granted, setGranted] = useState<Granted>(before)
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const groups = useMemo(() => groupsOf(tree, text), [tree, text])
  const changed = tree.filter((menu) => isChanged(before, granted, menu))

  async function save(): Promise<void> {
    const { method, url } = extraEndpoint(screen, 'savePermission')
    setBusy(true)
    const result = await request({ method, url, values: { id, version: rights.version, menuPermissions: permissionsOf(granted, tree) } })
    setBusy(false)
    if (!result.success) return
    notify.success('权限已保存，该角色的用户下一次操作起生效')
    onDone?.()
    onClose?.()
  }
  async function cancel(): Promise<void> {
    if (
      changed.length === 0 ||
      (await notify.confirm({ title: `放弃对 ${changed.length} 个菜单的修改？`, discards: true, okText: '放弃' }))
    )
      onClose?.()
  }
  const { open, shut } = countsOf(granted)
  return (
    <Modal
      open
      width={960}
      title={title}
      okText="保存"
      cancelText="取消"
      mask={{ closable: false }}
      confirmLoading={busy}
      okButtonProps={{ disabled: changed.length === 0 }}
      onOk={() => void save()}
      onCancel={() => void cancel()}
    >
      <div className="app-rights-head app-dialog-top">
        <input
          className="engine-input"
          type="search"
          aria-label="搜索菜单或按钮"
          placeholder="搜索菜单或按钮"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <span aria-live="polite">
          {changed.length === 0
            ? `共 ${tree.length} 个菜单，已授权 ${open} 个${shut > 0 ? `，禁止进入 ${shut} 个` : ''}`
            : `已修改 ${changed.length} 个菜单：${namesOf(changed)}`}
        </span>
      </div>
      <PermissionGroups groups={groups} before={before} granted={granted} onChange={setGranted} />
    </Modal>
  )
}

function namesOf(menus: readonly PermissionMenu[]): string {
  const shown = menus.slice(0, 3).map((menu) => menu.title)
  return menus.length > shown.length ? `${shown.join('、')} 等` : shown.join('、')
}
