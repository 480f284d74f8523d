import { useState, type KeyboardEvent } from 'react'
import { pageSizes } from '../../core/pageSizes'
import type { ListResponse } from '../../core/wire'
import { messages, say } from '../messages'
import { SmallSelect } from './SmallSelect'

interface PagerProps {
  /** Undefined while it is not known: nothing is said of it, and the pages end with the one that is asked for. */
  total: number | undefined
  /** There are more rows than `total`, which are not counted: the pages go on. */
  beyond?: boolean | undefined
  page: number
  pageSize: number
  onChange: (page: number, pageSize: number) => void
}

/** Pages on each side of the current one. */
const NEIGHBOURS = 2

export function Pager({ total, beyond = false, page, pageSize, onChange }: PagerProps) {
  const counted = Math.ceil((total ?? 0) / pageSize)
  const last = total === undefined ? page : Math.max(1, beyond && page >= counted ? page + 1 : counted)
  const go = (to: number): void => {
    const target = Math.min(last, Math.max(1, to))
    if (target !== page) onChange(target, pageSize)
  }
  return (
    <nav className="engine-pager" aria-label={messages['list.pager']}>
      <RowCount total={total} beyond={beyond} />
      <PageButton label={messages['list.previous']} disabled={page <= 1} onClick={() => go(page - 1)}>
        ‹
      </PageButton>
      {pagesShown(page, last).map((item) =>
        typeof item === 'number' ? (
          <PageButton key={item} label={say('list.page', { page: item })} current={item === page} onClick={() => go(item)}>
            {item}
          </PageButton>
        ) : (
          <PageButton key={item} label={messages[`list.${item}`]} onClick={() => go(page + (item === 'earlier' ? -5 : 5))}>
            ···
          </PageButton>
        ),
      )}
      <PageButton label={messages['list.next']} disabled={page >= last} onClick={() => go(page + 1)}>
        ›
      </PageButton>
      <PageSize
        pageSize={pageSize}
        // The first row that is shown stays on the page.
        onChange={(size) => onChange(Math.floor(((page - 1) * pageSize) / size) + 1, size)}
      />
      <Jump onJump={go} />
    </nav>
  )
}

interface CursorPagerProps {
  /** The answer the pager stands under, with the cursors of the neighbouring pages; undefined while it loads. */
  list: Pick<ListResponse, 'total' | 'beyond' | 'next' | 'previous' | 'last'> | undefined
  pageSize: number
  /** Without a cursor: the first page. */
  onChange: (cursor: string | undefined, pageSize: number) => void
}

/** Pages of a list of very many rows, which have no numbers: the first, the one before, the next, the last. */
export function CursorPager({ list, pageSize, onChange }: CursorPagerProps) {
  const { total, beyond, next, previous, last } = list ?? {}
  const go = (cursor: string | undefined) => onChange(cursor, pageSize)
  return (
    <nav className="engine-pager" aria-label={messages['list.pager']}>
      <RowCount total={total} beyond={beyond ?? false} />
      <PageButton label={messages['list.first']} disabled={previous === undefined} onClick={() => go(undefined)}>
        «
      </PageButton>
      <PageButton label={messages['list.previous']} disabled={previous === undefined} onClick={() => go(previous)}>
        ‹
      </PageButton>
      <PageButton label={messages['list.next']} disabled={next === undefined} onClick={() => go(next)}>
        ›
      </PageButton>
      <PageButton label={messages['list.last']} disabled={last === undefined} onClick={() => go(last)}>
        »
      </PageButton>
      <PageSize pageSize={pageSize} onChange={(size) => onChange(undefined, size)} />
    </nav>
  )
}

/** How many rows were found, or that there are more than were counted. */
export function rowCountText({ total, beyond }: { total: number; beyond?: boolean | undefined }): string {
  return say(beyond ? 'list.beyond' : 'list.total', { total: total.toLocaleString('zh-CN') })
}

function RowCount({ total, beyond }: { total: number | undefined; beyond: boolean }) {
  if (total === undefined) return null
  const hint = beyond ? say('list.beyondHint', { total: total.toLocaleString('zh-CN') }) : undefined
  return (
    <span className="engine-pager-total" title={hint}>
      {rowCountText({ total, beyond })}
    </span>
  )
}

function PageSize({ pageSize, onChange }: { pageSize: number; onChange: (pageSize: number) => void }) {
  return (
    <SmallSelect
      label={messages['list.pageSizeLabel']}
      value={pageSize}
      choices={pageSizes.map((size) => ({ value: size, title: say('list.pageSize', { size }) }))}
      onChange={onChange}
      opensUp
    />
  )
}

interface PageButtonProps {
  label: string
  current?: boolean
  disabled?: boolean
  onClick: () => void
  children: string | number
}

function PageButton({ label, current, disabled, onClick, children }: PageButtonProps) {
  return (
    <button
      type="button"
      className={current ? 'engine-page engine-page-current' : 'engine-page'}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

function Jump({ onJump }: { onJump: (page: number) => void }) {
  const [text, setText] = useState('')
  function jump(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return
    if (text !== '') onJump(Number(text))
    setText('')
  }
  return (
    <label className="engine-pager-jump">
      {messages['list.jump']}
      <input
        className="engine-input"
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.target.value.replace(/\D/g, '').slice(0, 7))}
        onKeyDown={jump}
      />
      {messages['list.jumpUnit']}
    </label>
  )
}

/** First, last, the current one with its neighbours, and what leads to those between. */
function pagesShown(page: number, last: number): (number | 'earlier' | 'later')[] {
  const from = Math.max(1, Math.min(page - NEIGHBOURS, last - 2 * NEIGHBOURS))
  const to = Math.min(last, Math.max(page + NEIGHBOURS, 1 + 2 * NEIGHBOURS))
  const middle = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return [
    ...(from > 1 ? [1] : []),
    ...(from > 2 ? ['earlier' as const] : []),
    ...middle,
    ...(to < last - 1 ? ['later' as const] : []),
    ...(to < last ? [last] : []),
  ]
}
