/**
 * What a draft looks like: its pages in a frame, for a role and in a state, with what explains them and the diagram of the entity's states.
 *
 *   PreviewPane ─┬─ PreviewTools    switches
 *                ├─ PreviewFrame    the product in a frame (src/app/playground/frame.tsx), told what to show
 *                ├─ ExplainPanel    why parts of the page are not there
 *                └─ StateDiagramView
 */
import { Alert, Segmented } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { useEnvironment } from '../../client/context'
import type { SubMenu } from '../../core/permission'
import type { EntityPlan, ProductPlan } from '../../core/plan'
import type { Environment } from '../../core/record/scope'
import { rightsOf } from '../../core/rights'
import type { PlaygroundRole, PreviewProps } from '../contents'
import { stateDiagramOf } from '../diagram/stateDiagram'
import { StateDiagramView } from '../diagram/StateDiagramView'
import { ExplainPanel } from '../explain/ExplainPanel'
import type { ExplainedPage } from '../explain/explained'
import { say } from '../messages'
import { sayPreview } from '../previewMessages'
import { rightsTyped } from './accounts'
import type { AskAccount } from './AccountChoice'
import type { FrameState } from './frameMessages'
import { PreviewFrame } from './PreviewFrame'
import { PreviewTools } from './PreviewTools'
import { addressOfChoice } from './choices'
import {
  firstAddress,
  firstSettings,
  previewOf,
  SAMPLE_USER,
  settingsOfAnotherFile,
  subMenusOf,
  typedRights,
  widthFor,
  type Preview,
  type PreviewSettings,
} from './previewState'
import { usePreviewToken, type AskToken } from './usePreviewToken'
import { useSize } from './useSize'
import './preview.css'

/** What the product around it gives a preview. */
export interface PreviewHost {
  /** Address of the page in the frame. */
  frame: string
  /** Asks for a token that reads as a role and nothing else. */
  askToken: AskToken
  /** Asks for what an account may do. */
  askAccount: AskAccount
}

const views = ['page', 'explain', 'diagram'] as const
type View = (typeof views)[number]

export interface PreviewPaneProps extends PreviewProps {
  host: PreviewHost
  /** The page around it is dark. */
  dark: boolean
}

