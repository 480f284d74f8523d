import { useEffect, useMemo, useRef, useState } from 'react'
import { useServices } from '../../client/context'
import { Button } from '../../client/ui/Button'
import { Tabs } from '../../client/ui/Tabs'
import type { OvertakenRelease, ScreenReleases } from '../../core/wire'
import type { ReleaseProps } from '../contents'
import { formatJson } from '../format'
import { say } from '../messages'
import { Changes } from './Changes'
import { compare, screenIdOf, type Comparison } from './comparison'
import { Conflict } from './Conflict'
import { History } from './History'
import { TextDifference } from './textPart'
import { exportReleases, publishScreen, PublishRefused, rollBackScreen, saveToFile, textOfRelease, useReleases } from './useReleases'
import './release.css'

/** Compares a draft with what runs, and makes it what runs: saved to its file in development, or published where the product runs. */
export function ReleasePanel({ path, running, draft, judgement, onText, onReleased }: ReleaseProps) {
  const { request, notify } = useServices()
  const screen = screenIdOf(path)
  const { data, error, refetch } = useReleases(screen)
  const [view, setView] = useState('changes')
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<{ overtaken: OvertakenRelease; base: string }>()
  /** What stood there when the draft was merged with it. */
  const [mergedWith, setMergedWith] = useState<number>()
  const noteField = useRef<HTMLInputElement>(null)
  const plan = screen === undefined ? undefined : judgement.plan.screens[screen]
  /** Somebody else may have published since the draft was begun. */
  const shown = data?.releases.text ?? running
  /** As files of the repository are written, so that it can be put there. */
  const formatted = useMemo(() => formatJson(draft) ?? draft, [draft])
  const isEarlier = judgement.planOf !== judgement.edit

  // The text that the plan is of: while a text has mistakes, places in it mean nothing.
  const comparison = useMemo(
    () => data && plan && compare({ path, text: draft, plan, plans: data.plans, savedColumns: data.releases.savedColumns }),
    [data, plan, path, draft],
  )
  // Another file's note and conflict are not this one's.
  useEffect(() => {
    setNote('')
    setConflict(undefined)
    setMergedWith(undefined)
  }, [path])

  async function once(work: () => Promise<void>): Promise<void> {
    if (busy) return
    setBusy(true)
    try {
      await work()
    } finally {
      setBusy(false)
    }
  }

  async function publish(): Promise<void> {
    if (!data || !plan || !comparison) return
    if (note.trim() === '') return noteField.current?.focus()
    const { holds } = data.releases
    const base = mergedWith === holds ? shown : running
    if (shown !== base) return setConflict({ overtaken: standing(data.releases), base })
    const asked = {
      title: say('release.publishQuestion', { title: plan.title }),
      content: say('release.publishWhat', { count: comparison.words.length }),
      okText: say('release.publish'),
    }
    if (!(await notify.confirm(asked))) return
    try {
      const result = await publishScreen(request, { path, text: formatted, basedOn: holds, note: note.trim() })
      if (!result) return
      if ('overtaken' in result) return setConflict({ overtaken: result.overtaken, base })
      notify.success(say('release.published', { version: result.version }))
      if (formatted !== draft) onText(formatted)
      setNote('')
      await changed()
    } catch (failure) {
      if (!(failure instanceof PublishRefused)) throw failure
      notify.error(failure.message)
    }
  }

  async function rollBack(version: number): Promise<void> {
    if (screen === undefined || !data) return
    const before = data.releases.releases.find((each) => each.version < version && each.takenBackAt === null)?.version ?? 0
    const asked = {
      title: say('release.rollBackQuestion', { version }),
      content: say('release.rollBackTo', { what: called(before) }),
      okText: say('release.rollBack'),
      danger: true,
    }
    if (!(await notify.confirm(asked))) return
    const holds = await rollBackScreen(request, screen, version)
    if (holds !== undefined) notify.success(say('release.rolledBack', { what: called(holds) }))
    await changed()
  }

  async function changed(): Promise<void> {
    await refetch()
    onReleased()
  }

  async function take(version: number): Promise<void> {
    const text = screen === undefined ? undefined : await textOfRelease(request, screen, version)
    if (text === undefined) return
    onText(text)
    notify.success(say('release.taken', { version }))
  }

  async function resolve({ version }: OvertakenRelease, text: string): Promise<void> {
    setConflict(undefined)
    setMergedWith(version)
    onText(text)
    await refetch()
  }

  async function save(): Promise<void> {
    if (!(await saveToFile(request, path, formatted))) return
    notify.success(say('release.saved', { path }))
    if (formatted !== draft) onText(formatted)
  }

  if (conflict)
    return (
      <Conflict
        {...conflict}
        draft={draft}
        onResolved={(text) => void resolve(conflict.overtaken, text)}
        onClose={() => setConflict(undefined)}
      />
    )
  const text = <TextDifference before={shown} after={draft} />
  const refusal = refusalOf({
    problems: judgement.problems.length,
    isEarlier,
    comparison,
    mayPublish: data?.releases.mayPublish,
    sameText: shown === formatted,
  })
  return (
    <div className="playground-release">
      <div className="playground-release-bar">
        {screen !== undefined && (
          <>
            <input
              ref={noteField}
              className="playground-release-note"
              aria-label={say('release.note')}
              placeholder={say('release.note')}
              maxLength={200}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
            <Button
              look="primary"
              busy={busy}
              onClick={() => refusal === undefined && void once(publish)}
              {...(refusal === undefined ? {} : { refusal })}
            >
              {say('release.publish')}
            </Button>
          </>
        )}
        {import.meta.env.DEV && (
          <Button
            onClick={() => judgement.problems.length === 0 && void once(save)}
            {...(judgement.problems.length === 0 ? {} : { refusal: say('release.problems', { count: judgement.problems.length }) })}
          >
            {say('release.save')}
          </Button>
        )}
        <Button look="text" onClick={() => void exportReleases(request)}>
          {say('release.export')}
        </Button>
      </div>
      {/* That there is nothing to publish is what the changes say. */}
      {refusal !== undefined && refusal !== say('release.same') && <p className="playground-note">{refusal}</p>}
      {error && (
        <p role="alert" className="playground-release-remark">
          {say('release.loadFailed', { reason: error.message })}
        </p>
      )}
      {screen === undefined ? (
        <>
          <p className="playground-note">{say('release.otherFile')}</p>
          {text}
        </>
      ) : (
        <Tabs
          label={say('release.views')}
          active={view}
          onActive={setView}
          tabs={[
            {
              key: 'changes',
              title: say('release.changes'),
              ...(comparison ? { count: comparison.words.length } : {}),
              content: comparison ? (
                <Changes comparison={comparison} sameText={shown === formatted} isEarlier={isEarlier} />
              ) : (
                !error && <p role="status">{say('release.loading')}</p>
              ),
            },
            { key: 'text', title: say('release.text'), content: text },
            {
              key: 'history',
              title: say('release.history'),
              ...(data ? { count: data.releases.releases.length } : {}),
              content: data && (
                <History
                  known={data.releases}
                  busy={busy}
                  onTake={(version) => void take(version)}
                  onRollBack={(version) => void once(() => rollBack(version))}
                />
              ),
            },
          ]}
        />
      )}
    </div>
  )
}

function called(version: number): string {
  return version === 0 ? say('release.shipped') : say('release.versionOf', { version })
}

function standing({ holds, text, releases }: ScreenReleases): OvertakenRelease {
  const { publishedBy = '', publishedAt = '', note = '' } = releases.find(({ version }) => version === holds) ?? {}
  return { version: holds, text, publishedBy, publishedAt, note }
}

interface Standing {
  problems: number
  isEarlier: boolean
  comparison: Comparison | undefined
  mayPublish: boolean | undefined
  sameText: boolean
}

/** Why it cannot be published. */
function refusalOf({ problems, isEarlier, comparison, mayPublish, sameText }: Standing): string | undefined {
  if (mayPublish === false) return say('release.noRight')
  if (problems > 0) return say('release.problems', { count: problems })
  if (isEarlier || !comparison) return say('release.wait')
  if (sameText) return say('release.same')
  return comparison.beyond.length > 0 ? say('release.problems', { count: comparison.beyond.length }) : undefined
}
