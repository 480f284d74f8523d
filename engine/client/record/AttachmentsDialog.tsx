import { Modal } from 'antd'
import type { BrowserScreenPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { useDialogClose } from '../ui/dialogClose'
import { Attachments } from './Attachments'

interface AttachmentsDialogProps {
  screen: BrowserScreenPlan
  record: RecordValues
  title: string
  onClose: () => void
}

/** The files of a record from its row in a list. */
export function AttachmentsDialog({ screen, record, title, onClose }: AttachmentsDialogProps) {
  const close = useDialogClose(onClose)
  return (
    <Modal open title={title} width={720} footer={null} onCancel={close}>
      <Attachments screen={screen} record={record} />
    </Modal>
  )
}
