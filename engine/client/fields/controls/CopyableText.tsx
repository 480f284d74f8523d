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
      <button type="button" className="engine-copy" data-copy={text} aria-label={`${messages['table.copy']} ${text}`} />
    </span>
  )
}
