import { useMemo, useRef, useState, type ComponentType } from 'react'
import type { KeyValueStore } from '../client/memory/storage'
import { useServices } from '../client/context'
import type { Request } from '../client/request'
import { Button } from '../client/ui/Button'
import { Tabs } from '../client/ui/Tabs'
import type { SchemaProblem } from '../spec/problem'
import type { PlaygroundContents, PreviewProps, ReleaseProps } from './contents'
import { Drafts } from './drafts'
import { SchemaEditor, type EditorHandle } from './editor/SchemaEditor'
import { Splitter } from './layout/Splitter'
import { usePanes } from './layout/usePanes'
import { say } from './messages'
import { ExpressionPanel } from './panels/ExpressionPanel'
import { screenAt } from './panels/operations'
import { CompiledPanel, EndpointsPanel, FormilyPanel } from './panels/PlanPanels'
import { ReferencePanel } from './panels/ReferencePanel'
import { TryPanel } from './panels/TryPanel'
import { ProblemList } from './ProblemList'
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
export function Workbench(props: WorkbenchProps) {
  const { contents, request, storage, preview: Preview, release: Release, nonce, onReleased, startWorker } = props
  const { notify } = useServices()
  const drafts = useMemo(() => new Drafts(storage, contents.files), [storage, contents])
  const { judgement, broken, edit, ask } = useSchemas(contents, drafts, startWorker)
  const [path, setPath] = useState(() => firstPath(contents, storage))
  // What is typed is kept by the drafts; this only draws anew.
  const [, setVersion] = useState(0)
  const [cursor, setCursor] = useState(0)
  const [below, setBelow] = useState('problems')
  const [beside, setBeside] = useState('preview')
  const [front, setFront] = useState('editor')
  const panes = usePanes(storage)
  const editor = useRef<EditorHandle>(null)

  const groups = useMemo(() => treeOf(contents.files, judgement?.plan), [contents, judgement?.plan])
  const problems = judgement?.problems ?? []
  const own = useMemo(() => (judgement?.problems ?? []).filter(({ file }) => file === path), [judgement?.problems, path])
  const text = drafts.text(path)
  const running = drafts.running(path)
  const changed = drafts.changed()

  function open(next: string): void {
    setPath(next)
    setCursor(0)
    storage.set(LAST_PATH, next)
    setFront('editor')
  }

  function take(at: string, typed: string): void {
    drafts.keep(at, typed)
    setVersion((version) => version + 1)
    edit(at, typed)
  }

  function go(problem: SchemaProblem): void {
    if (problem.file !== path && contents.files.some((file) => file.path === problem.file)) open(problem.file)
    else setFront('editor')
    // The other file is in the editor after the next drawing.
    requestAnimationFrame(() => editor.current?.go(problem))
  }

  async function restore(): Promise<void> {
    if (await notify.confirm({ title: say('editor.restoreQuestion'), danger: true, okText: say('editor.restore') })) take(path, running)
  }

  async function share(): Promise<void> {
    const fragment = await fragmentOf({ path, text })
    window.history.replaceState(window.history.state, '', fragment)
    try {
      await navigator.clipboard.writeText(window.location.href)
      notify.success(say('editor.shared'))
    } catch {
      notify.warning(say('editor.shareByHand'))
    }
  }

  const files = <Tree groups={groups} path={path} changed={changed} broken={countByFile(problems)} onOpen={open} />
  const edits = (
    <div className="playground-edit">
      <div className="playground-bar">
        <strong className="playground-path" title={path}>
          {path.replace('schemas/', '')}
        </strong>
        {changed.has(path) && <span className="playground-mark">{say('tree.changed')}</span>}
        <span className="playground-bar-space" />
        <Button label={say('editor.formatKey')} onClick={() => editor.current?.format()}>
          {say('editor.format')}
        </Button>
        <Button onClick={() => void share()}>{say('editor.share')}</Button>
        {changed.has(path) && <Button onClick={() => void restore()}>{say('editor.restore')}</Button>}
      </div>
      <SchemaEditor
        ref={editor}
        path={path}
        text={text}
        problems={own}
        nonce={nonce}
        ask={ask}
        onText={(at, typed) => typed !== drafts.text(at) && take(at, typed)}
        onCursor={setCursor}
      />
      <p className="playground-keys">{say('editor.keys')}</p>
      <div className="playground-below">
        <Tabs
          label={say('tabs.below')}
          active={below}
          onActive={setBelow}
          tabs={[
            {
              key: 'problems',
              title: say('tab.problems'),
              ...(judgement ? { count: problems.length } : {}),
              content: judgement ? (
                <ProblemList problems={problems} path={path} onGo={go} />
              ) : (
                <p className="playground-note">{say('judge.starting')}</p>
              ),
            },
            { key: 'reference', title: say('tab.reference'), content: <ReferencePanel path={path} text={text} cursor={cursor} /> },
            ...(Release && judgement
              ? [
                  {
                    key: 'release',
                    title: say('tab.release'),
                    content: (
                      <Release
                        path={path}
                        running={running}
                        draft={text}
                        judgement={judgement}
                        onText={(typed) => take(path, typed)}
                        onReleased={onReleased}
                      />
                    ),
                  },
                ]
              : []),
          ]}
        />
      </div>
    </div>
  )
  const shown = judgement ? (
    <div className="playground-beside">
      {problems.length > 0 && (
        <p role="status" className="playground-note playground-warning">
          {say('judge.lastGood')}
        </p>
      )}
      <Tabs
        label={say('tabs.beside')}
        active={beside}
        onActive={setBeside}
        tabs={[
          ...(Preview
            ? [{ key: 'preview', title: say('tab.preview'), content: <Preview judgement={judgement} path={path} roles={contents.roles} /> }]
            : []),
          { key: 'compiled', title: say('tab.compiled'), content: <CompiledPanel path={path} plan={judgement.plan} /> },
          { key: 'endpoints', title: say('tab.endpoints'), content: <EndpointsPanel path={path} plan={judgement.plan} /> },
          { key: 'formily', title: say('tab.formily'), content: <FormilyPanel path={path} plan={judgement.plan} /> },
          {
            key: 'try',
            title: say('tab.try'),
            content: <TryPanel key={path} screen={screenAt(path, judgement.plan)} runs={!changed.has(path)} request={request} />,
          },
          { key: 'expression', title: say('tab.expression'), content: <ExpressionPanel /> },
        ]}
      />
    </div>
  ) : (
    <p role="status" className="playground-note">
      {broken === undefined ? say('judge.starting') : say('judge.broken', { reason: broken })}
    </p>
  )
  const notice = (
    <SharedDraftNotice drafts={drafts} changed={changed} onOpen={(draft) => (open(draft.path), take(draft.path, draft.text))} />
  )

  const { room } = panes
  const isInFront = (pane: string): boolean => room === 'three' || (room === 'two' && pane === 'files') || frontOf(front, room) === pane
  return (
    <div className={`playground playground-${room}`}>
      {notice}
      {room !== 'three' && (
        <div role="group" aria-label={say('pane.all')} className="playground-fronts">
          {(room === 'one' ? (['files', 'editor', 'preview'] as const) : (['editor', 'preview'] as const)).map((pane) => (
            <Button key={pane} pressed={frontOf(front, room) === pane} onClick={() => setFront(pane)}>
              {say(`pane.${pane}`)}
            </Button>
          ))}
        </div>
      )}
      <div className="playground-panes">
        <section
          aria-label={say('pane.files')}
          hidden={!isInFront('files')}
          className="playground-pane"
          style={room === 'one' ? undefined : { flex: `0 0 ${room === 'three' ? panes.tree : Math.min(panes.tree, 240)}px` }}
        >
          {files}
        </section>
        {room === 'three' && <Splitter width={panes.tree} min={180} max={420} isLeft onWidth={panes.setTree} />}
        <section aria-label={say('pane.editor')} hidden={!isInFront('editor')} className="playground-pane playground-pane-wide">
          {edits}
        </section>
        {room === 'three' && <Splitter width={panes.preview} min={320} max={900} isLeft={false} onWidth={panes.setPreview} />}
        <section
          aria-label={say('pane.preview')}
          hidden={!isInFront('preview')}
          className={room === 'three' ? 'playground-pane' : 'playground-pane playground-pane-wide'}
          style={room === 'three' ? { flex: `0 1 ${panes.preview}px` } : undefined}
        >
          {shown}
        </section>
      </div>
    </div>
  )
}

function frontOf(front: string, room: 'two' | 'one' | 'three'): string {
  return room === 'two' && front === 'files' ? 'editor' : front
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
