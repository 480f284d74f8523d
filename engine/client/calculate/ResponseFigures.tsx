import { useMemo } from 'react'
import { isBlank, isUnitApart, textOf } from '../../core/fields'
import type { BrowserScreenPlan, CalculationPlan } from '../../core/plan'
import type { Values } from '../../core/record/values'
import { Meaning, toneOf } from '../table/tone'
import { useColumnsContext } from '../table/useColumnsContext'
import '../list/figures.css'
import './calculate.css'

interface ResponseFiguresProps {
  screen: BrowserScreenPlan
  plan: Pick<CalculationPlan, 'figures' | 'answer'>
  label: string
  response: Values
}

/** Figures and texts of a response, in large type; those that are empty in the response are left out. */
export function ResponseFigures({ screen, plan, label, response }: ResponseFiguresProps) {
  const context = useColumnsContext(screen, screen.states)
  const { texts, figures } = useMemo(() => {
    const texts = new Map(plan.answer.map((field) => [field.name, textOf(field, context)]))
    const figures = plan.figures.map((figure) => ({ ...figure, toned: toneOf(figure.tone, context.environment) }))
    return { texts, figures }
  }, [plan, context])
  const textIn = (name: string): string | undefined => (isBlank(response[name]) ? undefined : texts.get(name)?.(response[name]))

  return (
    <dl className="engine-figures" aria-label={label}>
      {figures.map(({ field, note, tone: tones, toned: tonedBy }) => {
        const value = textIn(field.name)
        if (value === undefined) return null
        const toned = tonedBy?.(response)
        const says = tones?.find((each) => each.tone === toned?.tone)?.says
        const remark = note === undefined ? undefined : filled(note, textIn)
        return (
          <div key={field.name} className={toned ? `engine-figure engine-tone-${toned.tone}` : 'engine-figure'}>
            <dt className="engine-figure-title">
              {toned && (
                <span className="engine-tone-mark">
                  <Meaning says={toned.says} />
                </span>
              )}
              {field.title}
            </dt>
            <dd className="engine-figure-value">
              {value}
              {field.unit !== undefined && isUnitApart(field) && <small>{field.unit}</small>}
            </dd>
            {remark !== undefined && <dd className="engine-figure-note">{remark}</dd>}
            {says !== undefined && <dd className="engine-figure-note">{says}</dd>}
          </div>
        )
      })}
    </dl>
  )
}

/** The note with its placeholders filled from the response; undefined when one of them has no value. */
function filled(note: string, textIn: (name: string) => string | undefined): string | undefined {
  let isWhole = true
  const text = note.replace(/\{(\w+)\}/g, (_hole, name: string) => {
    const value = textIn(name)
    if (value === undefined) isWhole = false
    return value ?? ''
  })
  return isWhole ? text : undefined
}
