import { useEffect, useId, useState } from 'react'
import type { ListView } from '../../core/wire'
import { maxViewName } from '../../core/wire'
import { useServices } from '../context'
import { withView } from '../data/listViews'
import type { KeptView } from '../data/useListViews'
import { messages, say } from '../laterMessages'
import { copyText } from '../table/copyText'
import { Button } from '../ui/Button'
import { useAction } from '../useAction'
import type { ViewMenuProps } from './ViewMenu'
import './views.css'

/** The views of a list: chosen, kept, changed, deleted, and sent to others. */
export function ViewPanel({ views, content, onSaved, onClose }: ViewMenuProps & { onClose: () => void }) {
  const { notify } = useServices()
  const [form, setForm] = useState<ListView | 'new'>()
  const { view, all, error, load, open, save, remove, usual, makeUsual } = views
  useEffect(load, [load])
  const update = useAction(async () => {
    if (!view) return
    await save({ id: view.id, version: view.version, name: view.name, role: view.role, content: content() })
    onSaved()
    onClose()
    notify.success(say('views.updated', { name: view.name }))
  })
  const erase = useAction(async () => {
    if (!view) return
    onClose()
    const sharing = view.role === undefined ? undefined : messages['views.deleteShared']
    await notify.confirm({
      title: say('views.delete', { name: view.name }),
      content: sharing,
      danger: true,
      okText: messages['views.deleteOk'],
      perform: () => remove(view),
    })
  })
  const copy = useAction(async () => {
    if (!view) return
    await copyText(window.location.origin + window.location.pathname + withView('', view.id))
    onClose()
    notify.success(messages['views.copied'])
  })

  if (error && !all)
    return (
      <p role="alert" className="engine-views-note">
        {say('views.failed', { message: error.message })}
      </p>
    )
  if (!all) return <p className="engine-views-note">{messages.loading}</p>
  if (form)
    return (
      <ViewForm
        view={form === 'new' ? undefined : form}
        roles={all.roles}
        usual={form !== 'new' && form.id === usual}
        onCancel={() => setForm(undefined)}
        onKeep={async (kept) => {
          await save({ ...kept, content: form === 'new' ? content() : form.content })
          onClose()
        }}
      />
    )
  return (
    <div className="engine-views">
      {(view ?? all.views.length > 0) && (
        <ul aria-label={messages['views.menu']}>
          {[undefined, ...all.views].map((each) => (
            <li key={each?.id ?? ''}>
              <button
                type="button"
                className="engine-entry"
                aria-current={each?.id === view?.id ? 'true' : undefined}
                onClick={() => {
                  open(each)
                  onClose()
                }}
              >
                <span>{each?.name ?? messages['views.none']}</span>
                {each && <small>{describe(each, all.roles, each.id === usual)}</small>}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="engine-views-actions">
        <Button look="primary" onClick={() => setForm('new')}>
          {messages['views.save']}
        </Button>
        {view && (
          <>
            {view.mine && (
              <>
                <Button busy={update.pending} onClick={() => void update.run()}>
                  {messages['views.update']}
                </Button>
                <Button onClick={() => setForm(view)}>{messages['views.edit']}</Button>
              </>
            )}
            <Button onClick={() => makeUsual(usual === view.id ? undefined : view.id)}>
              {messages[usual === view.id ? 'views.notUsual' : 'views.makeUsual']}
            </Button>
            <Button onClick={() => void copy.run()}>{messages['views.copy']}</Button>
            {view.mine && (
              <Button look="danger" onClick={() => void erase.run()}>
                {messages['views.deleteOk']}
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  )
}

function describe({ mine, ownerName, role }: ListView, roles: readonly { code: string; name: string }[], isUsual: boolean): string {
  const shared = mine && role !== undefined ? say('views.sharedWith', { role: roles.find(({ code }) => code === role)?.name ?? role }) : ''
  const from = mine ? '' : say('views.sharedBy', { name: ownerName })
  return [shared, from, isUsual ? messages['views.usual'] : ''].filter(Boolean).join(messages.comma)
}

interface ViewFormProps {
  view: ListView | undefined
  roles: readonly { code: string; name: string }[]
  usual: boolean
  onCancel: () => void
  onKeep: (kept: Omit<KeptView, 'content'>) => Promise<void>
}

function ViewForm({ view, roles, usual, onCancel, onKeep }: ViewFormProps) {
  const id = useId()
  const [name, setName] = useState(view?.name ?? '')
  const [role, setRole] = useState(view?.role ?? '')
  const [isUsual, setUsual] = useState(usual)
  const keep = useAction(onKeep)
  const isLost = role !== '' && !roles.some(({ code }) => code === role)
  return (
    <form
      className="engine-views-form"
      aria-label={messages[view ? 'views.edit' : 'views.save']}
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() === '') return
        void keep.run({
          ...(view ? { id: view.id, version: view.version } : {}),
          name: name.trim(),
          role: role || undefined,
          usual: isUsual,
        })
      }}
    >
      <label htmlFor={`${id}-name`}>{messages['views.name']}</label>
      <input
        id={`${id}-name`}
        className="engine-input"
        value={name}
        maxLength={maxViewName}
        required
        autoFocus
        onChange={(event) => setName(event.target.value)}
      />
      <label htmlFor={`${id}-role`}>{messages['views.for']}</label>
      <select id={`${id}-role`} className="engine-input" value={role} onChange={(event) => setRole(event.target.value)}>
        <option value="">{messages['views.mine']}</option>
        {roles.map(({ code, name: title }) => (
          <option key={code} value={code}>
            {say('views.shareWith', { role: title })}
          </option>
        ))}
        {isLost && <option value={role}>{say('views.sharedWith', { role })}</option>}
      </select>
      <label className="engine-choice">
        <input type="checkbox" className="engine-checkbox" checked={isUsual} onChange={(event) => setUsual(event.target.checked)} />
        {messages['views.usualHint']}
      </label>
      <div className="engine-views-actions">
        <Button type="submit" look="primary" busy={keep.pending}>
          {messages['views.keep']}
        </Button>
        <Button onClick={onCancel}>{messages.cancel}</Button>
      </div>
    </form>
  )
}
