import { say } from '../../laterMessages'
import type { LiveState } from './useLive'

/** Beside the buttons of a form that the server computes: where that stands. It takes no room of its own, so nothing moves. */
export function LiveNote({ state: { isAsking, kind } }: { state: LiveState }) {
  const asking = isAsking && <span className="engine-live-asking">{say('live.asking')}</span>
  return (
    <span role="status" className="engine-live">
      {asking || noteOf(kind)}
    </span>
  )
}

function noteOf(kind: LiveState['kind']): string | undefined {
  if (kind === undefined) return undefined
  if (typeof kind === 'object') return say('live.refused', { reason: kind.refused })
  return kind === 'failed' ? say('live.failed') : say('live.shown')
}
