/** The keys of the program: what is pressed, what it does, and what the list of keys (`?`) says of it. */
import { addToList, confirmDialog, focusRows, focusSearch } from './listKeys'

export interface ShellActs {
  search: () => void
  showKeys: () => void
}

interface ShellKey {
  /** As the list shows them. */
  keys: readonly string[]
  title: string
  matches: (event: KeyboardEvent) => boolean
  /** Also while somebody types, or a dialog is open. */
  everywhere?: true
  /** @returns whether it did something, so that the browser need not */
  act: (acts: ShellActs) => boolean
}

const plain = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => !ctrlKey && !metaKey && !altKey
const withControl = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => (ctrlKey || metaKey) && !altKey
const done = (act: () => void) => (): boolean => {
  act()
  return true
}

export const shellKeys: readonly ShellKey[] = [
  {
    keys: ['Ctrl', 'K'],
    title: '搜索菜单、单据和操作',
    matches: (event) => withControl(event) && event.key.toLowerCase() === 'k',
    everywhere: true,
    act: ({ search }) => done(search)(),
  },
  { keys: ['?'], title: '查看快捷键', matches: (event) => plain(event) && event.key === '?', act: ({ showKeys }) => done(showKeys)() },
  {
    keys: ['N'],
    title: '在列表中新增',
    matches: (event) => plain(event) && !event.shiftKey && event.key.toLowerCase() === 'n',
    act: addToList,
  },
  { keys: ['/'], title: '到列表的查询条件', matches: (event) => plain(event) && event.key === '/', act: focusSearch },
  {
    keys: ['↓'],
    title: '到列表的数据行',
    matches: (event) => plain(event) && event.key === 'ArrowDown' && isNowhere(event.target),
    act: focusRows,
  },
  {
    keys: ['Ctrl', 'Enter'],
    title: '确认打开的对话框',
    matches: (event) => withControl(event) && event.key === 'Enter',
    everywhere: true,
    act: confirmDialog,
  },
]

/** Keys of a row that has the focus, which the table itself hears (engine/client/table/useTableEvents.ts). */
export const rowKeys: readonly Pick<ShellKey, 'keys' | 'title'>[] = [
  { keys: ['↑', '↓'], title: '上一行、下一行' },
  { keys: ['Home', 'End'], title: '首行、末行' },
  { keys: ['Enter'], title: '打开所在行' },
  { keys: ['空格'], title: '选中所在行' },
]

const TYPING =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable="true"], [role="combobox"]'

/** The key of the program that is meant; none while somebody types, or an input method composes. */
export function keyOf(event: KeyboardEvent): ShellKey | undefined {
  if (event.isComposing || event.defaultPrevented) return undefined
  const key = shellKeys.find((each) => each.matches(event))
  return key && (key.everywhere || !(isTyping(event.target) || isInDialog())) ? key : undefined
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TYPING) !== null
}

function isInDialog(): boolean {
  return [...document.querySelectorAll<HTMLElement>('[role="dialog"], dialog[open]')].some((dialog) => dialog.checkVisibility())
}

/** Nothing has the focus that arrows mean something to. */
function isNowhere(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof Element && target.id === 'app-body')
}
