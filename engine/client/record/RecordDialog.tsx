import { Drawer, Modal } from 'antd'
import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { pendingOf } from '../../core/pending'
import type { BrowserScreenPlan, RecordPagePlan } from '../../core/plan'
import { ActionScope } from '../actions/ActionScope'
import { useDialogClose } from '../ui/dialogClose'
import { say } from '../laterMessages'
import { useLeaveConfirmation } from '../leaveConfirmation'
import type { Given, RecordMode } from '../pageAddress'
import { RecordEdit, type RecordEditProps, type UnsavedInput } from './RecordEdit'
import { RecordSkeleton, RecordState } from './RecordState'
import { RecordView } from './RecordView'
import { useMayBegin, useRecord } from './useRecord'

export interface RecordDialogProps {
  screen: BrowserScreenPlan
  page: RecordPagePlan
  mode: RecordMode
  /** Absent when adding. */
  id?: string
  /** What a new record begins with. */
  given?: Given
  /** Something was changed: the data of the page below is loaded again. */
  onDone: () => void
  onClose: () => void
}

/** In px; the fields stand in two columns. */
const WIDTH = 800
const DRAWER_WIDTH = 880
/** The width of a drawer that covers the whole window. */
const FULL_WIDTH = '100vw'

/**
 * A record page without an address of its own: a dialog or a drawer over the list. Whoever closes it is asked before what was typed is
 * given up; a draft stays only of what nobody closed, as after a reload.
 */
export function RecordDialog({ screen, page, mode, id, given, onDone, onClose }: RecordDialogProps) {
  // Before, the dialog takes the focus itself.
  const [isOpen, setOpen] = useState(false)
  const title = mode === 'view' ? page.title : say(mode === 'add' ? 'record.add' : 'record.edit', { title: screen.title })

  const unsaved = useRef<UnsavedInput>(null)
  const leave = useLeaveConfirmation(
    () => unsaved.current?.exists() ?? false,
    () => {
      unsaved.current?.discard()
      onClose()
    },
  )

  // A form is closed by its buttons only.
  const close = useDialogClose(leave, () => mode === 'view')
  const editing = { isOpen, unsaved, onCancel: leave }
  const content = (
    <ActionScope
      screen={screen}
      onChanged={({ does }) => {
        onDone()
        if (does.kind === 'delete') onClose()
      }}
    >
      {id === undefined ? (
        <DialogEdit {...{ screen, page, given, onDone, onClose, ...editing }} />
      ) : (
        <Existing {...{ screen, page, mode, id, onDone, onClose, ...editing }} />
      )}
    </ActionScope>
  )
  return page.as === 'drawer' || page.as === 'fullDrawer' ? (
    <Drawer open title={title} size={page.as === 'drawer' ? DRAWER_WIDTH : FULL_WIDTH} afterOpenChange={setOpen} onClose={close}>
      {content}
    </Drawer>
  ) : (
    <Modal open title={title} width={WIDTH} footer={null} afterOpenChange={setOpen} onCancel={close}>
      {content}
    </Modal>
  )
}

/** What a form in a dialog knows of it. */
interface InDialog {
  isOpen: boolean
  unsaved: RefObject<UnsavedInput | null>
  onCancel: () => void
}

function Existing({ screen, page, mode, id, onDone, onClose, ...editing }: RecordDialogProps & { id: string } & InDialog): ReactNode {
  const [tab, setTab] = useState<string>()
  const query = useRecord(screen, id)
  const { data: record } = query
  const isReady = useMayBegin(query, mode)
  if (query.error && !record) return <RecordState error={query.error} onRetry={() => void query.refetch()} onBack={onClose} />
  if (!record || !isReady) return <RecordSkeleton />
  if (mode === 'view' || pendingOf(record))
    return <RecordView screen={screen} page={page} record={record} approving={false} tab={tab} onTab={setTab} />
  return <DialogEdit {...{ screen, page, record, onDone, onClose, ...editing }} />
}

type DialogEditProps = Pick<RecordDialogProps, 'screen' | 'page' | 'given' | 'onDone' | 'onClose'> &
  Pick<RecordEditProps, 'record'> &
  InDialog

function DialogEdit({ screen, page, record, given, isOpen, unsaved, onCancel, onDone, onClose }: DialogEditProps) {
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
      given={given}
      tab={tab}
      onTab={setTab}
      onDone={close}
      onCreated={close}
      onCancel={onCancel}
      takesFocus={isOpen}
      unsaved={unsaved}
    />
  )
}
