import { memo } from 'react'
import { useApp, useProgram } from '../programContext'
import { ModalDialog } from '../ui/ModalDialog'
import { Menu, SidebarHead } from './Sidebar'

/** The menu of a narrow window (acceptance L2). */
export const MenuDrawer = memo(function MenuDrawer() {
  const { actions } = useProgram()
  const open = useApp((state) => state.menuPopoverVisible)
  const close = (): void => {
    if (open) actions.switchMenuPopver()
  }
  return (
    <ModalDialog open={open} label="菜单" className="app-drawer" onClose={close}>
      <div className="app-sidebar">
        <SidebarHead folded={false} />
        <Menu folded={false} onFollow={close} />
      </div>
    </ModalDialog>
  )
})
