import { formatDateTime } from '../../core/dateTime'
import type { PendingChange as Pending } from '../../core/pending'
import { formatText } from '../fields/formatText'
import { say } from '../laterMessages'
import { FileLinks } from './FileLinks'
import './record.css'

/** A change that waits for an approval: present and requested values side by side, the requester and the reason. */
export function PendingChange({ pending }: { pending: Pending }) {
  const { title, changes, opinion, requestedByName, requestedAt } = pending
  return (
    <section className="engine-pending" aria-label={say('pending.title', { title })}>
      <p className="engine-pending-head">
        <strong>{say('pending.title', { title })}</strong>
        <span>{say('pending.requested', { name: requestedByName || say('empty'), time: formatDateTime(requestedAt) })}</span>
      </p>
      {opinion && <p className="engine-pending-reason">{say('pending.reason', { opinion })}</p>}
      <div className="engine-pending-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{say('pending.field')}</th>
              <th scope="col">{say('pending.before')}</th>
              <th scope="col">{say('pending.after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, title: name, before, after, files }) => (
              <tr key={field}>
                <th scope="row">{name}</th>
                <td>{formatText(before)}</td>
                <td className="engine-pending-new">{files && files.length > 0 ? <FileLinks value={files} /> : formatText(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
