import type { ReactNode, Ref } from 'react'
import '../engine.css'

interface ButtonProps {
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
  onClick?: () => void
  type?: 'button' | 'submit'
  look?: 'default' | 'primary' | 'danger' | 'text'
  busy?: boolean
  /** Why it cannot be pressed. It stays reachable, so that the reason can be read. */
  refusal?: string
  /** Name for screen readers where the content is an icon. */
  label?: string
  expanded?: boolean
  pressed?: boolean
}

/** A button in antd's look; a tenth of the cost of antd's own, and a list shows dozens. */
export function Button({
  ref,
  children,
  onClick,
  type = 'button',
  look = 'default',
  busy,
  refusal,
  label,
  expanded,
  pressed,
}: ButtonProps) {
  return (
    <button
      ref={ref}
      type={type}
      className={look === 'default' ? 'engine-button' : `engine-button engine-button-${look}`}
      aria-disabled={refusal !== undefined || undefined}
      aria-busy={busy || undefined}
      aria-label={label}
      aria-expanded={expanded}
      aria-pressed={pressed}
      title={refusal ?? label}
      onClick={onClick}
    >
      {busy && <span className="engine-button-spinner" aria-hidden="true" />}
      {children}
    </button>
  )
}
