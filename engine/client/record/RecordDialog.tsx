import { Drawer, Modal } from 'antd'
import { useState, type ReactNode } from 'react'
import type { BrowserScreenPlan, RecordPagePlan } from '../../core/plan'
import { ActionScope } from '../actions/ActionScope'
import { useDialogClose } from '../dialogClose'
import { say } from '../messages'
import type { RecordMode } from '../pageAddress'
import { RecordEdit, type RecordEditProps } from './RecordEdit'
import { RecordSkeleton, RecordState } from './RecordState'
import { RecordView } from './RecordView'
import { useRecord } from './useRecord'

export interface RecordDialogProps {
  screen: BrowserScreenPlan
  page: RecordPagePlan
  mode: RecordMode
  /** Absent when adding. */
  id?: string
  /** Something was changed: the data below is asked again. */
  onDone: () => void
  onClose: () => void
}

/** In px; the fields stand in two columns. */
const WIDTH = 800
const DRAWER_WIDTH = 880

/** A record page without an address of its own: a dialog or a drawer over the list. What was typed is kept when it is closed. */
export function RecordDialog({ screen, page, mode, id, onDone, onClose }: RecordDialogProps) {
  // Before, the dialog takes the focus itself.
  const [isOpen, setOpen] = useState(false)
  const title = mode === 'view' ? page.title : say(mode === 'add' ? 'record.add' : 'record.edit', { title: screen.title })

  // A form is closed by its buttons only.
  const close = useDialogClose(onClose, () => mode === 'view')
  const content = (
    <ActionScope
      screen={screen}
      onChanged={({ does }) => {
        onDone()
        if (does.kind === 'delete') onClose()
      }}
    >
      {id === undefined ? (
        <DialogEdit {...{ screen, page, isOpen, onDone, onClose }} />
      ) : (
        <Existing {...{ screen, page, mode, id, isOpen, onDone, onClose }} />
      )}
    </ActionScope>
  )
  return page.as === 'drawer' ? (
    <Drawer open title={title} size={DRAWER_WIDTH} afterOpenChange={setOpen} onClose={close}>
      {content}
    </Drawer>
  ) : (
    <Modal open title={title} width={WIDTH} footer={null} afterOpenChange={setOpen} onCancel={close}>
      {content}
    </Modal>
  )
}

function Existing({ screen, page, mode, id, isOpen, onDone, onClose }: RecordDialogProps & { id: string; isOpen: boolean }): ReactNode {
  const [tab, setTab] = useState<string>()
  const query = useRecord(screen, id)
  const { data: record } = query
  if (query.error && !record) return <RecordState error={query.error} onRetry={() => void query.refetch()} onBack={onClose} />
  if (!record || (mode !== 'view' && !query.isFetchedAfterMount && query.isFetching)) return <RecordSkeleton />
  if (mode === 'view') return <RecordView screen={screen} page={page} record={record} approving={false} tab={tab} onTab={setTab} />
  return <DialogEdit {...{ screen, page, record, isOpen, onDone, onClose }} />
}

type DialogEditProps = Pick<RecordDialogProps, 'screen' | 'page' | 'onDone' | 'onClose'> &
  Pick<RecordEditProps, 'record'> & { isOpen: boolean }

function DialogEdit({ screen, page, record, isOpen, onDone, onClose }: DialogEditProps) {
  const [tab, setTab] = useState<string>()
  const close = (): void => {
    onDone()
    onClose()
  }
  return (
    <RecordEdit
      screen={screen}
      page={page}
      record={record}
      tab={tab}
      onTab={setTab}
      onDone={close}
      onCreated={close}
      onBack={onClose}
      backText={say('cancel')}
      takesFocus={isOpen}
    />
  )
}
