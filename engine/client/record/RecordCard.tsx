import { useQuery } from '@tanstack/react-query'
import { DecisionHead } from '../actions/DecisionHead'
import { useDictionaries, useServices } from '../context'
import { recordQuery } from './useRecord'
import './head.css'

/** What a record is about, as its own page answers it: what may not be read there is not read here. */
export function useRecordCard(screenId: string, id: string) {
  const { request, loadScreen } = useServices()
  const { data: screen, error: noScreen } = useQuery({ queryKey: ['screen', screenId], queryFn: () => loadScreen(screenId), retry: false })
  const { data: record, error } = useQuery({ ...recordQuery(request, screen ?? { base: '' }, id), enabled: screen !== undefined })
  return { screen, record, failure: noScreen ?? (record ? undefined : error) }
}

/** Beside a link in a table: nothing until it is there, and nothing where it may not be read. */
export function RecordCard({ screen: screenId, id }: { screen: string; id: string }) {
  const dictionaries = useDictionaries()
  const { screen, record } = useRecordCard(screenId, id)
  if (!screen || !record) return null
  return (
    <div role="tooltip" className="engine-record-card">
      <DecisionHead screen={screen} summary={screen.summary} target={{ record }} dictionaries={dictionaries} />
    </div>
  )
}
