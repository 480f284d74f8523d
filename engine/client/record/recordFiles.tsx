import { lazy, Suspense, useMemo, type ComponentType } from 'react'
import { isAttached, type StoredFile } from '../../core/fields'
import type { BrowserScreenPlan } from '../../core/plan'
import { usePermission, useServices } from '../context'
import type { InputProps } from '../fieldDefinition'
import type { FormModel } from '../form/model/formModel'
import { say } from '../laterMessages'
import { attachmentTarget, removeAttachment } from './attachmentApi'

const FilesControl = lazy(() => import('../upload/FilesControl').then((module) => ({ default: module.FilesControl })))

/**
 * The input of `files` fields of a record: each file is attached when it is chosen, and does not wait for the save. So there must be a
 * record; a new one takes its files after its first save.
 */
export function recordFilesInput(screen: BrowserScreenPlan, recordId: string | undefined): ComponentType<InputProps> {
  return recordId === undefined ? FilesLater : (props) => <RecordFiles {...props} screen={screen} recordId={recordId} />
}

/** Files were attached or taken away while the form was open: its user has changed the record though there is nothing to send. */
export function filesHaveChanged({ items, values, record }: FormModel): boolean {
  const shown = values()
  const idsOf = (files: unknown): string => ((files ?? []) as StoredFile[]).map(({ id }) => id).join()
  return [...items.values()].some(({ plan: { field } }) => isAttached(field) && idsOf(shown[field.name]) !== idsOf(record[field.name]))
}

function FilesLater({ id }: InputProps) {
  return (
    <output id={id} className="engine-field-value">
      {say('files.later')}
    </output>
  )
}

function RecordFiles({ screen, recordId, ...props }: InputProps & { screen: BrowserScreenPlan; recordId: string }) {
  const { request, notify } = useServices()
  const attach = screen.actions['attach']
  const isAllowed = usePermission(attach?.permission)
  const target = useMemo(() => attachmentTarget(screen, recordId, props.field.name), [screen, recordId, props.field.name])

  async function remove({ id, name }: StoredFile): Promise<boolean> {
    let removed = false
    await notify.confirm({
      title: say('attachments.confirmRemove', { name }),
      danger: true,
      perform: async () => {
        removed = (await removeAttachment(request, id)).success
      },
    })
    return removed
  }

  return (
    <Suspense fallback={<output id={props.id}>{say('loading')}</output>}>
      <FilesControl {...props} disabled={props.disabled || attach === undefined || !isAllowed} target={target} mayRemove={remove} />
    </Suspense>
  )
}
