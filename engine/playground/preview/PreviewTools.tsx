import { Checkbox, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import type { PlaygroundRole } from '../contents'
import { sayPreview } from '../previewMessages'
import { dataKinds } from './frameMessages'
import { AccountChoice, type AskAccount } from './AccountChoice'
import { accountRights, allRights, noRights, typedRights, widths, type Preview, type PreviewSettings, type Width } from './previewState'

interface PreviewToolsProps {
  preview: Preview
  settings: PreviewSettings
  /** What the page has, chosen or not. */
  width: Width
  roles: readonly PlaygroundRole[]
  /** Codes that were typed and are none. */
  unknown: readonly string[]
  askAccount: AskAccount
  onChange: (change: Partial<PreviewSettings>) => void
}

/** The switches of a preview. */
export function PreviewTools({ preview, settings, width: shownWidth, roles, unknown, askAccount, onChange }: PreviewToolsProps) {
  const { screens, screen, pages, choice, record } = preview
  const states = Object.values(screen.states ?? {})
  return (
    <div className="playground-preview-tools" role="toolbar" aria-label={sayPreview('preview.tools')}>
      {screens.length > 1 && (
        <Choice
          label={sayPreview('preview.screen')}
          value={screen.id}
          choices={screens.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(chosen) => onChange({ screen: chosen, page: undefined, state: undefined })}
          searched
        />
      )}
      <Choice
        label={sayPreview('preview.choice')}
        value={choice.key}
        choices={pages.map(({ key, title }) => ({ value: key, label: title }))}
        onChange={(page) => onChange({ page })}
      />
      {states.length > 0 && choice.mode !== 'add' && (
        <Choice
          label={sayPreview('preview.state')}
          value={String(record?.[screen.statusField ?? ''] ?? '')}
          choices={states.map(({ code, title }) => ({ value: code, label: title }))}
          onChange={(state) => onChange({ state })}
        />
      )}
      <Choice
        label={sayPreview('preview.who')}
        value={settings.who}
        choices={[
          { value: allRights, label: sayPreview('preview.who.all') },
          ...roles.map(({ id, name }) => ({ value: id, label: name })),
          { value: accountRights, label: sayPreview('preview.who.account') },
          { value: noRights, label: sayPreview('preview.who.none') },
          { value: typedRights, label: sayPreview('preview.who.typed') },
        ]}
        onChange={(who) => onChange({ who })}
        searched
      />
      <Checkbox checked={settings.outside} onChange={({ target }) => onChange({ outside: target.checked })}>
        {sayPreview('preview.outside')}
      </Checkbox>
      <Choice
        label={sayPreview('preview.data')}
        value={settings.data}
        choices={dataKinds.map((kind) => ({ value: kind, label: sayPreview(`preview.data.${kind}`) }))}
        onChange={(data) => onChange({ data })}
      />
      <Choice
        label={sayPreview('preview.theme')}
        value={settings.dark === undefined ? 'same' : settings.dark ? 'dark' : 'light'}
        choices={(['same', 'light', 'dark'] as const).map((each) => ({ value: each, label: sayPreview(`preview.theme.${each}`) }))}
        onChange={(theme) => onChange({ dark: theme === 'same' ? undefined : theme === 'dark' })}
      />
      <Choice
        label={sayPreview('preview.density')}
        value={settings.density}
        choices={(['large', 'middle', 'small'] as const).map((each) => ({ value: each, label: sayPreview(`preview.density.${each}`) }))}
        onChange={(density) => onChange({ density })}
      />
      <Choice
        label={sayPreview('preview.width')}
        value={shownWidth}
        choices={widths.map((width) => ({ value: width, label: String(width) }))}
        onChange={(width) => onChange({ width })}
      />
      <Checkbox checked={settings.embedded} onChange={({ target }) => onChange({ embedded: target.checked })}>
        {sayPreview('preview.embedded')}
      </Checkbox>
      {settings.who === accountRights && (
        <AccountChoice shown={settings.account} ask={askAccount} onFound={(account) => onChange({ account, outside: account.outside })} />
      )}
      {settings.who === typedRights && (
        <div className="playground-preview-typed">
          <Input.TextArea
            aria-label={sayPreview('preview.typed')}
            placeholder={sayPreview('preview.typed')}
            rows={2}
            value={settings.typed}
            onChange={({ target }) => onChange({ typed: target.value })}
          />
          {unknown.length > 0 && (
            <p role="status">{sayPreview('preview.unknownRights', { codes: unknown.join(sayPreview('explain.comma')) })}</p>
          )}
        </div>
      )}
    </div>
  )
}

interface ChoiceProps<Value extends string | number> {
  label: string
  value: Value
  choices: readonly { value: Value; label: ReactNode }[]
  onChange: (value: Value) => void
  /** There may be many. */
  searched?: boolean
}

function Choice<Value extends string | number>({ label, value, choices, onChange, searched = false }: ChoiceProps<Value>) {
  return (
    <label>
      <span>{label}</span>
      <Select<Value>
        aria-label={label}
        size="small"
        value={value}
        options={[...choices]}
        onChange={onChange}
        popupMatchSelectWidth={false}
        {...(searched ? { showSearch: { optionFilterProp: 'label' } } : {})}
      />
    </label>
  )
}
