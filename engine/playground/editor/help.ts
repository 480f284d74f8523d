import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import { hoverTooltip } from '@codemirror/view'
import type { SchemaClient } from '../worker/schemaClient'
import type { Proposal } from '../worker/protocol'
import { plainText } from './plainText'

export type Ask = SchemaClient['ask']

/** Proposals of the worker. Typed letters narrow them without asking again. */
export function proposalsAt(ask: Ask, path: () => string) {
  return async ({ state, pos, explicit, view }: CompletionContext): Promise<CompletionResult | null> => {
    const typed = state.sliceDoc(pos - 1, pos)
    if (!explicit && !/["\w:[{,]/.test(typed)) return null
    const answer = await ask({ about: 'completion', path: path(), text: state.doc.toString(), offset: pos })
    if (!answer || answer.options.length === 0) return null
    // The answer may come after the user has left the editor: proposals would then cover what was gone to.
    if (view && !view.hasFocus) return null
    // The quotes belong to the word that is replaced, and are no part of what is looked for.
    const isQuoted = state.sliceDoc(answer.from, answer.from + 1) === '"'
    const from = isQuoted ? answer.from + 1 : answer.from
    return {
      from,
      to: pos,
      options: answer.options.map((option) => completionOf(option, answer.from, answer.to)),
      validFor: /^[^"\n]*$/,
    }
  }
}

function completionOf({ label, insert, select, detail, type }: Proposal, start: number, end: number): Completion {
  const [title = ''] = (detail ?? '').split('\n')
  return {
    label,
    type,
    detail: plainText(title).slice(0, 60),
    ...(detail !== undefined && detail.length > 60 ? { info: () => textNode(plainText(detail)) } : {}),
    apply(view, _completion, from, to) {
      // What was typed meanwhile moved the end.
      const last = Math.max(to, end + (view.state.sliceDoc(to, to + 1) === '"' ? to + 1 - end : 0))
      const [selectFrom, selectTo] = select ?? [insert.length, insert.length]
      view.dispatch({
        changes: { from: Math.min(start, from), to: last, insert },
        selection: { anchor: start + selectFrom, head: start + selectTo },
        userEvent: 'input.complete',
      })
    },
  }
}

/** What the word under the mouse means. */
export function helpAt(ask: Ask, path: () => string): Extension {
  return hoverTooltip(async ({ state }, pos) => {
    const answer = await ask({ about: 'hover', path: path(), text: state.doc.toString(), offset: pos })
    if (!answer) return null
    return { pos: answer.from, end: answer.to, above: true, create: () => ({ dom: textNode(plainText(answer.text)) }) }
  })
}

function textNode(text: string): HTMLElement {
  const element = document.createElement('div')
  element.textContent = text
  return element
}
