import { Fragment, type ReactNode } from 'react'
import type { SectionPlan } from '../../../core/plan'
import { FormField } from './FormField'
import { observer } from '../model/formily'
import type { FormView } from '../model/formView'
import './form.css'

/** The sections of a form, each in a grid; `before`: what stands above one. A section whose fields are all hidden is not there. */
export function FormSections({ view, before }: { view: FormView; before?: (section: string) => ReactNode }) {
  return view.model.plan.sections.map((section) => (
    <Fragment key={section.title}>
      {before?.(section.title)}
      <FormSection view={view} section={section} />
    </Fragment>
  ))
}

const FormSection = observer(function FormSection({ view, section }: { view: FormView; section: SectionPlan }) {
  const items = section.items.flatMap(({ field }) => view.model.items.get(field.name) ?? [])
  if (!items.some(({ field }) => field.visible)) return null
  return (
    <section className="engine-section" data-section={section.title} tabIndex={-1}>
      {section.title && <h3 className="engine-section-title">{section.title}</h3>}
      <div className="engine-section-grid" data-numbers={isOfNumbers(section) || undefined}>
        {items.map((item) => (
          <FormField key={item.plan.field.name} view={view} item={item} />
        ))}
      </div>
    </section>
  )
})

/** So many numbers stand beside each other where other fields have room for three. */
const MOST_NUMBERS = 5

function isOfNumbers({ items }: SectionPlan): boolean {
  return items.length <= MOST_NUMBERS && items.every(({ field, span }) => field.decimals !== undefined && span === 1)
}
