import { Button } from '../../client/ui/Button'
import { formatDateTime } from '../../core/dateTime'
import type { ScreenRelease, ScreenReleases } from '../../core/wire'
import { say } from '../messages'

interface HistoryProps {
  known: ScreenReleases
  busy: boolean
  onTake: (version: number) => void
  onRollBack: (version: number) => void
}

/** Who published what and when, and which of it holds. */
export function History({ known, busy, onTake, onRollBack }: HistoryProps) {
  const { releases, holds, shippedChanged, notShown, mayPublish } = known
  if (releases.length === 0) return <p className="playground-note">{say('release.none')}</p>
  return (
    <ol className="playground-releases">
      {releases.map((release) => {
        const isHeld = release.version === holds
        return (
          <li key={release.version} aria-current={isHeld || undefined}>
            <div className="playground-release-head">
              <strong>{say('release.versionOf', { version: release.version })}</strong>
              {isHeld && <span className="playground-release-holds">{say('release.holds')}</span>}
              <span>{say('release.by', { who: release.publishedBy, at: formatDateTime(release.publishedAt) })}</span>
              <span className="playground-release-space" />
              <Button look="text" onClick={() => onTake(release.version)}>
                {say('release.take')}
              </Button>
              {isHeld && mayPublish && (
                <Button look="danger" busy={busy} onClick={() => onRollBack(release.version)}>
                  {say('release.rollBack')}
                </Button>
              )}
            </div>
            <p>{release.note}</p>
            {remarksOf(release, isHeld ? { shippedChanged, notShown } : {}).map((remark) => (
              <p key={remark} className="playground-release-remark">
                {remark}
              </p>
            ))}
          </li>
        )
      })}
    </ol>
  )
}

function remarksOf(
  release: ScreenRelease,
  { shippedChanged, notShown }: Partial<Pick<ScreenReleases, 'shippedChanged' | 'notShown'>>,
): string[] {
  const { takenBackAt, takenBackBy, failedAt, failure } = release
  return [
    ...(takenBackAt === null ? [] : [say('release.takenBack', { who: takenBackBy ?? '', at: formatDateTime(takenBackAt) })]),
    ...(notShown === undefined ? [] : [say('release.notShown', { reason: notShown })]),
    ...(shippedChanged ? [say('release.shippedChanged')] : []),
    ...(failedAt === null ? [] : [say('release.failed', { at: formatDateTime(failedAt), failure: failure ?? '' })]),
  ]
}
