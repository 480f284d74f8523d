import type { ActionEntry } from '../../core/record/offered'
import { messages, say } from '../messages'
import { MoreMenu } from '../ui/MoreMenu'

interface MoreActionsProps {
  /** Number or name of the record, for the button's label. */
  name: string
  entries: readonly ActionEntry[]
  onPress: (entry: ActionEntry) => void
  /** Classes of the button; it looks like a link without. */
  className?: string
}

/** The actions of a record that there is no room for, behind ⋯; one that is refused says why. */
export function MoreActions({ name, entries, onPress, className }: MoreActionsProps) {
  return (
    <MoreMenu
      className={className}
      sign={<span className="engine-dots">{messages['action.moreShort']}</span>}
      label={say('action.moreOf', { name })}
      items={entries.map((entry) => ({
        key: entry.action.name,
        title: entry.action.title,
        refusal: entry.refusal,
        danger: entry.action.danger,
        onPress: () => onPress(entry),
      }))}
    />
  )
}
