import { memo } from 'react'
import { useApp } from '../programContext'

/** Says that something is under way (acceptance L11), once it takes longer than a moment. */
export const BusyBar = memo(function BusyBar() {
  const busy = useApp((state) => Object.keys(state.loading).length > 0)
  return busy ? <div className="app-busy" role="progressbar" aria-label="正在处理" /> : null
})
