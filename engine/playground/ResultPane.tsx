import { useState, type ComponentType, type ReactNode } from 'react'
import type { Request } from '../client/request'
import type { ProductPlan } from '../core/plan'
import { Tabs, type Tab } from '../client/ui/Tabs'
import type { Judgement, PlaygroundRole, PreviewProps, SchemaText } from './contents'
import { say } from './messages'
import { ExpressionPanel } from './panels/ExpressionPanel'
import { TablePanel, TypesPanel } from './panels/MadePanels'
import { screenAt } from './panels/operations'
import { CompiledPanel, EndpointsPanel, FormilyPanel } from './panels/PlanPanels'
import { TryPanel } from './panels/TryPanel'

interface ResultPaneProps {
  path: string
  /** Undefined until the first one. */
  judgement: Judgement | undefined
  roles: readonly PlaygroundRole[]
  /** The text is as it runs. */
  runs: boolean
  /** All texts that differ from those that run. */
  drafts: readonly SchemaText[]
  request: Request
  preview: ComponentType<PreviewProps> | undefined
  /** What compares and publishes; undefined where there is none. */
  release: ReactNode
}

/** What these are of, they say themselves. */
const outspoken = new Set(['preview', 'release', 'expression'])

/** What becomes of the texts: of the last ones without a mistake. */
export function ResultPane({ path, judgement, roles, runs, drafts, request, preview: Preview, release }: ResultPaneProps) {
  const [tab, setTab] = useState('preview')
  const plan = judgement?.plan
  return (
    <div className="playground-beside">
      {judgement && judgement.problems.length > 0 && !outspoken.has(tab) && (
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
          ...panelsOf({ path, plan, runs, drafts, request }),
        ]}
      />
    </div>
  )
}

interface PanelsProps extends Pick<ResultPaneProps, 'path' | 'runs' | 'drafts' | 'request'> {
  plan: ProductPlan | undefined
}

/** The same titles before there is a plan and after: nobody's mouse is over another one then. */
function panelsOf({ path, plan, runs, drafts, request }: PanelsProps): Tab[] {
  const made = (panel: (of: ProductPlan) => ReactNode): ReactNode =>
    plan ? panel(plan) : <p className="playground-note">{say('judge.starting')}</p>
  return [
    { key: 'compiled', title: say('tab.compiled'), content: made((of) => <CompiledPanel path={path} plan={of} />), scrolls: true },
    { key: 'endpoints', title: say('tab.endpoints'), content: made((of) => <EndpointsPanel path={path} plan={of} />), scrolls: true },
    { key: 'table', title: say('tab.table'), content: made((of) => <TablePanel path={path} plan={of} drafts={drafts} />), scrolls: true },
    { key: 'types', title: say('tab.types'), content: made((of) => <TypesPanel path={path} plan={of} drafts={drafts} />), scrolls: true },
    { key: 'formily', title: say('tab.formily'), content: made((of) => <FormilyPanel path={path} plan={of} />), scrolls: true },
    {
      key: 'try',
      title: say('tab.try'),
      content: made((of) => <TryPanel key={path} screen={screenAt(path, of)} runs={runs} request={request} />),
    },
    { key: 'expression', title: say('tab.expression'), content: made((of) => <ExpressionPanel key={path} path={path} plan={of} />) },
  ]
}
