import { useState, type Ref } from 'react'
import { Button } from '../client/ui/Button'
import { Tabs } from '../client/ui/Tabs'
import type { SchemaProblem } from '../spec/problem'
import type { Judgement } from './contents'
import { SchemaEditor, type EditorHandle } from './editor/SchemaEditor'
import type { Ask } from './editor/help'
import { say } from './messages'
import { ReferencePanel } from './panels/ReferencePanel'
import { ProblemList } from './ProblemList'

interface EditPaneProps {
  path: string
  text: string
  running: string
  judgement: Judgement | undefined
  /** Problems of this file; the same list as long as they are the same. */
  own: readonly SchemaProblem[]
  nonce: string | undefined
  editor: Ref<EditorHandle>
  ask: Ask
  onText: (path: string, text: string) => void
  onFormat: () => void
  onShare: () => void
  onRestore: () => void
  onGo: (problem: SchemaProblem) => void
}

/** The text of a file, what can be done with it, and below it what is wrong with it and what its words mean. */
export function EditPane(props: EditPaneProps) {
  const { path, text, running, judgement, own, nonce, editor, ask, onText, onFormat, onShare, onRestore, onGo } = props
  const [tab, setTab] = useState('problems')
  const [cursor, setCursor] = useState(0)
  const isChanged = text !== running
  const [, folder = '', name = path] = /^schemas\/(.*\/)?([^/]+)$/.exec(path) ?? []
  const problems = judgement?.problems ?? []
  return (
    <div className="playground-edit">
      <div className="playground-bar">
        <strong className="playground-path" title={path}>
          {folder && <span className="playground-folder">{folder}</span>}
          {name}
        </strong>
        {isChanged && <span className="playground-mark">{say('tree.changed')}</span>}
        <span className="playground-bar-space" />
        <Button label={say('editor.formatKey')} onClick={onFormat}>
          {say('editor.format')}
        </Button>
        <Button onClick={onShare}>{say('editor.share')}</Button>
        {isChanged && <Button onClick={onRestore}>{say('editor.restore')}</Button>}
      </div>
      <SchemaEditor ref={editor} path={path} text={text} problems={own} nonce={nonce} ask={ask} onText={onText} onCursor={setCursor} />
      <p className="playground-keys">{say('editor.keys')}</p>
      <div className="playground-below">
        <Tabs
          label={say('tabs.below')}
          active={tab}
          onActive={setTab}
          tabs={[
            {
              key: 'problems',
              title: say('tab.problems'),
              ...(judgement ? { count: problems.length } : {}),
              content: judgement ? (
                <ProblemList problems={problems} path={path} onGo={onGo} />
              ) : (
                <p className="playground-note">{say('judge.starting')}</p>
              ),
            },
            { key: 'reference', title: say('tab.reference'), content: <ReferencePanel path={path} text={text} cursor={cursor} /> },
          ]}
        />
      </div>
    </div>
  )
}
