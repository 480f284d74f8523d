import type { SectionPlan } from '../../../core/plan'
import { FormField } from './FormField'
import { observer } from '../model/formily'
import type { FormView } from '../model/formView'
import './form.css'

/** The sections of a form, each in a grid of three columns. A section whose fields are all hidden is not there. */
export function FormSections({ view }: { view: FormView }) {
  return view.model.plan.sections.map((section) => <FormSection key={section.title} view={view} section={section} />)
}

const FormSection = observer(function FormSection({ view, section }: { view: FormView; section: SectionPlan }) {
  const items = section.items.flatMap(({ field }) => view.model.items.get(field.name) ?? [])
  if (!items.some(({ field }) => field.visible)) return null
  return (
    <section className="engine-section">
      {section.title && <h3 className="engine-section-title">{section.title}</h3>}
      <div className="engine-section-grid">
        {items.map((item) => (
          <FormField key={item.plan.field.name} view={view} item={item} />
        ))}
      </div>
    </section>
  )
})
