import { Modal } from 'antd'
import { useRef, type ReactNode } from 'react'
import { nameOf } from '../actions/actionRequest'
import { Button } from '../ui/Button'
import { useDialogClose } from '../ui/dialogClose'
import { useLeaveConfirmation } from '../leaveConfirmation'
import { messages, say } from '../messages'
import { CalculationBody } from './CalculationBody'
import { useCalculation, type CalculationProps } from './useCalculation'

/** In px. */
const WIDTH = 720
const WIDTH_WITH_LINES = 1360

/**
 * A calculation about a record, or before there is one. Enter sends the request; closing discards it, after a confirmation where something was typed.
 */
export function CalculateDialog({ onClose, ...props }: CalculationProps & { onClose: () => void }) {
  const { screen, action, plan, record } = props
  const calculation = useCalculation(props)
  const leave = useLeaveConfirmation(calculation.wasTyped, onClose)
  const close = useDialogClose(leave, () => !calculation.wasTyped())
  const body = useRef<HTMLDivElement>(null)

  /** Once it is open: before, the dialog takes the focus itself. */
  function begin(isOpen: boolean): void {
    if (isOpen) body.current?.querySelector<HTMLElement>('input, textarea, [role=combobox]')?.focus()
  }

  // Around the footer too, so that Enter in a field presses its button.
  const aroundDialog = (dialog: ReactNode) => (
    <form noValidate onSubmit={calculation.ask}>
      {dialog}
    </form>
  )
  return (
    <Modal
      open
      title={record ? `${action.title}${say('colon')}${nameOf(screen, record)}` : action.title}
      width={plan.lines.length > 0 ? WIDTH_WITH_LINES : WIDTH}
      onCancel={close}
      afterOpenChange={begin}
      modalRender={aroundDialog}
      footer={
        <div className="engine-calculation-buttons">
          <Button onClick={onClose}>{messages.close}</Button>
          <Button type="submit" look="primary" busy={calculation.busy}>
            {action.title}
          </Button>
        </div>
      }
    >
      <div ref={body}>
        <CalculationBody screen={screen} plan={plan} calculation={calculation} title={action.title} />
      </div>
    </Modal>
  )
}