/** Another file shows its own pages, to the same eyes as the one before. */
export function PreviewPane({ judgement, path, roles, host, dark }: PreviewPaneProps) {
  const plan = judgement?.plan
  const [settings, setSettings] = useState<PreviewSettings>(firstSettings)
  const [visit, setVisit] = useState(0)
  const [pathOf, setPathOf] = useState(path)
  const [view, setView] = useState<View>('page')
  const pane = useRef<HTMLElement>(null)
  const size = useSize(pane)
  if (pathOf !== path) {
    setPathOf(path)
    setSettings(settingsOfAnotherFile)
    setVisit((count) => count + 1)
  }
  const environment = useEnvironment()
  const [facts] = useState(() => ({ ...environment(), user: SAMPLE_USER }))

  const preview = useMemo(() => plan && previewOf(path, plan, settings, facts), [path, plan, settings, facts])
  const { who, typed, account, data, outside, density } = settings
  const subMenus = useMemo(
    () => (plan ? subMenusOf({ who, typed, ...(account ? { account } : {}) }, plan, roles) : []),
    [who, typed, account, plan, roles],
  )
  const unknown = useMemo(() => (plan && who === typedRights ? rightsTyped(typed, plan).unknown : []), [who, typed, plan])
  const role = roles.find(({ id }) => id === who)
  const { token, failure, onEnded } = usePreviewToken(host.askToken, data === 'real' ? role?.id : undefined)
  const isReal = data !== 'real' || token !== undefined
  const state = useMemo(
    (): FrameState => ({
      page: preview ? firstAddress(preview, data) : '/',
      visit,
      subMenus,
      outside,
      dark: settings.dark ?? dark,
      density,
      // Until there is a token, nothing is read.
      data: isReal ? data : 'loading',
      ...(token === undefined ? {} : { token }),
    }),
    [preview, visit, subMenus, outside, settings.dark, dark, density, isReal, data, token],
  )
  const width = settings.width ?? widthFor(size?.width ?? window.innerWidth)
  if (plan && !preview)
    return (
      <section ref={pane} className="playground-preview">
        <Alert type="info" title={sayPreview('preview.none')} />
      </section>
    )

  function change(part: Partial<PreviewSettings>): void {
    setSettings((before) => ({ ...before, ...part }))
    if ('page' in part || 'state' in part || 'screen' in part) setVisit((count) => count + 1)
  }
  /** Where the frame's user has gone is what is explained, as far as it is a page of this screen. */
  function follow(page: string): void {
    const there = preview?.pages.find((each) => addressOfChoice(each, preview.record) === page)
    if (there && there.key !== preview?.choice.key) setSettings((before) => ({ ...before, page: there.key }))
  }
  return (
    <section ref={pane} className="playground-preview">
      {preview ? (
        <PreviewTools
          preview={preview}
          settings={settings}
          width={width}
          roles={roles}
          unknown={unknown}
          askAccount={host.askAccount}
          onChange={change}
        />
      ) : (
        <p role="status" className="playground-note">
          {say('judge.starting')}
        </p>
      )}
      {judgement && judgement.planOf !== judgement.edit && <Alert type="warning" showIcon title={sayPreview('preview.kept')} />}
      {data === 'real' && (
        <Alert type={failure === undefined ? 'info' : 'error'} showIcon title={failure ?? realText(role !== undefined)} />
      )}
      {preview && (
        <Segmented<View>
          aria-label={sayPreview('preview.views')}
          value={view}
          onChange={setView}
          options={views.map((each) => ({ value: each, label: sayPreview(`preview.view.${each}`) }))}
        />
      )}
      {/* Is loaded while the schemas are judged, and stays while it is not looked at, with what is typed into it. */}
      <div className="playground-preview-body" hidden={view !== 'page'}>
        <PreviewFrame
          key={settings.embedded ? 'embedded' : 'shell'}
          address={settings.embedded ? `${host.frame}?embedded` : host.frame}
          title={preview?.choice.title ?? ''}
          width={width}
          plan={plan}
          state={state}
          onPage={follow}
          onEnded={onEnded}
        />
      </div>
      {plan && preview && view === 'explain' && (
        <div className="playground-preview-body">
          <ExplainPanel what={explainedOf(preview, { plan, subMenus, outside, facts })} />
        </div>
      )}
      {plan && preview && view === 'diagram' && (
        <div className="playground-preview-body">
          <Diagram entity={preview.entity} plan={plan} roles={roles} />
        </div>
      )}
    </section>
  )
}

function realText(hasRole: boolean): string {
  return sayPreview(hasRole ? 'preview.realSaved' : 'preview.realNeedsRole')
}

interface Onlooker {
  plan: ProductPlan
  subMenus: readonly SubMenu[]
  outside: boolean
  facts: Environment
}

function explainedOf({ screen, entity, choice, record }: Preview, { plan, subMenus, outside, facts }: Onlooker): ExplainedPage {
  const { page, mode } = choice
  return {
    screen,
    entity,
    page,
    mode,
    ...(record ? { record } : {}),
    rights: rightsOf(subMenus, SAMPLE_USER),
    outside,
    environment: facts,
    titles: { dictionaries: plan.dictionaries, ...(screen.states ? { states: screen.states } : {}) },
  }
}

function Diagram({ entity, plan, roles }: { entity: EntityPlan; plan: ProductPlan; roles: readonly PlaygroundRole[] }) {
  const diagram = useMemo(() => stateDiagramOf(entity, plan, roles), [entity, plan, roles])
  return diagram ? <StateDiagramView diagram={diagram} /> : <p role="status">{sayPreview('preview.noStates')}</p>
}
