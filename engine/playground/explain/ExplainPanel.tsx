import { Checkbox } from 'antd'
import { useMemo, useState } from 'react'
import { sayPreview } from '../previewMessages'
import { explainPage, kindText } from './explainPage'
import type { ExplainedPage } from './explained'
import './explain.css'

/** Each part of a page that is hidden, disabled or narrowed for who looks at it, with the rule that does it. */
export function ExplainPanel({ what }: { what: ExplainedPage }) {
  const [all, setAll] = useState(false)
  const explained = useMemo(() => explainPage(what), [what])
  const listed = all ? explained : explained.filter(({ effect }) => effect !== 'shown')
  const { title } = what.page
  return (
    <div className="playground-explain">
      <Checkbox checked={all} onChange={({ target }) => setAll(target.checked)}>
        {sayPreview('explain.all')}
      </Checkbox>
      {listed.length === 0 ? (
        <p role="status">{sayPreview('explain.everything')}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to take the focus, so that keys scroll it
        <div className="playground-explain-table" role="region" tabIndex={0} aria-label={sayPreview('explain.table', { title })}>
          <table>
            <thead>
              <tr>
                <th scope="col">{sayPreview('explain.part')}</th>
                <th scope="col">{sayPreview('explain.effect')}</th>
                <th scope="col">{sayPreview('explain.why')}</th>
              </tr>
            </thead>
            <tbody>
              {listed.map(({ kind, name, title: part, effect, reason }, at) => (
                <tr key={`${kind} ${name} ${at}`} data-effect={effect}>
                  <th scope="row">
                    <span className="playground-explain-kind">{kindText(kind)}</span> {part}
                  </th>
                  <td>
                    <span className={`engine-tag engine-tag-${tones[effect]}`}>{sayPreview(`explain.effect.${effect}`)}</span>
                  </td>
                  <td>{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}

const tones = { shown: 'success', hidden: 'error', disabled: 'warning', narrowed: 'processing' } as const
