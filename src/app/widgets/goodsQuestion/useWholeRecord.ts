import { useQuery } from '@tanstack/react-query'
import { useServices } from '../../../../engine/client/context'
import { recordQuery } from '../../../../engine/client/record/useRecord'
import type { BrowserScreenPlan } from '../../../../engine/core/plan'
import type { RecordValues } from '../../../../engine/core/wire'

/** A record with its lines, which a row of a list has not. `pending` until it is known. */
export function useWholeRecord(screen: BrowserScreenPlan, record: RecordValues | undefined) {
  const { request } = useServices()
  const whole = useQuery({ ...recordQuery(request, screen, record?.id ?? ''), enabled: record !== undefined })
  return { pending: record !== undefined && whole.isPending, record: whole.data ?? record }
}
