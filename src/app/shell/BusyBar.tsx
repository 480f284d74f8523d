import { memo } from 'react'
import { useApp } from '../programContext'

/** Shows that requests are pending (acceptance L11), once they take longer than a moment. */
export const BusyBar = memo(function BusyBar() {
  const busy = useApp((state) => Object.keys(state.loading).length > 0)
  return busy ? <div className="app-busy" role="progressbar" aria-label="正在处理" /> : null
})
