import { say } from '../messages'
import { defineField } from './definition'
import { formatText } from './formatText'

/** A structured value: the product registers a widget for its shape, so that this type's own input is only ever a mistake made visible. */
export const jsonField = defineField({
  type: 'json',
  formatter: () => formatText,
  Input: ({ field }) => (
    <span role="alert" className="engine-problem">
      {say('input.json', { field: field.name })}
    </span>
  ),
})
