import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Tag } from '../../../engine/client/fields/controls/Tag'
import { Button } from '../../../engine/client/ui/Button'
import type { WaitingItem, WorkRecord } from '../../../engine/core/wire'
import { useProduct, useProgram } from '../programContext'
import { AppLink } from './AppLink'
import { openableRecents } from '../routing/openableRecents'
import { RecordFacts } from './RecordFacts'
import { useExports } from './useExports'
import { addressOfPlace, countText, workQuery } from './work'
import './workbench.css'

/** What the user has to see to, over all menus. */
export function Workbench({ footer }: { footer?: ReactNode }) {
  const { request } = useProgram()
  const { data, error, refetch, isFetching } = useQuery(workQuery(request))
  return (
    <div className="app-page app-workbench">
      <h1>工作台</h1>
      {error !== null && (
        <div className="app-workbench-failed" role="alert">
          <span>{data ? '未能更新，显示的是之前的内容。' : '未能载入待办。'}</span>
          <Button onClick={() => void refetch()} busy={isFetching}>
            重试
          </Button>
        </div>
      )}
      <div className="app-workbench-cards" aria-busy={!data && !error}>
        {data || !error ? <Waiting items={data?.waiting} /> : null}
        {data && (
          <>
            <Records title="我提交的" records={data.mine} empty="没有待他人审批的单据" />
            <Records title="即将到期" records={data.due} empty="七天内没有到期的单据" />
          </>
        )}
        <Exports />
        <Recents />
      </div>
      {footer}
    </div>
  )
}

function Card({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <section className={wide ? 'app-workbench-card app-workbench-wide' : 'app-workbench-card'} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Waiting({ items }: { items: readonly WaitingItem[] | undefined }) {
  if (!items) {
    return (
      <Card title="待我处理" wide>
        <div className="app-workbench-loading" role="status" aria-label="待办加载中">
          {Array.from({ length: 4 }, (_unused, row) => (
            <span key={row} />
          ))}
        </div>
      </Card>
    )
  }
  if (items.length === 0) {
    return (
      <Card title="待我处理" wide>
        <p className="app-workbench-empty">今天没有待办</p>
      </Card>
    )
  }
  return (
    <Card title="待我处理" wide>
      <ul className="app-workbench-waiting">
        {items.map(({ title, state, count, beyond, place }) => (
          <li key={`${title} ${state.title}`}>
            <AppLink href={addressOfPlace(place)} eager>
              <strong>{countText(count, beyond === true)}</strong>
              <span>{title}</span>
              <Tag text={state.title} color={state.color} />
            </AppLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Records({ title, records, empty }: { title: string; records: readonly WorkRecord[]; empty: string }) {
  const { services } = useProgram()
  const { today } = services.environment()
  return (
    <Card title={title}>
      {records.length === 0 && <p className="app-workbench-empty">{empty}</p>}
      <ul className="app-workbench-rows">
        {records.map((record) => (
          <li key={`${record.entity} ${record.id}`}>
            <AppLink href={record.address}>
              <span className="app-workbench-line">
                <span className="app-workbench-name">{record.label}</span>
                {record.state && <Tag text={record.state.title} color={record.state.color} />}
                {record.date !== undefined && <Due date={record.date} late={record.date < today} />}
              </span>
              <RecordFacts {...record} />
            </AppLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Due({ date, late }: { date: string; late: boolean }) {
  return (
    <time dateTime={date} className={late ? 'app-workbench-late' : undefined}>
      {late && '已过期 '}
      {date}
    </time>
  )
}

/** Of the user, where the exports of large lists are kept; nothing for who has no such menu, or has exported nothing. */
function Exports() {
  const tasks = useExports()
  if (!tasks || tasks.rows.length === 0) return null
  return (
    <Card title="我的导出">
      <ul className="app-workbench-rows">
        {tasks.rows.map(({ id, name, state }) => (
          <li key={id}>
            <AppLink href={tasks.href}>
              <span className="app-workbench-line">
                <span className="app-workbench-name">{name}</span>
                {state && <Tag text={state.title} color={state.color} />}
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Recents() {
  const { recents } = useProgram()
  const match = useProduct((state) => state.match)
  const records = openableRecents(recents.list(), match).filter(({ of }) => of !== undefined)
  if (records.length === 0) return null
  return (
    <Card title="最近查看">
      <ul className="app-workbench-rows">
        {records.slice(0, 8).map(({ href, title, of }) => (
          <li key={href}>
            <AppLink href={href}>
              <span className="app-workbench-line">
                <span className="app-workbench-name">{title}</span>
              </span>
              <small>{of}</small>
            </AppLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}
