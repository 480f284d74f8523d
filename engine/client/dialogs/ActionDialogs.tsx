import { asProposed, pendingOf } from '../../core/pending'
import type { ActionPlan, BrowserScreenPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { useDictionaries, useServices } from '../context'
import { AskDialog } from '../form/view/AskDialog'
import { say as sayLater } from '../laterMessages'
import type { Failure } from '../request'
import { say } from '../messages'
import type { Values } from '../../core/record/values'
import { AttachmentsDialog } from '../record/AttachmentsDialog'
import { DecisionFacts } from '../record/DecisionFacts'
import { PendingChange } from '../record/PendingChange'
import { RecordDialog } from '../record/RecordDialog'
import { RowReasons } from '../ui/RowReasons'
import { UnknownWidget } from '../ui/UnknownWidget'
import { lazyPart } from '../ui/lazyPart'
import { confirmationOf, nameOf, ownConfirmation, previewOf, reviews, shownLines } from '../actions/actionRequest'
import type { ActionDialogsProps } from '../actions/overlays'

// Few visitors import.
const ImportDialog = lazyPart(() => import('../exchange/ImportDialog').then((module) => module.ImportDialog))

// Only lists on wide windows have it.
const DecisionPanel = lazyPart(() => import('./DecisionPanel').then((module) => module.DecisionPanel))

const PrintSheet = lazyPart(() => import('../record/PrintSheet').then((module) => module.PrintSheet))

const PrintPreview = lazyPart(() => import('../print/PrintPreview').then((module) => module.PrintPreview))

const CalculateDialog = lazyPart(() => import('../calculate/CalculateDialog').then((module) => module.CalculateDialog))

/** An action that only asks for a change has changed nothing yet. */
function askedForText({ does, title }: ActionPlan): string | undefined {
  return does.kind === 'action' && does.action.pending ? sayLater('record.changeAsked', { action: title }) : undefined
}

/** A change that waits for approval, under the number of its record, where several records are decided on together. */
function ChangeOf({ screen, record }: { screen: Pick<BrowserScreenPlan, 'label'>; record: RecordValues }) {
  const pending = pendingOf(record)
  if (!pending) return null
  return (
    <section aria-label={nameOf(screen, record)}>
      <p className="engine-decision-name">
        <b>{nameOf(screen, record)}</b>
      </p>
      <PendingChange pending={pending} />
    </section>
  )
}

/** The dialog that an action goes on in. */
export function ActionDialogs({ dialog, screen, submit, overtaken, head, invalidate, onImported, beside, onClose }: ActionDialogsProps) {
  const { extensions, request } = useServices()
  const dictionaries = useDictionaries()
  const onDone = (): void => void invalidate()
  switch (dialog.kind) {
    case 'ask': {
      const { action, fields, lines, target } = dialog
      const decision = action.does.kind === 'action' ? action.does.action.onPending : undefined
      const pending = decision && target.record ? pendingOf(target.record) : undefined
      const shown = target.record && decision === 'apply' ? asProposed(target.record) : target.record
      const asked = {
        title: target.record ? `${action.title}${say('colon')}${nameOf(screen, target.record)}` : action.title,
        fields,
        lines,
        confirmText:
          fields.length === 0 && !lines
            ? confirmationOf(screen, action, target, dictionaries)
            : ownConfirmation(screen, action, target.record, dictionaries),
        danger: action.danger,
        head: (
          <>
            {head(target)}
            {pending && <PendingChange pending={pending} />}
            {decision && target.records?.map((record) => <ChangeOf key={record.id} screen={screen} record={record} />)}
            {target.refused && target.refused.length > 0 && (
              <RowReasons
                title={sayLater('decision.refused', { count: target.refused.length, action: action.title })}
                rows={target.refused.map(({ record, reason }) => ({ name: nameOf(screen, record), reason }))}
              />
            )}
            {target.record && reviews(action.does) && (
              <DecisionFacts screen={screen} record={target.record} isPending={pending !== undefined} shows={shownLines(action.does)} />
            )}
          </>
        ),
        onSubmit: (values: Values, preview?: string) => submit({ ...dialog, done: askedForText(action) }, values, preview),
        preview: previewOf(request, screen, action, target),
        onPreviewFailed: (failure: Failure) => overtaken(dialog, failure),
        onClose,
      }
      if (beside && target.record && shown)
        return <DecisionPanel {...asked} {...beside} {...{ action, screen, shown }} record={target.record} />
      return (
        <AskDialog
          {...asked}
          isReview={target.record !== undefined && shownLines(action.does).length > 0}
          action={action.name}
          act={action.title}
          screen={screen}
          record={shown}
        />
      )
    }
    case 'record': {
      const { page, mode, id, given } = dialog
      return <RecordDialog {...{ screen, page, mode, id, given, onDone, onClose }} />
    }
    case 'attachments':
      return <AttachmentsDialog screen={screen} record={dialog.record} title={dialog.action.title} onClose={onClose} />
    case 'import':
      return (
        <ImportDialog
          title={`${screen.title}${dialog.action.title}`}
          plan={dialog.plan}
          url={`${screen.base}/${dialog.action.name}`}
          onDone={() => {
            onImported(dialog.plan.queryType)
            onDone()
          }}
          onClose={onClose}
        />
      )
    case 'calculate': {
      const { action, plan, record } = dialog
      return <CalculateDialog screen={screen} action={action} plan={plan} record={record} onClose={onClose} />
    }
    case 'print':
      return <PrintSheet screen={screen} page={dialog.page} record={dialog.record} onClose={onClose} />
    case 'templates': {
      const { templates, records } = dialog
      return <PrintPreview {...{ screen, templates, records, onDone, onClose }} />
    }
    case 'widget': {
      const Widget = extensions.widgets[dialog.widget]
      if (!Widget) return <UnknownWidget screen={screen} name={dialog.widget} known={Object.keys(extensions.widgets)} />
      const { record, records } = dialog.target
      return <Widget screen={screen} action={dialog.action} record={record} records={records} onDone={onDone} onClose={onClose} />
    }
  }
}
