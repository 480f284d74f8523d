import type { InputProps } from '../../fieldDefinition'

/** The attributes that every plain control takes from its props in the same way. */
export function inputAttributes({ id, disabled, invalid, describedBy, label, onBlur }: InputProps) {
  return {
    id,
    disabled,
    'aria-invalid': invalid || undefined,
    'aria-describedby': describedBy,
    'aria-label': label,
    onBlur,
  }
}
