import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { isAttached, storedFiles, type StoredFile } from '../../core/fields'
import type { BrowserScreenPlan, FieldPlan } from '../../core/plan'
import { changesSinceSubmission, type ChangesSince } from '../../core/record/submission'
import type { RecordValues } from '../../core/wire'
import { useServices } from '../context'
import { formatText } from '../fields/formatText'
import { say } from '../laterMessages'
import { readableSize } from '../ui/readableSize'
import { FileName } from '../upload/FileName'
import { attachmentsKey, listAttachments } from './attachmentApi'
import { DecidedLines } from './DecidedLines'
import { historyQuery, tellsHistory } from '../data/historyQuery'
import { recordQuery } from './useRecord'
import './decisionFacts.css'

interface FactsProps {
  screen: BrowserScreenPlan
  record: RecordValues
}

/** So few changes are read at once; more are unfolded. */
const FEW = 5

/**
 * What a decision rests on besides the summary: the lines that are decided on, what was changed since the last submission, and the files. Asked
 * for when the decision opens, and not with the list; what cannot be loaded says so, and holds nobody up. `isPending`: a requested change is shown
 * by itself, old beside new. `shows`: the line tables.
 */
export function DecisionFacts({ screen, record, isPending, shows = [] }: FactsProps & { isPending: boolean; shows?: readonly string[] }) {
  return (
    <>
      {shows.length > 0 && <DecidedLines screen={screen} record={record} shows={shows} />}
      {!isPending && <SinceSubmission screen={screen} record={record} />}
      <Files screen={screen} record={record} />
    </>
  )
}

/** Nothing at a first submission. */
export function SinceSubmission({ screen, record }: FactsProps) {
  const { request } = useServices()
  const { statusField } = screen
  const isTold = statusField !== undefined && tellsHistory(screen)
  const { data, error } = useQuery({ ...historyQuery(request, screen, record.id), enabled: isTold })
  if (!isTold) return null
  if (error) return <p className="engine-facts-note">{say('decision.sinceFailed', { reason: error.message })}</p>
  if (!data) return <Waiting />
  const since = changesSinceSubmission(data, String(record[statusField]), writtenByActions(screen))
  return since ? <Changes screen={screen} since={since} /> : null
}

function Changes({ screen, since: { changed, added } }: { screen: BrowserScreenPlan; since: ChangesSince }) {
  const count = changed.length + added.length
  if (count === 0) return <p className="engine-facts-note">{say('decision.sinceNothing')}</p>
  return (
    <details className="engine-facts" open={count <= FEW}>
      <summary>
        {say('decision.since')} ({count})
      </summary>
      <dl>
        {changed.map(({ key, title, before, after, row }) => (
          <Change
            key={key}
            title={title}
            before={formatText(before)}
            after={row === 'removed' ? say('decision.removed') : formatText(after)}
          />
        ))}
        {added.map(({ key, lines, row, cells }) => (
          <Change
            key={key}
            title={say('decision.row', { lines: screen.lines[lines]?.title ?? lines, row })}
            before={say('decision.added')}
            after={cells.map(formatText).join(' ')}
          />
        ))}
      </dl>
    </details>
  )
}

function Change({ title, before, after }: { title: string; before: string; after: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <span className="engine-facts-before">{before}</span> → <b>{after}</b>
      </dd>
    </div>
  )
}

/** Names of fields that no person writes: who submitted, when, with what opinion. */
function writtenByActions({ actions }: BrowserScreenPlan): ReadonlySet<string> {
  return new Set(Object.values(actions).flatMap(({ does }) => (does.kind === 'action' ? Object.keys(does.action.set) : [])))
}

/** The files of the record as a whole, and of its fields by their titles. Nothing where there are none. */
function Files({ screen, record }: FactsProps) {
  const { request, files } = useServices()
  const titleId = useId()
  const fields = fileFields(screen)
  const own = useQuery({
    queryKey: attachmentsKey(screen, record.id),
    queryFn: ({ signal }) => listAttachments(request, screen, record.id, signal),
    enabled: takesAttachments(screen),
  })
  const whole = useQuery({ ...recordQuery(request, screen, record.id), enabled: fields.length > 0 })
  const error = own.error ?? whole.error
  if (own.isLoading || whole.isLoading) return <Waiting />
  const named: { title?: string; file: StoredFile }[] = [
    ...(own.data ?? []).map((file) => ({ file })),
    ...fields.flatMap(({ name, title }) => storedFiles(whole.data?.[name]).map((file) => ({ title, file }))),
  ]
  return (
    <>
      {error && <p className="engine-facts-note">{say('decision.filesFailed', { reason: error.message })}</p>}
      {named.length > 0 && (
        <section className="engine-facts" aria-labelledby={titleId}>
          <h4 id={titleId}>
            {say('decision.files')} ({named.length})
          </h4>
          <ul>
            {named.map(({ title, file }) => (
              <li key={`${title} ${file.id}`}>
                {title !== undefined && <span>{title}</span>}
                <FileName name={file.name} url={files.urlOf(file)} onDownload={() => void files.download(file)} />
                {file.size !== undefined && <small>{readableSize(file.size)}</small>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function takesAttachments({ pages, actions }: BrowserScreenPlan): boolean {
  const hasTab = Object.values(pages).some((page) => page.kind === 'record' && page.tabs.some(({ kind }) => kind === 'attachments'))
  return hasTab || actions['attach'] !== undefined
}

/** The fields of files that pages of the record show, each once. */
function fileFields({ pages }: BrowserScreenPlan): FieldPlan[] {
  const shown = Object.values(pages).flatMap((page) =>
    page.kind === 'record' ? page.sections.flatMap(({ items }) => items.map(({ field }) => field)) : [],
  )
  return [...new Map(shown.filter(isAttached).map((field) => [field.name, field])).values()]
}

function Waiting(): ReactNode {
  return (
    <p className="engine-facts-note" role="status">
      {say('loading')}
    </p>
  )
}
