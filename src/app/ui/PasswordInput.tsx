import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { useId, useState } from 'react'
import { FormRow } from './FormRow'
import '../../../engine/client/fields/controls/controls.css'

interface PasswordInputProps {
  label: string
  value: string
  onChange: (value: string) => void
  autoComplete: string
  autoFocus?: boolean
  help?: string
  problem?: string
}

export function PasswordInput({ label, value, onChange, autoComplete, autoFocus, help, problem }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  const id = useId()
  return (
    <FormRow id={id} label={label} help={help} problem={problem}>
      <span className="app-password">
        <input
          id={id}
          className="engine-input"
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoFocus={autoFocus}
          maxLength={128}
          value={value}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={`${id}-text`}
          onChange={(event) => onChange(event.target.value)}
        />
        <button
          type="button"
          className="app-password-eye"
          aria-label={shown ? '隐藏密码' : '显示密码'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />}
        </button>
      </span>
    </FormRow>
  )
}
