import '../upload/upload.css'

export type ProgressStatus = 'normal' | 'exception' | 'active' | 'success'

interface ProgressProps {
  /** 0 to 100. */
  percent: number
  /** Unless given: success at 100, normal before. */
  status?: ProgressStatus
  type?: 'line' | 'circle'
  /** What is under way, for screen readers. */
  label: string
}

const CIRCLE_PX = 132
const STROKE_PX = 8
const RADIUS_PX = (CIRCLE_PX - STROKE_PX) / 2

/** How far something has come (acceptance I4): a line of 10 px or a circle of 132 px; blue, orange after a failure, green when done. */
export function Progress({ percent, status, type = 'line', label }: ProgressProps) {
  const shown = Math.round(Math.min(100, Math.max(0, percent)))
  const look = status ?? (shown >= 100 ? 'success' : 'normal')
  const bar = {
    role: 'progressbar',
    'aria-label': label,
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    'aria-valuenow': shown,
    'data-status': look,
  }
  if (type === 'line') {
    return (
      <div className="engine-progress" {...bar}>
        <div className="engine-progress-done" style={{ width: `${shown}%` }} />
      </div>
    )
  }
  return (
    <div className="engine-progress-circle" {...bar}>
      <svg width={CIRCLE_PX} height={CIRCLE_PX} viewBox={`0 0 ${CIRCLE_PX} ${CIRCLE_PX}`} aria-hidden="true">
        <circle cx="50%" cy="50%" r={RADIUS_PX} strokeWidth={STROKE_PX} />
        <circle
          className="engine-progress-arc"
          cx="50%"
          cy="50%"
          r={RADIUS_PX}
          strokeWidth={STROKE_PX}
          pathLength={100}
          strokeDasharray={`${shown} 100`}
        />
      </svg>
      <span aria-hidden="true">{shown}%</span>
    </div>
  )
}
