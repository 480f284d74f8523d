import { Fragment, useMemo, useState, type ReactNode } from 'react'
import { isEngineCell } from '../../core/cellNames'
import type { Expression } from '../../core/expression'
import { isAttached, isBlank, shownOf } from '../../core/fields'
import type { BrowserScreenPlan, FormItemPlan, SectionPlan } from '../../core/plan'
import { isTrue, readOf } from '../../core/record/scope'
import type { RecordValues } from '../../core/wire'
import { useEnvironment } from '../context'
import { say } from '../laterMessages'
import { compileColumns, type ColumnsContext } from '../table/compileColumns'
import { useColumnsContext } from '../table/useColumnsContext'
import { asColumn } from '../form/model/column'
import { FileLinks } from './FileLinks'
import { ReferenceValue } from './ReferenceValue'
import '../form/view/form.css'

interface DescriptionsProps {
  screen: BrowserScreenPlan
  sections: readonly SectionPlan[]
  record: RecordValues
  /** What conditions see, where that differs. */
  facts?: RecordValues
  /** What stands above a section. */
  before?: (section: string) => ReactNode
}

/** The sections of a record to read, in as many columns as there is room for. No form is behind it. Empty fields are folded behind one link. */
export function Descriptions({ screen, sections, record, facts = record, before }: DescriptionsProps) {
  const isShown = useCondition(facts)
  const context = useColumnsContext(screen, screen.states)
  const [showsAll, setShowsAll] = useState(false)
  const drawn = useMemo(
    () => sections.map((section) => ({ section, items: section.items.map((item) => ({ item, draw: reader(item, context) })) })),
    [sections, context],
  )
  const shown = shownSections(drawn, isShown)
  const filled = shown.map(({ section, items }) => ({
    section,
    items: items.filter(({ item: { field } }) => !isBlank(shownOf(field, record))),
  }))
  const count = (of: typeof shown): number => of.reduce((sum, { items }) => sum + items.length, 0)
  const empty = count(shown) - count(filled)
  return (
    <>
      {(showsAll ? shown : filled).map(({ section, items }) => (
        <Fragment key={section.title}>
          {before?.(section.title)}
          {items.length > 0 && (
            <section className="engine-section" data-section={section.title} tabIndex={-1}>
              {section.title && <h3 className="engine-section-title">{section.title}</h3>}
              <dl className="engine-section-grid engine-descriptions">
                {items.map(({ item, draw }) => (
                  <div key={item.field.name} className={`engine-description engine-field-${item.span}`}>
                    <dt>{item.field.title}</dt>
                    <dd>{draw(record)}</dd>
                  </div>
                ))}
              </dl>
            </section>
          )}
        </Fragment>
      ))}
      {empty > 0 && (
        <button type="button" className="engine-link engine-empty-fields" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {say(showsAll ? 'record.foldEmpty' : 'record.showEmpty', { count: empty })}
        </button>
      )}
    </>
  )
}

/** The sections and items that are there for the record. */
function shownSections<Item extends { item: FormItemPlan }>(
  drawn: readonly { section: SectionPlan; items: readonly Item[] }[],
  isShown: (condition: Expression | undefined) => boolean,
): { section: SectionPlan; items: Item[] }[] {
  return drawn
    .filter(({ section }) => isShown(section.visible))
    .map(({ section, items }) => ({ section, items: items.filter(({ item }) => isShown(item.visible)) }))
}

/** Whether something that has this condition is there for the record. */
export function useCondition(record: RecordValues): (condition: Expression | undefined) => boolean {
  const environment = useEnvironment()
  return (condition) => isTrue(condition, readOf(record), environment())
}

/** As a cell of a list, but a reference is read by its name. `as` of a form names an input, unless it is one of the engine's cells. */
function reader({ field, as }: FormItemPlan, context: ColumnsContext): (record: RecordValues) => ReactNode {
  const { ref, mixed, name } = field
  if (isAttached(field)) return (record) => <FileLinks value={record[name]} />
  if (ref ?? mixed) return (record) => <ReferenceValue field={field} record={record} />
  const [column] = compileColumns([{ ...asColumn(field), ...(as !== undefined && isEngineCell(as) ? { as } : {}) }], context)
  return (record) => column?.cell(record)
}
