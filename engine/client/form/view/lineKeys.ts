/** Where in a line table something happens, and what a key means there. */
import type { KeyboardEvent } from 'react'
import type { LineColumn } from '../model/lineColumns'

/** A cell, by the indices of its row among all rows and of its column. */
export interface Place {
  row: number
  column: number
}

export function placeOf(target: EventTarget): Place | undefined {
  const cell = (target as Element).closest<HTMLElement>('td[data-column]')
  const row = cell?.closest<HTMLElement>('tr')?.dataset['row']
  return cell && row !== undefined ? { row: Number(row), column: Number(cell.dataset['column']) } : undefined
}

/** The dialog or form around the table hears codes wherever the focus is in it, and where there is none; texts of several lines are left alone. */
export function isHeardBy(table: HTMLElement | null, target: EventTarget | null): boolean {
  const around = table?.closest('[role="dialog"], form')
  if (!(target instanceof Element) || target instanceof HTMLTextAreaElement) return false
  return target === document.body || target.contains(table) || around?.contains(target) === true
}

/** An input for any text, which is not the one for codes. */
export function isFreeText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLInputElement) || target.type !== 'text' || target.dataset['scan'] !== undefined) return false
  return target.inputMode === '' && target.getAttribute('role') !== 'combobox'
}

/** The text typed into a reference that Enter or Tab confirms while its list offers nothing found by that text; undefined otherwise. */
export function typedCode({ key, target, nativeEvent, ...keys }: KeyboardEvent): string | undefined {
  if ((key !== 'Enter' && key !== 'Tab') || keys.shiftKey || keys.ctrlKey || keys.metaKey || keys.altKey || nativeEvent.isComposing) return
  if (!(target instanceof HTMLInputElement) || target.getAttribute('role') !== 'combobox') return undefined
  const text = target.value.trim()
  const listedFor = target.closest<HTMLElement>('[data-listed-for]')?.dataset['listedFor']
  return text === '' || listedFor === text ? undefined : text
}

export function isFillDown({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'd'
}

export function isMenuKey({ key, shiftKey }: KeyboardEvent): boolean {
  return key === 'ContextMenu' || (key === 'F10' && shiftKey)
}

export function inputAt(table: HTMLTableElement | null, row: number, column: number): HTMLElement | null | undefined {
  return table?.querySelector<HTMLElement>(`tr[data-row="${row}"] > td[data-column="${column}"] :is(input, textarea, button)`)
}

export function firstEditable(columns: readonly LineColumn[]): number {
  return Math.max(
    columns.findIndex(({ editable }) => editable),
    0,
  )
}

export function nextEditable(columns: readonly LineColumn[], from: number, step: number): number | undefined {
  for (let column = from + step; column >= 0 && column < columns.length; column += step) if (columns[column]?.editable) return column
  return undefined
}

/**
 * Where a key leads from a plain input: Enter and the arrows up and down to the row below or above, left and right to the neighbour when
 * the caret is at that end. Selects, pickers and texts of several lines have these keys for themselves.
 */
export function stepOf(event: KeyboardEvent): { rows: number; columns: number } | undefined {
  const input = event.target
  const isPlain = input instanceof HTMLInputElement && input.type === 'text' && input.getAttribute('role') !== 'combobox'
  if (!isPlain || event.nativeEvent.isComposing || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return undefined
  switch (event.key) {
    case 'Enter':
    case 'ArrowDown':
      return { rows: 1, columns: 0 }
    case 'ArrowUp':
      return { rows: -1, columns: 0 }
    case 'ArrowLeft':
      return input.selectionEnd === 0 ? { rows: 0, columns: -1 } : undefined
    case 'ArrowRight':
      return input.selectionStart === input.value.length ? { rows: 0, columns: 1 } : undefined
    default:
      return undefined
  }
}
