import { memo, useEffect, useRef } from 'react'
import { useApp, useProgram } from '../programContext'
import { Menu, SidebarHead } from './Sidebar'

/** The menu of a narrow window (acceptance L2). A modal dialog of the browser: it holds the focus, and Esc closes it. */
export const MenuDrawer = memo(function MenuDrawer() {
  const { actions } = useProgram()
  const open = useApp((state) => state.menuPopoverVisible)
  const dialog = useRef<HTMLDialogElement>(null)
  const close = (): void => {
    if (open) actions.switchMenuPopver()
  }
  useEffect(() => {
    if (!dialog.current) return
    if (open) dialog.current.showModal()
    else dialog.current.close()
  }, [open])

  return (
    <dialog
      ref={dialog}
      className="app-drawer"
      aria-label="菜单"
      onClose={close}
      onClick={(event) => {
        // The dialog itself is only hit beside its content: on the veil.
        if (event.target === event.currentTarget) close()
      }}
    >
      <div className="app-sidebar">
        <SidebarHead folded={false} />
        <Menu folded={false} onFollow={close} />
      </div>
    </dialog>
  )
})
