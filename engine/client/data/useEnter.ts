import { useLayoutEffect } from 'react'
import type { OnEnterPlan } from '../../core/plan'
import { usePageAddress, useServices } from '../context'

/** Tells the session store that a page was entered (acceptance R7), each time that it comes to the front. */
export function useEnter({ resetStored }: OnEnterPlan): void {
  const { storage } = useServices()
  const { active } = usePageAddress()
  useLayoutEffect(() => {
    if (active) for (const name of resetStored ?? []) storage.set(name, null)
  }, [active, resetStored, storage])
}
