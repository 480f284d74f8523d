import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { useDialogClose } from '../../ui/dialogClose'
import { useAsk, type AskProps } from './useAsk'
import './askDialog.css'

/** In px (acceptance E5); a line table needs more. */
const WIDTH = 520
const WIDTH_WITH_LINES = 1360

/** Asks for what an action needs, in a dialog over the page. `isReview`: it shows the lines that are decided on, and is as wide as they ask (askDialog.css). */
export function AskDialog({ isReview = false, ...props }: AskProps & { isReview?: boolean }) {
  const { body, foot, send, begin, leave } = useAsk(props)
  const close = useDialogClose(leave)
  const aroundDialog = (dialog: ReactNode) => (
    <form noValidate onSubmit={send}>
      {dialog}
    </form>
  )
  return (
    <Modal
      open
      title={props.title}
      className={isReview && !props.lines ? 'engine-review' : undefined}
      width={props.lines ? WIDTH_WITH_LINES : isReview ? 'fit-content' : WIDTH}
      onCancel={close}
      // Before it is open, the dialog takes the focus itself.
      afterOpenChange={(isOpen) => isOpen && begin()}
      // Around the footer too, so that Enter in a field presses its button.
      modalRender={aroundDialog}
      footer={foot}
    >
      {body}
    </Modal>
  )
}
