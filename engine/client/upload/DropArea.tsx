import { InboxOutlined } from '@ant-design/icons'
import { useEffect, useRef, useState, type DragEvent, type ReactNode } from 'react'
import './upload.css'

interface DropAreaProps {
  /** Says what the area is for; the name of its button. */
  children: ReactNode
  /** A line below it: what is taken. */
  hint?: string
  /** Of the button, for labels. */
  id?: string
  describedBy?: string
  accept?: string | readonly string[]
  multiple?: boolean
  disabled?: boolean
  /** As high as an input, for a place in a form. */
  compact?: boolean
  /** Name of the file input, for screen readers. */
  label: string
  onFiles: (files: File[]) => void
  /** Folders were dropped, by their names. */
  onFolders: (names: string[]) => void
}

/** Files by dropping, by the mouse, or by the keyboard. What is chosen is handed on unchecked: a file chooser can be told to show all files. */
export function DropArea(props: DropAreaProps) {
  const { children, hint, id, describedBy, accept, multiple = false, disabled = false, compact = false, label, onFiles, onFolders } = props
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  useEffect(keepPageOnMissedDrop, [])

  function drop(event: DragEvent): void {
    if (!hasFiles(event)) return
    event.preventDefault()
    setIsOver(false)
    if (disabled) return
    const { files, folders } = droppedBy(event.dataTransfer)
    if (folders.length > 0) onFolders(folders)
    if (files.length > 0) onFiles(files)
  }

  function over(event: DragEvent): void {
    if (!hasFiles(event)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = disabled ? 'none' : 'copy'
    setIsOver(!disabled)
  }

  function leave({ currentTarget, relatedTarget }: DragEvent): void {
    // Crossing from one child to another is no leaving.
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false)
  }

  return (
    <div
      role="presentation"
      className={compact ? 'engine-drop engine-drop-compact' : 'engine-drop'}
      data-over={isOver || undefined}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={leave}
      onDrop={drop}
    >
      <button
        id={id}
        type="button"
        className="engine-drop-button"
        aria-describedby={describedBy}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        <InboxOutlined className="engine-drop-icon" aria-hidden="true" />
        <span className="engine-drop-text">{children}</span>
        {hint !== undefined && <span className="engine-drop-hint">{hint}</span>}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        disabled={disabled}
        accept={typeof accept === 'string' ? accept : accept?.join(',')}
        aria-label={label}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Choosing the same file again, mended, must be a change again.
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </div>
  )
}

/** A file dropped beside the area would open in place of the page, and take what is typed with it. */
function keepPageOnMissedDrop(): () => void {
  const stay = (event: globalThis.DragEvent): void => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  window.addEventListener('dragover', stay)
  window.addEventListener('drop', stay)
  return () => {
    window.removeEventListener('dragover', stay)
    window.removeEventListener('drop', stay)
  }
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files')
}

/** A folder comes as a file of its name that cannot be read: the browser tells them apart by their entries. */
function droppedBy({ items, files }: DataTransfer): { files: File[]; folders: string[] } {
  const found: { files: File[]; folders: string[] } = { files: [], folders: [] }
  for (const item of items) {
    if (item.kind !== 'file') continue
    const entry = item.webkitGetAsEntry()
    const file = item.getAsFile()
    if (entry?.isDirectory) found.folders.push(entry.name)
    else if (file) found.files.push(file)
  }
  return items.length > 0 ? found : { files: [...files], folders: [] }
}
