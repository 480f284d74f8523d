import { memo, useState } from 'react'
import type { BrowserScreenPlan } from '../../core/plan'
import { ActionScope } from '../actions/ActionScope'
import { RecordSkeleton, RecordState } from '../record/RecordState'
import { RecordView } from '../record/RecordView'
import { useRecord } from '../record/useRecord'

interface RowRecordProps {
  screen: BrowserScreenPlan
  /** Name of a record page of the screen. */
  page: string
  id: string
  /** Leaves a record that cannot be shown. */
  onBack: () => void
}

/** The right half of a split list: the record of the chosen row, with its buttons. It is not edited here; its forms open as they do from the list. */
export const RowRecord = memo(function RowRecord({ screen, page: name, id, onBack }: RowRecordProps) {
  const [tab, setTab] = useState<string>()
  const { data: record, error, refetch } = useRecord(screen, id)
  const page = screen.pages[name]
  if (page?.kind !== 'record') return null
  if (error && !record) return <RecordState error={error} onRetry={() => void refetch()} onBack={onBack} />
  if (!record) return <RecordSkeleton />
  return (
    <ActionScope screen={screen}>
      <RecordView screen={screen} page={page} record={record} approving={false} tab={tab} onTab={setTab} />
    </ActionScope>
  )
})
