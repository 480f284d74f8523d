import { say } from '../messages'
import type { Upload } from './useUploads'
import './record.css'

/** A file on its way, which can be given up, or one that did not arrive. */
export function UploadItem({ upload: { name, percent, failure }, onDrop }: { upload: Upload; onDrop: () => void }) {
  return (
    <li>
      {failure === undefined ? (
        <>
          <span>{say('attachments.progress', { name, percent })}</span>
          <progress max={100} value={percent} aria-label={name} />
        </>
      ) : (
        <span role="alert" className="engine-problem">
          {name}
          {say('colon')}
          {failure}
        </span>
      )}
      <button type="button" className="engine-link" aria-label={`${say('attachments.cancel')} ${name}`} onClick={onDrop}>
        {say(failure === undefined ? 'attachments.cancel' : 'close')}
      </button>
    </li>
  )
}
