import { ModalDialog } from '../ui/ModalDialog'
import { rowKeys, shellKeys } from './keys'

/** All keys, as the program hears them (`?`). */
export function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <ModalDialog label="快捷键" className="app-palette app-keys" onClose={onClose}>
      <div className="app-keys-box">
        <h2>快捷键</h2>
        <Keys keys={shellKeys} />
        <h3>在列表的行上</h3>
        <Keys keys={rowKeys} />
        <button type="button" className="engine-button" onClick={onClose}>
          关闭
        </button>
      </div>
    </ModalDialog>
  )
}

function Keys({ keys }: { keys: typeof rowKeys }) {
  return (
    <dl>
      {keys.map(({ keys: pressed, title }) => (
        <div key={title}>
          <dt>
            {pressed.map((each) => (
              <kbd key={each}>{each}</kbd>
            ))}
          </dt>
          <dd>{title}</dd>
        </div>
      ))}
    </dl>
  )
}
