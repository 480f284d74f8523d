import type { ReactNode } from 'react'
import { Button } from '../../client/ui/Button'
import type { MadeChange, MadeColumn, MadeEntity, MadePart, MadeTable } from '../../core/madeEntity'
import type { ProductPlan } from '../../core/plan'
import type { SchemaText } from '../contents'
import { say } from '../messages'
import { TextDifference } from '../release/textPart'
import { entityAt, useMadeEntity } from './useMadeEntity'

interface MadeProps {
  path: string
  plan: ProductPlan
  /** Texts that differ from those that run. */
  drafts: readonly SchemaText[]
}

/** The tables of the entity. */
export function TablePanel(props: MadeProps) {
  return (
    <MadePanel {...props}>
      {(made) => (
        <>
          {made.tables.length === 0 && <p className="playground-note">{say('table.none')}</p>}
          <Migration made={made} />
          {made.tables.map((table) => (
            <TableView key={table.name} table={table} />
          ))}
        </>
      )}
    </MadePanel>
  )
}

/** The types of its records. */
export function TypesPanel(props: MadeProps) {
  return (
    <MadePanel {...props}>
      {({ types: { running, draft } }) => (
        <>
          <p className="playground-note">{say(running === draft ? 'types.note' : 'types.differ')}</p>
          {running === draft ? <pre className="playground-code">{draft}</pre> : <TextDifference before={running} after={draft} />}
        </>
      )}
    </MadePanel>
  )
}

function MadePanel({ path, plan, drafts, children }: MadeProps & { children: (made: MadeEntity) => ReactNode }) {
  const entity = entityAt(path, plan)
  if (entity === undefined) return <p className="playground-note">{say('made.none')}</p>
  return (
    <Made key={entity} entity={entity} drafts={drafts}>
      {children}
    </Made>
  )
}

function Made({ entity, drafts, children }: { entity: string; drafts: readonly SchemaText[]; children: (made: MadeEntity) => ReactNode }) {
  const { result, isOld, renew } = useMadeEntity(entity, drafts)
  const { data, error } = result
  return (
    <>
      {isOld && (
        <p role="status" className="playground-note playground-warning">
          {say('made.old')} <Button onClick={renew}>{say('made.renew')}</Button>
        </p>
      )}
      {!data && !error && (
        <p role="status" className="playground-note">
          {say('loading')}
        </p>
      )}
      {error && (
        <p role="status" className="playground-note playground-warning">
          {say('made.failed', { reason: error.message })} <Button onClick={() => void result.refetch()}>{say('made.renew')}</Button>
        </p>
      )}
      {data && data.problems.length > 0 && (
        <div role="status" className="playground-note playground-warning">
          {say('made.problems')}
          <ul>
            {data.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      )}
      {data && children(data)}
    </>
  )
}

/** What has to be done to the tables that there are before the drafts can run. */
function Migration({ made: { migration } }: { made: MadeEntity }) {
  const { statements, destructive } = migration
  if (statements.length + destructive.length === 0) return null
  return (
    <section className="playground-made-migration">
      <h3>{say('table.migration')}</h3>
      <p className="playground-note">{say('table.migrationNote')}</p>
      {statements.length > 0 && <pre className="playground-code">{statements.map(ended).join('\n')}</pre>}
      {destructive.length > 0 && (
        <>
          <p className="playground-note playground-warning">{say('table.destructive')}</p>
          <pre className="playground-code">{destructive.map(ended).join('\n')}</pre>
        </>
      )}
    </section>
  )
}

function ended(statement: string): string {
  return `${statement};`
}

function TableView({ table: { name, change, columns, parts } }: { table: MadeTable }) {
  return (
    <section>
      <h3>
        <code>{name}</code> <Mark change={change} />
      </h3>
      <div className="playground-wide" role="group" aria-label={name}>
        <table className="playground-table">
          <thead>
            <tr>
              <th scope="col">{say('table.column')}</th>
              <th scope="col">{say('table.type')}</th>
              <th scope="col">{say('table.null')}</th>
              <th scope="col">{say('table.filled')}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map((column) => (
              <ColumnRow key={column.name} column={column} />
            ))}
          </tbody>
        </table>
      </div>
      <ul className="playground-made-parts">
        {parts.map((part) => (
          <PartRow key={part.name} part={part} />
        ))}
      </ul>
    </section>
  )
}

function ColumnRow({ column: { name, type, nullable, filled, change, was } }: { column: MadeColumn }) {
  return (
    <tr className={rowClass(change)}>
      <td>
        <code>{name}</code> <Mark change={change} />
      </td>
      <td>
        <code>{type}</code>
        {was !== undefined && <div className="playground-note">{say('table.was', { was })}</div>}
      </td>
      <td>{say(nullable ? 'table.nullable' : 'table.notNull')}</td>
      <td>{filled !== undefined && <code>{filled}</code>}</td>
    </tr>
  )
}

function PartRow({ part: { kind, sql, change } }: { part: MadePart }) {
  return (
    <li className={rowClass(change)}>
      {say(`table.${kind}`)} <Mark change={change} />
      <br />
      <code>{sql}</code>
    </li>
  )
}

function Mark({ change }: { change: MadeChange | undefined }) {
  return change === undefined ? null : <span className="playground-mark">{say(`table.${change}`)}</span>
}

function rowClass(change: MadeChange | undefined): string | undefined {
  return change === undefined ? undefined : `playground-made-${change}`
}
