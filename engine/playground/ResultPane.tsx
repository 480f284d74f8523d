import { useState, type ComponentType, type ReactNode } from 'react'
import type { Request } from '../client/request'
import { Tabs } from '../client/ui/Tabs'
import type { Judgement, PlaygroundRole, PreviewProps, SchemaText } from './contents'
import { say } from './messages'
import { ExpressionPanel } from './panels/ExpressionPanel'
import { TablePanel, TypesPanel } from './panels/MadePanels'
import { screenAt } from './panels/operations'
import { CompiledPanel, EndpointsPanel, FormilyPanel } from './panels/PlanPanels'
import { TryPanel } from './panels/TryPanel'

interface ResultPaneProps {
  path: string
  judgement: Judgement
  roles: readonly PlaygroundRole[]
  /** The text is as it runs. */
  runs: boolean
  /** All texts that differ from those that run. */
  drafts: readonly SchemaText[]
  request: Request
  preview: ComponentType<PreviewProps> | undefined
  /** What compares and publishes. */
  release: ReactNode
}

/** What these are of, they say themselves. */
const outspoken = new Set(['preview', 'release', 'expression'])

/** What becomes of the texts: of the last ones without a mistake. */
export function ResultPane({ path, judgement, roles, runs, drafts, request, preview: Preview, release }: ResultPaneProps) {
  const [tab, setTab] = useState('preview')
  const { plan, problems } = judgement
  return (
    <div className="playground-beside">
      {problems.length > 0 && !outspoken.has(tab) && (
        <p role="status" className="playground-note playground-warning">
          {say('judge.lastGood')}
        </p>
      )}
      <Tabs
        label={say('tabs.beside')}
        active={tab}
        onActive={setTab}
        tabs={[
          ...(Preview
            ? [{ key: 'preview', title: say('tab.preview'), content: <Preview judgement={judgement} path={path} roles={roles} /> }]
            : []),
          ...(release ? [{ key: 'release', title: say('tab.release'), content: release }] : []),
          { key: 'compiled', title: say('tab.compiled'), content: <CompiledPanel path={path} plan={plan} />, scrolls: true },
          { key: 'endpoints', title: say('tab.endpoints'), content: <EndpointsPanel path={path} plan={plan} />, scrolls: true },
          { key: 'table', title: say('tab.table'), content: <TablePanel path={path} plan={plan} drafts={drafts} />, scrolls: true },
          { key: 'types', title: say('tab.types'), content: <TypesPanel path={path} plan={plan} drafts={drafts} />, scrolls: true },
          { key: 'formily', title: say('tab.formily'), content: <FormilyPanel path={path} plan={plan} />, scrolls: true },
          {
            key: 'try',
            title: say('tab.try'),
            content: <TryPanel key={path} screen={screenAt(path, plan)} runs={runs} request={request} />,
          },
          { key: 'expression', title: say('tab.expression'), content: <ExpressionPanel key={path} path={path} plan={plan} /> },
        ]}
      />
    </div>
  )
}
