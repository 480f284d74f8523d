import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { useServices, type WidgetProps } from '../../../../engine/client/context'
import { bodyOrThrow } from '../../../../engine/client/request'
import type { SpokenDerivation } from '../../../rules/debt/explain'
import { extraEndpoint } from '../extraEndpoint'
import './explanation.css'

/** 算式: how the amounts of a record came about, each down to the figures that it was computed from, as the screen's endpoint `explain` says. */
export function Explanation({ screen, record, onClose }: WidgetProps) {
  const { request } = useServices()
  const { method, url } = extraEndpoint(screen, 'explain')
  const id = record?.id
  const { data, error, refetch } = useQuery({
    queryKey: [screen.id, 'explain', id],
    queryFn: async ({ signal }) =>
      Object.values(bodyOrThrow(await request<Record<string, SpokenDerivation>>({ method, url, values: { id }, signal, quiet: true }))),
    // What is explained should be what is stored.
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Modal open title="算式" width={760} footer={null} onCancel={onClose}>
      {data?.map((amount) => (
        // Of a single amount nobody needs to choose which one to see.
        <Amount key={amount.title} amount={amount} startsOpen={data.length === 1} />
      ))}
      {!data && !error && <Skeleton active paragraph={{ rows: 6 }} />}
      {error && (
        <div role="alert">
          <p>{error.message}</p>
          <Button onClick={() => void refetch()}>重试</Button>
        </div>
      )}
    </Modal>
  )
}

/** An amount that follows from others is opened by pressing it; what stands in it is drawn only then, as there may be hundreds. */
function Amount({ amount, startsOpen = false }: { amount: SpokenDerivation; startsOpen?: boolean }) {
  const { title, text, formula, figures, rounding, because, inputs, source } = amount
  const [open, setOpen] = useState(startsOpen)
  const head = (
    <>
      <span>
        {title} {source && <Source {...source} />}
      </span>
      <b>{text}</b>
    </>
  )
  if (formula === undefined) return <div className="app-explained">{head}</div>
  return (
    <details className="app-explanation engine-disclosure" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="app-explained">{head}</summary>
      {open && (
        <div className="app-explanation-parts">
          <p>{formula}</p>
          <p>
            = {figures} = {text}
            {rounding === undefined ? '' : `（${rounding}）`}
          </p>
          {because !== undefined && <p>因为 {because}</p>}
          {inputs?.map((input, index) => (
            // Of hundreds of days some have the same title; none of them ever moves.
            <Amount key={`${index} ${input.title}`} amount={input} />
          ))}
        </div>
      )}
    </details>
  )
}

/** The record that a figure stands in; a link where it has a page that the reader may open. */
function Source({ label, href }: NonNullable<SpokenDerivation['source']>) {
  const { navigate } = useServices()
  if (href === undefined) return <small>{label}</small>
  return (
    <a
      href={href}
      onClick={(event) => {
        // Another window keeps what is explained open.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        navigate(href)
      }}
    >
      {label}
    </a>
  )
}
