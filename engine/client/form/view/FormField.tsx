import { displayOf, isGiven } from '../../../core/fields'
import { codesIn, textOfCodes } from '../../../core/record/summary'
import { fieldTypeOf } from '../../fields'
import { say } from '../../laterMessages'
import { afterPress } from '../../ui/afterPress'
import { observer, toJS } from '../model/formily'
import type { FormView } from '../model/formView'
import type { FieldData, FormItem } from '../model/formModel'

interface FormFieldProps {
  view: FormView
  item: FormItem
}

/**
 * One field of a form: label, input, help and what is wrong with it. Its one subscription is to what it draws, so that a keystroke
 * elsewhere does not reach it. Plain markup in antd's look: the wrapper's item with its tooltip costs more than the input.
 */
export const FormField = observer(function FormField({ view, item }: FormFieldProps) {
  const { plan, field } = item
  if (!field.visible) return null
  const { name, title, help, readOnly } = plan.field
  const id = view.idOf(name)
  const data = field.data as FieldData
  // A switch always has an answer.
  const required = data.required && !fieldTypeOf(plan.field).answered
  const later = data.later && !readOnly
  const problem = field.selfErrors[0]
  const notes = [help && `${id}-help`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <div className={`engine-field engine-field-${plan.span}`}>
      <label className="engine-field-label" htmlFor={id}>
        {title}
        {required && (
          <span className="engine-field-required" title={say('form.requiredMark')}>
            *
          </span>
        )}
        {later && (
          <span className="engine-field-required" title={say('form.requiredLater')}>
            *
          </span>
        )}
      </label>
      {readOnly ? drawValue({ view, item, id }) : drawInput({ view, item, id, notes, problem })}
      {help && (
        <div id={`${id}-help`} className="engine-field-help">
          {help}
        </div>
      )}
      {problem && (
        <div id={`${id}-problem`} className="engine-field-problem">
          {problem}
        </div>
      )}
    </div>
  )
})

interface DrawnInput extends FormFieldProps {
  id: string
  /** Ids of the texts that explain the input. */
  notes: string
  problem: unknown
}

// Not components: what they read belongs to the subscription of the field.
function drawInput({ view, item, id, notes, problem }: DrawnInput) {
  const { model } = view
  const { field: asked, as } = item.plan
  const choice = view.choiceOf(asked)
  const plan = choice ?? asked
  const Input = view.inputOf(plan, as)
  if (!Input) {
    return (
      <span role="alert" className="engine-problem">
        {say('input.unknownWidget', {
          name: as ?? plan.type,
          field: plan.name,
          known: view.knownInputs.join(say('enumerate')) || say('empty'),
        })}
      </span>
    )
  }
  const shown = displayOf(plan)
  return (
    <Input
      id={id}
      field={plan}
      unit={view.unitOf(plan)}
      value={choice ? codesIn(toJS(item.field.value)) : toJS(item.field.value)}
      display={shown === undefined ? undefined : toJS(model.read(shown))}
      disabled={item.field.disabled}
      invalid={problem !== undefined}
      describedBy={notes || undefined}
      loadOptions={view.loadOptions(plan)}
      noChoices={view.noChoices(plan)}
      onChange={(value, chosen) => view.enter(item.plan, choice ? textOfCodes(value) : value, chosen)}
      onStatus={(part, status) => model.note(plan.name, part, status)}
      onBlur={() => afterPress(() => model.leave(plan.name))}
    />
  )
}

function drawValue({ view, item, id }: FormFieldProps & { id: string }) {
  const { field } = item.plan
  const isComing = isGiven(field) && !item.field.value
  return (
    <output id={id} className="engine-field-value">
      {isComing ? say('form.generated') : view.textOf(field)(view.model.read)}
    </output>
  )
}
