import type { BrowserScreenPlan } from '../../core/plan'
import { askedBy } from './actionRequest'
import type { ActionDialog } from './performer'

/**
 * The dialog by the current plan of its screen, which may be edited in development while the dialog is open. What the plan no longer has stays as it
 * was.
 */
export function dialogOfScreen(dialog: ActionDialog, screen: BrowserScreenPlan): ActionDialog {
  if (dialog.kind === 'templates') return dialog
  if (dialog.kind === 'record' || dialog.kind === 'print') {
    const page = screen.pages[dialog.page.name]
    return page?.kind === 'record' ? { ...dialog, page } : dialog
  }
  const action = screen.actions[dialog.action.name]
  if (action === undefined) return dialog
  const { does } = action
  switch (dialog.kind) {
    case 'ask':
      return { ...dialog, action, ...askedBy(action, dialog.target) }
    case 'calculate':
      return does.kind === 'calculate' ? { ...dialog, action, plan: does } : dialog
    case 'import':
      return does.kind === 'import' ? { ...dialog, action, plan: does } : dialog
    case 'widget':
      return does.kind === 'widget' ? { ...dialog, action, widget: does.widget } : dialog
    case 'attachments':
      return { ...dialog, action }
  }
}
