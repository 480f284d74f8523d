import './controls.css'

/** A state or coded value in its colour; without one it is grey. */
export function Tag({ text, color = 'default' }: { text: string; color?: string }) {
  return <span className={`engine-tag engine-tag-${color}`}>{text}</span>
}
