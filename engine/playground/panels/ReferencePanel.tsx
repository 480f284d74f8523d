import { getLocation } from 'jsonc-parser'
import { useEffect, useMemo, useState } from 'react'
import { schemaFileAt } from '../../spec/schemaPaths'
import { plainText } from '../editor/plainText'
import { say } from '../messages'
import { entriesFor, entriesOf, found, type ReferenceEntry } from './reference'

interface ReferencePanelProps {
  path: string
  text: string
  cursor: number
}

const MAX_SHOWN = 60

/** What the keyword under the cursor means, or what is looked for. */
export function ReferencePanel({ path, text, cursor }: ReferencePanelProps) {
  const [entries, setEntries] = useState<readonly ReferenceEntry[]>()
  const [wanted, setWanted] = useState('')
  useEffect(() => {
    let isOver = false
    void import('../../spec/reference.md?raw').then(({ default: page }) => {
      if (!isOver) setEntries(entriesOf(page))
    })
    return () => {
      isOver = true
    }
  }, [])
  const keyword = useMemo(() => getLocation(text, cursor).path.findLast((step) => typeof step === 'string' && step !== ''), [text, cursor])
  const kind = schemaFileAt(path.slice('schemas/'.length))?.kind
  if (!entries) return <p className="playground-note">{say('loading')}</p>
  const shown = wanted.trim() === '' ? entriesFor(entries, kind, String(keyword ?? '')) : found(entries, wanted)
  return (
    <div className="playground-reference">
      <input
        type="search"
        className="playground-input"
        aria-label={say('reference.search')}
        placeholder={say('reference.search')}
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      {wanted.trim() === '' && keyword !== undefined && <p className="playground-note">{say('reference.at', { keyword })}</p>}
      {shown.length === 0 && <p className="playground-note">{say(keyword === undefined ? 'reference.start' : 'reference.none')}</p>}
      <dl>
        {shown.slice(0, MAX_SHOWN).map((entry, index) => (
          // A keyword may stand twice in a section, for two kinds of what it is in.
          <div key={`${entry.section} ${entry.path} ${index}`}>
            <dt>
              <code>{entry.path}</code> <small>{entry.section}</small>
            </dt>
            <dd>{plainText(entry.text)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
