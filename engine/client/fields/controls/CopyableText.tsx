import type { ReactNode } from 'react'
import { messages } from '../../messages'
import './controls.css'

/**
 * A text (or a link) with a copy button, as elements without handlers: a table has hundreds of them and listens once for all. Where there
 * is nothing to copy there is no button.
 */
export function CopyableText({ text, children = text }: { text: string; children?: ReactNode }) {
  if (text === messages.empty) return text
  return (
    <span className="engine-copyable">
      <span className="engine-copyable-text">{children}</span>
      <button type="button" className="engine-copy" data-copy={text} aria-label={`${messages['table.copy']} ${text}`}>
        <svg viewBox="0 0 16 16" width="14" height="14" fill="none" stroke="currentColor" aria-hidden="true">
          <path d="M5.5 5.5v-3h8v8h-3m-8-5h8v8h-8z" />
        </svg>
      </button>
    </span>
  )
}
