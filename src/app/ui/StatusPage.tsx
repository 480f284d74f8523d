import type { ReactNode } from 'react'

interface StatusPageProps {
  /** What is in the picture. */
  sign: string
  title: string
  children?: ReactNode
  actions?: ReactNode
}

/** A page that has nothing to show but why, and what can be done. */
export function StatusPage({ sign, title, children, actions }: StatusPageProps) {
  return (
    <section className="app-status">
      <svg width="176" height="112" viewBox="0 0 176 112" aria-hidden="true">
        <ellipse cx="88" cy="100" rx="72" ry="8" fill="var(--ant-color-fill-tertiary)" />
        <path
          d="M88 12 140 40v44L88 104 36 84V40Z"
          fill="var(--ant-color-bg-container)"
          stroke="var(--ant-color-border)"
          strokeWidth="2"
          strokeLinejoin="round"
        />
        <path d="M36 40 88 62l52-22M88 62v42" fill="none" stroke="var(--ant-color-border)" strokeWidth="2" strokeLinejoin="round" />
        <rect x="60" y="28" width="56" height="26" rx="6" fill="var(--ant-color-primary)" />
        <text x="88" y="46" textAnchor="middle" fontSize="15" fontWeight="700" fill="var(--ant-color-text-light-solid)">
          {sign}
        </text>
      </svg>
      <h1>{title}</h1>
      {children && <p>{children}</p>}
      {actions && <div className="app-status-actions">{actions}</div>}
    </section>
  )
}
