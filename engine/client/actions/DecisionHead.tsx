import type { BrowserScreenPlan, SummaryPlan } from '../../core/plan'
import { summaryFirst, summaryLine, summaryParts, summarySums, type SummaryPart } from '../../core/record/summary'
import { StateTag } from '../fields/StateTag'
import type { Dictionaries } from '../fieldDefinition'
import { say } from '../laterMessages'
import type { ActionTarget } from './actionRequest'
import { nameOf } from './actionRequest'
import './decision.css'

export interface DecisionHeadProps {
  screen: Pick<BrowserScreenPlan, 'label' | 'states' | 'statusField'>
  /** Absent: it is named alone. */
  summary?: SummaryPlan
  target: ActionTarget
  /** A prop and no context: a confirmation is drawn outside the page. */
  dictionaries: Dictionaries
}

/** Of several records at once, so that their sum stays in sight; whoever wants to read more opens them. */
const FIRST_OF_SEVERAL = 5

/**
 * Above every dialog that decides: what is decided. Of one record what has to be read first, its number, state, whom it is about, figures and date;
 * of several what has to be read first, which they are, how many, and their sum. All of it is in the rows already.
 */
export function DecisionHead({ screen, summary, target: { record, records }, dictionaries }: DecisionHeadProps) {
  const titles = { dictionaries, states: screen.states }
  if (records && summary) {
    const sums = summarySums(summary, records, titles)
    const first = records.flatMap((each) => summaryFirst(summary, each, titles).map((part) => ({ ...part, of: each })))
    const more = first.length - FIRST_OF_SEVERAL
    const unnamed = records.length - FIRST_OF_SEVERAL
    return (
      <div className="engine-decision">
        {first.slice(0, FIRST_OF_SEVERAL).map(({ field, title, text, of }) => (
          <p key={`${of.id} ${field.name}`} className="engine-decision-first">
            <b>
              {nameOf(screen, of)} {title}
            </b>{' '}
            {text}
          </p>
        ))}
        {more > 0 && <p className="engine-decision-first">{say('decision.more', { count: more })}</p>}
        <ul>
          {records.slice(0, FIRST_OF_SEVERAL).map((each) => (
            <li key={each.id}>
              <b>{nameOf(screen, each)}</b> {summaryLine(summary, each, titles, nameOf(screen, each))}
            </li>
          ))}
          {unnamed > 0 && <li>{say('decision.unnamed', { count: unnamed })}</li>}
        </ul>
        <dl>
          <Fact title={say('decision.records')} text={String(records.length)} />
          {sums && <Fact title={say('decision.sum', { title: summary.figures[0]?.title ?? '' })} text={sums.join(say('enumerate'))} />}
        </dl>
      </div>
    )
  }
  if (!record) return null
  const name = nameOf(screen, record)
  const first = summary ? summaryFirst(summary, record, titles) : []
  const others = summary
    ? summaryParts(summary, record, titles, name).filter(({ field }) => !first.some((part) => part.field.name === field.name))
    : []
  return (
    <div className="engine-decision">
      {first.filter(isProse).map(({ field, title, text }) => (
        <p key={field.name} className="engine-decision-first">
          <b>{title}</b> {text}
        </p>
      ))}
      <p className="engine-decision-name">
        <b>{name}</b>
        <StateTag screen={screen} record={record} />
      </p>
      <dl>
        {[...first.filter((part) => !isProse(part)), ...others].map(({ field, title, text }) => (
          <Fact key={field.name} title={title} text={text} />
        ))}
      </dl>
    </div>
  )
}

/** In characters: more do not fit beside a title. */
const LINE = 40

/** Its values may be more to read than fits beside its title. */
function isProse({ field: { maxLength = 0 } }: SummaryPart): boolean {
  return maxLength > LINE
}

function Fact({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{text}</dd>
    </div>
  )
}
