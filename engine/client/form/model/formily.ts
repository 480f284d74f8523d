/**
 * The only module that imports Formily. Forms are Formily forms: it holds their values and the state of every field (shown, disabled,
 * required, errors), tracks who reads what and runs linkage again when something it read has changed. Everything that is drawn is ours
 * (design.md section 9: the wrapper's components cost seven times as much), except the submit button.
 *
 * Cells of line tables have no Formily field of their own: at 0.3 ms each they would be the larger part of opening a form. They
 * read and write the observable rows of the form's values directly, and each cell is tracked by itself.
 */
import {
  createForm as createFormOfFormily,
  onFormInputChange,
  setValidateLanguage,
  type ArrayField,
  type Field,
  type Form,
  type IFormProps,
} from '@formily/core'
import { Schema } from '@formily/json-schema'
import { batch, observable, raw, toJS, untracked } from '@formily/reactive'
import { FormContext, observer } from '@formily/react'
// The wrapper's button costs no more than antd's own: it draws one, and shows `form.submitting` as its loading state. Its index would
// bring all the wrapper's components and their style library.
import { Submit } from '@formily/antd-v5/esm/submit'

// Formily's own compiler is `new Function`, which the content policy forbids. Our expressions come parsed in the plan, so that no text is
// ever compiled; a string that is passed to Formily nevertheless fails here.
Schema.registerCompiler((expression: string) => {
  console.error(`Formily expressions are not evaluated; write the condition in the screen schema: {{${expression}}}`)
  return undefined
})
setValidateLanguage('zh-CN')

/**
 * A form that is collected when nothing refers to it any more. Formily has each form listen to every write to any observable, for effects of changed
 * values that nothing here uses, until the form is unmounted: forms that were opened in a day would all stay, and each key would ask each of them.
 */
export function createForm(props: IFormProps): Form {
  const form = createFormOfFormily(props)
  for (const stopListening of form.disposers.splice(0)) stopListening()
  return form
}

export { batch, FormContext, observable, observer, onFormInputChange, raw, Submit, toJS, untracked }
export type { ArrayField, Field, Form }
