import type { FieldProblem } from '../core/wire'
import { messages } from './laterMessages'
import type { Notify } from './notify'

/** One dialog for all that is to be confirmed; resolves with whether it is. */
export function confirmWarnings(
  { confirm }: Pick<Notify, 'confirm'>,
  warnings: readonly FieldProblem[],
  isSave: boolean,
): Promise<boolean> {
  return confirm({
    title: messages['warning.title'],
    content: (
      <ul className="engine-warnings">
        {[...new Set(warnings.map(({ detail }) => detail))].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    ),
    okText: isSave ? messages['warning.save'] : messages['warning.goOn'],
    cancelText: isSave ? messages['warning.mend'] : messages.cancel,
  })
}
