/**
 * Rows of another entity that belong to a record, page by page. Where they are at home on a screen that the user may open, they carry its
 * plan: its links, rights, states, dialogs and endpoints.
 *
 *   RelatedTab      the rows, and the plan of their own screen when there is something to do with them
 *     ActionScope   of that screen
 *       RelatedTable
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import { readsRowsOf } from '../../core/rights'
import type { BrowserScreenPlan, OwnScreenPlan, RelatedTablePlan } from '../../core/plan'
import { sortParameters } from '../../core/sorts'
import type { ListResponse, RecordValues, ListSort } from '../../core/wire'
import { ActionButton } from '../actions/ActionButton'
import { ActionMenu } from '../actions/ActionMenu'
import { nameOf } from '../actions/actionRequest'
import { ActionScope, useActionScope } from '../actions/ActionScope'
import { actionsWidth } from '../actions/actionsWidth'
import { useShownActions } from '../actions/useShownActions'
import type { ChartsProps } from '../charts/Charts'
import { useEnvironment, usePageAddress, useRights, useServices } from '../context'
import { defaultPageSize } from '../../core/pageSizes'
import { rememberOpener } from '../memory/openers'
import { isBlank } from '../../core/fields'
import { ListNotice } from '../ui/ListNotice'
import { Pager } from '../ui/Pager'
import { saidOnce, summaryOf } from '../table/summary'
import { bodyOrThrow } from '../request'
import { DataTable } from '../table/DataTable'
import { compileColumns } from '../table/compileColumns'
import { toneOf } from '../table/tone'
import { useMixedUnits } from '../table/useMixedUnits'
import { useColumnsContext } from '../table/useColumnsContext'
import { LinkedRecord } from './LinkedRecord'
import { lazyPart } from '../ui/lazyPart'
import { linkedMode } from '../linkedMode'
import type { Given } from '../pageAddress'

// Loaded when they are needed: few tables have charts.
const Charts = lazyPart(() => import('../charts/Charts').then((module) => module.Charts))

export interface RelatedTabProps {
  screen: BrowserScreenPlan
  related: RelatedTablePlan & { title: string }
  record: RecordValues
  /** What the record was reckoned for, where it is a row of a read model. */
  params?: Readonly<Record<string, unknown>>
  onCount: (count: number) => void
}

export function RelatedTab({ screen, related, record, params, onCount }: RelatedTabProps) {
  const { storage } = useServices()
  const address = usePageAddress()
  const rows = useRelatedRows(screen, related, record.id, params)
  const home = useHome(related.own)
  const { total } = rows
  useEffect(() => {
    if (total !== undefined) onCount(total)
  }, [total, onCount])

  const charts = related.charts && (
    <Charts screen={screen} states={related.states} charts={related.charts} query={chartsQuery(screen, related, record.id, params)} />
  )
  const leave = (to: string): void => rememberOpener(storage, to, address.pathname + address.search)
  return (
    <>
      {charts}
      {related.own && home.plan ? (
        <ActionScope screen={home.plan} onLeaving={leave}>
          <TableAtHome {...{ related, record, rows }} own={related.own} onLeaving={leave} />
        </ActionScope>
      ) : (
        <RelatedTable {...{ screen, related, rows }} isComing={home.isComing} />
      )}
    </>
  )
}

function chartsQuery(
  { base }: BrowserScreenPlan,
  { key }: RelatedTablePlan,
  id: string,
  params: RelatedTabProps['params'],
): ChartsProps['query'] {
  return { url: `${base}/charts/${key}/{id}`, values: { ...params, id }, key: ['related', base, key, id, 'charts', params] }
}

interface HomeProps {
  related: RelatedTabProps['related']
  own: OwnScreenPlan
  record: RecordValues
  rows: RelatedRows
  onLeaving: (address: string) => void
}

/** The table with what its rows' own screen lets the user do. */
function TableAtHome({ related, own, record, rows, onLeaving }: HomeProps) {
  const { screen, openPage } = useActionScope()
  const { can } = useRights()
  const environment = useEnvironment()
  const inRows = useShownActions(screen, own.rowActions)
  const [add] = useShownActions(screen, own.add ? ADD : NONE)
  const rowActions = useCallback((row: RecordValues) => <ActionMenu actions={inRows} record={row} />, [inRows])
  const open = (name: string, row: RecordValues): void => {
    openPage(name, linkedMode(screen, screen.pages[name], row, { can, environment }), row)
  }
  const opened = related.columns.find(({ link }) => link !== undefined)?.link
  return (
    <RelatedTable
      {...{ screen, related, rows, onLeaving }}
      nameOf={(row) => nameOf(screen, row)}
      rowActions={inRows.length > 0 ? rowActions : undefined}
      actionsWidth={actionsWidth(inRows)}
      onPage={open}
      onOpen={opened === undefined ? undefined : (row) => open(opened, row)}
      tools={add && own.add && <ActionButton action={add} given={givenFrom(own.add, record)} />}
    />
  )
}

