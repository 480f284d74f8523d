import { Logo } from '../ui/Logo'

/** Shown while the current user is loaded. Most responses come before it becomes visible. */
export function StartScreen() {
  return (
    <div className="app-start" role="status">
      <Logo folded />
      <span>正在进入…</span>
    </div>
  )
}
