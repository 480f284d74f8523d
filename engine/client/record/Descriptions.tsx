import { useMemo, type ReactNode } from 'react'
import type { Expression } from '../../core/expression'
import { isAttached, shownOf } from '../../core/fields'
import type { BrowserScreenPlan, FormItemPlan, SectionPlan } from '../../core/plan'
import { isTrue, readOf } from '../../core/record/scope'
import type { RecordValues } from '../../core/wire'
import { useEnvironment } from '../context'
import { formatText } from '../fields/formatText'
import { compileColumns, type ColumnsContext } from '../table/compileColumns'
import { useColumnsContext } from '../table/useColumnsContext'
import { asColumn } from '../form/model/column'
import { FileLinks } from './FileLinks'
import '../form/view/form.css'

interface DescriptionsProps {
  screen: BrowserScreenPlan
  sections: readonly SectionPlan[]
  record: RecordValues
  /** What conditions see, where that differs. */
  facts?: RecordValues
}

/** The sections of a record to read, three columns wide. No form is behind it. */
export function Descriptions({ screen, sections, record, facts = record }: DescriptionsProps) {
  const isShown = useCondition(facts)
  const context = useColumnsContext(screen, screen.states)
  const drawn = useMemo(
    () => sections.map((section) => ({ section, items: section.items.map((item) => ({ item, draw: reader(item, context) })) })),
    [sections, context],
  )
  return drawn
    .filter(({ section }) => isShown(section.visible))
    .map(({ section, items }) => (
      <section key={section.title} className="engine-section">
        {section.title && <h3 className="engine-section-title">{section.title}</h3>}
        <dl className="engine-section-grid engine-descriptions">
          {items
            .filter(({ item }) => isShown(item.visible))
            .map(({ item, draw }) => (
              <div key={item.field.name} className={`engine-description engine-field-${item.span}`}>
                <dt>{item.field.title}</dt>
                <dd>{draw(record)}</dd>
              </div>
            ))}
        </dl>
      </section>
    ))
}

/** Whether something that has this condition is there for the record. */
export function useCondition(record: RecordValues): (condition: Expression | undefined) => boolean {
  const environment = useEnvironment()
  return (condition) => isTrue(condition, readOf(record), environment())
}

/** As a cell of a list, but a reference is read by its name. `as` of a form names an input, not a cell. */
function reader({ field }: FormItemPlan, context: ColumnsContext): (record: RecordValues) => ReactNode {
  const { ref, mixed, name } = field
  if (isAttached(field)) return (record) => <FileLinks value={record[name]} />
  if (ref ?? mixed) return (record) => formatText(shownOf(field, record))
  const [column] = compileColumns([asColumn(field)], context)
  return (record) => column?.cell(record)
}
