import { Fragment, useMemo, type ReactNode } from 'react'
import type { ProductPlan } from '../../core/plan'
import { schemaFileAt } from '../../spec/schemaPaths'
import { say } from '../messages'
import { formsOf } from './formilySchema'
import { operationsOf, screenAt } from './operations'

interface PlanProps {
  path: string
  plan: ProductPlan
}

/** What the file compiles to. */
export function CompiledPanel({ path, plan }: PlanProps) {
  const text = useMemo(() => JSON.stringify(partAt(path, plan), null, 2) as string | undefined, [path, plan])
  return text === undefined ? <p className="playground-note">{say('compiled.none')}</p> : <pre className="playground-code">{text}</pre>
}

/** An address may be broken behind each of its slashes. */
function partsOf(url: string): ReactNode {
  return url.split(/(?<=\/)(?=.)/).map((part, at) => (
    <Fragment key={at}>
      {at > 1 && <wbr />}
      {part}
    </Fragment>
  ))
}

/** The endpoints of the screen. */
export function EndpointsPanel({ path, plan }: PlanProps) {
  const screen = screenAt(path, plan)
  const operations = useMemo(() => (screen ? operationsOf(screen) : []), [screen])
  if (operations.length === 0) return <p className="playground-note">{say('endpoints.none')}</p>
  return (
    <table className="playground-table">
      <thead>
        <tr>
          <th scope="col">{say('endpoints.method')}</th>
          <th scope="col">{say('endpoints.url')}</th>
          <th scope="col">{say('endpoints.permission')}</th>
          <th scope="col">{say('endpoints.what')}</th>
        </tr>
      </thead>
      <tbody>
        {operations.map(({ method, url, permission, title }) => (
          <tr key={`${method} ${url}`}>
            <td>{method}</td>
            <td>
              <code>{partsOf(url)}</code>
            </td>
            <td>
              <code>{permission}</code>
            </td>
            <td>{title}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The forms of the screen in the words of Formily. */
export function FormilyPanel({ path, plan }: PlanProps) {
  const screen = screenAt(path, plan)
  const forms = useMemo(() => (screen ? formsOf(screen, plan) : {}), [screen, plan])
  if (Object.keys(forms).length === 0) return <p className="playground-note">{say('formily.none')}</p>
  return (
    <>
      <p className="playground-note">{say('formily.note')}</p>
      {Object.entries(forms).map(([name, form]) => (
        <section key={name}>
          <h2 className="playground-heading">{name}</h2>
          <pre className="playground-code">{JSON.stringify(form, null, 2)}</pre>
        </section>
      ))}
    </>
  )
}

/** The part of the plan that a file is about. */
function partAt(path: string, plan: ProductPlan): unknown {
  const file = schemaFileAt(path.slice('schemas/'.length))
  switch (file?.kind) {
    case 'screen':
      return plan.screens[file.key]
    case 'entity':
      return plan.entities[file.key]
    case 'ledger':
      return plan.ledgers[file.key]
    case 'dictionary':
      return plan.dictionaries[file.key]
    case 'menus':
      return plan.menus
    case 'roles':
      return plan.roles
    case 'schedule':
      return plan.schedule
    case 'product':
      return { title: plan.title, userEntity: plan.userEntity, scopes: plan.scopes, outside: plan.outside }
    default:
      return undefined
  }
}
