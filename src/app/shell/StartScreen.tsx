import { Logo } from '../ui/Logo'

/** While the server says who is here. Most answers are faster than it appears. */
export function StartScreen() {
  return (
    <div className="app-start" role="status">
      <Logo folded />
      <span>正在进入…</span>
    </div>
  )
}
