import { say } from '../../laterMessages'
import { Popover } from '../../ui/Popover'

const keys = [
  ['Tab / Shift+Tab', 'lines.key.tab'],
  ['Enter', 'lines.key.enter'],
  ['↑ ↓ ← →', 'lines.key.arrows'],
  ['Ctrl+D', 'lines.key.fillDown'],
  ['Shift+F10', 'lines.key.menu'],
  ['Ctrl+V', 'lines.key.paste'],
] as const

/** What the keys do in a line table. */
export function LinesKeys() {
  return (
    <div className="engine-lines-keys">
      <Popover label={say('lines.keys')} content={say('lines.keys')} className="engine-link">
        <dl>
          {keys.map(([key, text]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{say(text)}</dd>
            </div>
          ))}
        </dl>
      </Popover>
    </div>
  )
}
