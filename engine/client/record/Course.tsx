import { formatDateTime } from '../../core/dateTime'
import { effectiveField } from '../../core/pending'
import type { BrowserScreenPlan } from '../../core/plan'
import { courseSteps } from '../../core/record/course'
import type { RecordValues } from '../../core/wire'
import { tellsHistory } from '../data/historyQuery'
import { say } from '../laterMessages'
import { showInRow } from '../ui/scrollInto'
import { useNarrow } from '../ui/useNarrow'
import { useHistory } from './useHistory'

interface CourseProps {
  screen: BrowserScreenPlan
  record: RecordValues
}

/** How far a record has come, a change that waits left aside: the states behind it with who and when, the one that it is in, and those to come. */
export function Course({ screen, record }: CourseProps) {
  const narrow = useNarrow()
  const { states = {}, statusField = '', summary } = screen
  const { data } = useHistory(screen, record.id, tellsHistory(screen) && summary?.course !== undefined)
  const steps = summary?.course ? courseSteps(summary.course, states, String(record[effectiveField] ?? record[statusField]), data) : []
  if (steps.length === 0) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a phone it scrolls, and takes the focus so that keys scroll it
    <ol className="engine-course engine-fading" aria-label={say('record.course')} tabIndex={narrow ? 0 : undefined}>
      {steps.map(({ state, at, entry }) => (
        <li
          key={state.code}
          ref={at === 'now' ? showInRow : undefined}
          data-at={at}
          data-color={at === 'now' ? state.color : undefined}
          aria-current={at === 'now' ? 'step' : undefined}
        >
          <span className="engine-course-state">{state.title}</span>
          <span className="engine-course-entry">{entry && <Entry {...entry} />}</span>
        </li>
      ))}
    </ol>
  )
}

function Entry({ operator, at }: { operator: string; at: string }) {
  const time = formatDateTime(at)
  return (
    <>
      {operator}{' '}
      <time dateTime={at} title={time}>
        {time.slice(5, 10)}
      </time>
    </>
  )
}
