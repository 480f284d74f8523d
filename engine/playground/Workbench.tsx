import { useMemo, useRef, useState, type ComponentType } from 'react'
import { useServices } from '../client/context'
import type { KeyValueStore } from '../client/memory/storage'
import type { Request } from '../client/request'
import type { SchemaProblem } from '../spec/problem'
import type { PlaygroundContents, PreviewProps, ReleaseProps } from './contents'
import { Drafts } from './drafts'
import { EditPane } from './EditPane'
import type { EditorHandle } from './editor/SchemaEditor'
import { FirstVisit } from './FirstVisit'
import { PaneLayout, type Pane } from './layout/PaneLayout'
import { usePanes } from './layout/usePanes'
import { say } from './messages'
import { ResultPane } from './ResultPane'
import { SharedDraftNotice } from './share/SharedDraftNotice'
import { fragmentOf } from './share/shareLink'
import { Tree } from './tree/Tree'
import { treeOf } from './tree/treeModel'
import { useSchemas } from './useSchemas'
import type { WorkerLike } from './worker/schemaClient'
import './playground.css'

export interface WorkbenchProps {
  contents: PlaygroundContents
  request: Request
  /** Keeps drafts and widths, for this user alone. */
  storage: KeyValueStore
  /** What the pages look like; there is no tab for it without. */
  preview?: ComponentType<PreviewProps>
  /** Compares and publishes; there is no tab for it without. */
  release?: ComponentType<ReleaseProps>
  /** Of the page's content policy, for the styles of the editor. */
  nonce?: string | undefined
  /** Contents have changed on the server. */
  onReleased: () => void
  /** Starts the thread of the check; a test hands in its own. */
  startWorker?: () => WorkerLike
}

const LAST_PATH = 'path'

/** Schemas as files, their text, and what becomes of them. */
export function Workbench({ contents, request, storage, preview, release: Release, nonce, onReleased, startWorker }: WorkbenchProps) {
  const { notify } = useServices()
  const drafts = useMemo(() => new Drafts(storage, contents.files), [storage, contents])
  const { judgement, broken, edit, ask } = useSchemas(contents, drafts, startWorker)
  const [path, setPath] = useState(() => firstPath(contents, storage))
  // What is typed is kept by the drafts; this only draws anew.
  const [, setVersion] = useState(0)
  const [front, setFront] = useState<Pane>('editor')
  const panes = usePanes(storage)
  const editor = useRef<EditorHandle>(null)

  const plan = judgement?.plan
  const groups = useMemo(() => treeOf(contents.files, plan), [contents, plan])
  const problems = judgement?.problems
  const counts = useMemo(() => countByFile(problems ?? []), [problems])
  const own = useMemo(() => (problems ?? []).filter(({ file }) => file === path), [problems, path])
  const text = drafts.text(path)
  const running = drafts.running(path)
  const changed = drafts.changed()

  function open(next: string): void {
    setPath(next)
    storage.set(LAST_PATH, next)
    setFront('editor')
  }

  function take(at: string, typed: string): void {
    if (typed === drafts.text(at)) return
    drafts.keep(at, typed)
    setVersion((version) => version + 1)
    edit(at, typed)
  }

  function go(problem: SchemaProblem): void {
    if (problem.file === path) setFront('editor')
    else if (contents.files.some((file) => file.path === problem.file)) open(problem.file)
    else return
    // The other file is in the editor after the next drawing.
    requestAnimationFrame(() => editor.current?.go(problem))
  }

  async function restore(): Promise<void> {
    if (await notify.confirm({ title: say('editor.restoreQuestion'), danger: true, okText: say('editor.restore') })) take(path, running)
  }

  async function share(): Promise<void> {
    window.history.replaceState(window.history.state, '', await fragmentOf({ path, text }))
    try {
      await navigator.clipboard.writeText(window.location.href)
      notify.success(say('editor.shared'))
    } catch {
      notify.warning(say('editor.shareByHand'))
    }
  }

  return (
    <div className={`playground playground-${panes.room}`}>
      <FirstVisit storage={storage} />
      <SharedDraftNotice
        drafts={drafts}
        changed={changed}
        onOpen={(draft) => {
          open(draft.path)
          take(draft.path, draft.text)
        }}
      />
      <PaneLayout
        panes={panes}
        front={front}
        onFront={setFront}
        tree={<Tree groups={groups} path={path} changed={changed} broken={counts} onOpen={open} />}
        editor={
          <EditPane
            path={path}
            text={text}
            running={running}
            judgement={judgement}
            own={own}
            nonce={nonce}
            editor={editor}
            ask={ask}
            onText={take}
            onFormat={() => editor.current?.format()}
            onShare={() => void share()}
            onRestore={() => void restore()}
            onGo={go}
          />
        }
        preview={
          judgement || broken === undefined ? (
            <ResultPane
              path={path}
              judgement={judgement}
              roles={contents.roles}
              runs={!changed.has(path)}
              drafts={[...changed].map((draft) => ({ path: draft, text: drafts.text(draft) }))}
              request={request}
              preview={preview}
              release={
                Release &&
                (judgement ? (
                  <Release
                    path={path}
                    running={running}
                    draft={text}
                    judgement={judgement}
                    onText={(typed) => take(path, typed)}
                    onReleased={onReleased}
                  />
                ) : (
                  <p className="playground-note">{say('judge.starting')}</p>
                ))
              }
            />
          ) : (
            <p role="status" className="playground-note">
              {say('judge.broken', { reason: broken ?? '' })}
            </p>
          )
        }
      />
    </div>
  )
}

function firstPath({ files }: PlaygroundContents, storage: KeyValueStore): string {
  const last = storage.get(LAST_PATH)
  const known = files.find(({ path }) => path === last) ?? files.find(({ path }) => path.endsWith('.screen.json')) ?? files[0]
  return known?.path ?? ''
}

function countByFile(problems: readonly SchemaProblem[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { file } of problems) counts.set(file, (counts.get(file) ?? 0) + 1)
  return counts
}
