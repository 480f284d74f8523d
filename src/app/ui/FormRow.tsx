import type { ReactNode } from 'react'

interface FormRowProps {
  /** Of the input inside; its text is described by `<id>-text`. */
  id: string
  label: string
  required?: boolean
  help?: string
  problem?: string
  children: ReactNode
}

/** A labelled input of the program's own few forms, with what is wrong with it below. */
export function FormRow({ id, label, required = false, help, problem, children }: FormRowProps) {
  return (
    <div className="app-form-row">
      <label htmlFor={id} className={required ? 'app-form-required' : undefined}>
        {label}
      </label>
      {children}
      <div
        id={`${id}-text`}
        className={problem === undefined ? 'app-form-help' : 'app-form-problem'}
        role={problem === undefined ? undefined : 'alert'}
      >
        {problem ?? help}
      </div>
    </div>
  )
}
