import type { ActionPlan, BrowserScreenPlan, CalculationPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { Button } from '../ui/Button'
import { say } from '../laterMessages'
import { CalculationBody } from './CalculationBody'
import { useCalculation, type CalculationProps } from './useCalculation'

interface CalculateTabProps {
  screen: BrowserScreenPlan
  action: ActionPlan
  record: RecordValues
}

/** A calculation in a tab of the record that it is about. */
export function CalculateTab({ action, ...props }: CalculateTabProps) {
  return action.does.kind === 'calculate' ? <CalculateForm {...props} action={action} plan={action.does} /> : null
}

function CalculateForm(props: CalculationProps & { plan: CalculationPlan }) {
  const { screen, action, plan } = props
  const calculation = useCalculation(props)
  return (
    <form noValidate aria-label={say('calculate.form', { action: action.title })} onSubmit={calculation.ask}>
      <CalculationBody screen={screen} plan={plan} calculation={calculation} title={action.title}>
        <div className="engine-calculation-buttons">
          <Button type="submit" look="primary" busy={calculation.busy}>
            {action.title}
          </Button>
        </div>
      </CalculationBody>
    </form>
  )
}