interface RelatedTableProps {
  /** The screen whose pages the columns link to. */
  screen: BrowserScreenPlan
  related: RelatedTabProps['related']
  rows: RelatedRows
  /** What can be done is still on its way, so that the rows wait for it. */
  isComing?: boolean
  nameOf?: (row: RecordValues) => string
  rowActions?: (row: RecordValues) => ReactNode
  actionsWidth?: number
  onPage?: (page: string, row: RecordValues) => void
  onOpen?: (row: RecordValues) => void
  onLeaving?: (address: string) => void
  /** Buttons above the rows. */
  tools?: ReactNode
}

function RelatedTable({ screen, related, rows, isComing = false, nameOf: name = idOf, tools, onPage, ...events }: RelatedTableProps) {
  const context = useColumnsContext(screen, related.states, true)
  // Without the right to open it a row is text.
  const isText = onPage === undefined
  const { records, total = 0, beyond, page, pageSize, sort, error, isPending, summary, show, refetch } = rows
  const own = useMemo(() => (isText ? related.columns.map(({ link: _link, ...column }) => column) : related.columns), [related, isText])
  const plans = useMixedUnits(own, records, summary)
  const columns = useMemo(() => compileColumns(plans, context), [plans, context])
  const tone = useMemo(() => toneOf<RecordValues>(related.tone, context.environment), [related, context])
  return (
    <>
      {tools && <div className="engine-related-tools">{tools}</div>}
      <DataTable
        label={related.title}
        columns={columns}
        rows={isComing ? none : records}
        tone={tone}
        nameOf={name}
        density="small"
        firstNumber={(page - 1) * pageSize + 1}
        sort={sort}
        onSort={(next) => show({ page: 1, pageSize, sort: next ?? related.sort })}
        summary={saidOnce(summaryOf(plans, records, summary, context), records.length === total)}
        loading={isPending || isComing}
        notice={
          error ? <ListNotice kind="failed" message={error.message} onRetry={refetch} /> : <ListNotice kind="empty">{null}</ListNotice>
        }
        card={LinkedRecord}
        onPage={onPage}
        {...events}
      />
      {total > defaultPageSize && (
        <Pager
          total={total}
          beyond={beyond}
          page={page}
          pageSize={pageSize}
          onChange={(next, size) => show({ page: next, pageSize: size, sort })}
        />
      )}
    </>
  )
}

const ADD: readonly string[] = ['add']
const NONE: readonly string[] = []
const none: readonly RecordValues[] = []
const idOf = (row: RecordValues): string => row.id

interface Shown {
  page: number
  pageSize: number
  sort: ListSort | undefined
}

type RelatedRows = ReturnType<typeof useRelatedRows>

function useRelatedRows(screen: BrowserScreenPlan, related: RelatedTablePlan, recordId: string, params: RelatedTabProps['params']) {
  const { request } = useServices()
  const [shown, show] = useState<Shown>({ page: 1, pageSize: defaultPageSize, sort: related.sort })
  const { page, pageSize, sort } = shown
  const query = { ...params, page, pageSize, ...sortParameters(sort) }
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: ['related', screen.base, related.key, recordId, query],
    queryFn: async ({ signal }) =>
      bodyOrThrow(
        await request<ListResponse>({
          method: 'GET',
          url: `${screen.base}/related/${related.key}/{id}`,
          values: { id: recordId, ...query },
          signal,
          quiet: true,
        }),
      ),
    placeholderData: keepPreviousData,
  })
  // The last row of the last page is gone: the page before it is shown.
  const isBeyond = data !== undefined && !isPlaceholderData && page > 1 && data.records.length === 0
  useEffect(() => {
    if (isBeyond) show((now) => ({ ...now, page: now.page - 1 }))
  }, [isBeyond])
  const { records = none, total, beyond, summary } = data ?? {}
  return { ...shown, records, total, beyond, summary, error, isPending, show, refetch: () => void refetch() }
}

/** The plan of the rows' own screen, asked for only where the user may open it. Without it the rows can be read all the same. */
function useHome(own: OwnScreenPlan | undefined): { plan?: BrowserScreenPlan; isComing: boolean } {
  const { loadScreen } = useServices()
  const rights = useRights()
  const id = own && readsRowsOf(own, rights) ? own.screen : undefined
  const { data: plan, isLoading } = useQuery({
    queryKey: ['screen', id],
    queryFn: () => loadScreen(id ?? ''),
    enabled: id !== undefined,
    staleTime: Infinity,
  })
  return { plan, isComing: isLoading }
}

/** What a new row begins with: values of the record, as texts. */
function givenFrom(add: Record<string, string>, record: RecordValues): Given {
  return Object.fromEntries(
    Object.entries(add).flatMap(([theirs, ours]) => {
      const value = record[ours]
      return isBlank(value) ? [] : [[theirs, String(value)] as const]
    }),
  )
}
