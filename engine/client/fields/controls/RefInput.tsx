import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Option } from '../../../core/wire'
import { messages } from '../../messages'
import type { InputProps } from '../../fieldDefinition'
import { LookAlike } from './LookAlike'
import { codesOf, selectControl } from './SelectInput'
import { useWakeUp } from '../../ui/wakeUp'

/** Long enough that a word is typed before it is asked for, short enough not to be felt. */
const SEARCH_DELAY_MS = 250

/** A row of another entity, or several, searched on the server. */
export function RefInput(props: InputProps) {
  const { value, onChange, field, placeholder = messages['input.choose'] } = props
  const { Control, awakening, handlers } = useWakeUp(selectControl, props.autoFocus)
  const { options, listedFor, loading, failed, labelOf, ask, search, remember } = useOptions(props)
  const chosen = codesOf(value)
  // A control that starts open does not say that it opens.
  const askFirst = useEffectEvent(() => ask(''))
  useEffect(() => {
    if (awakening === 'press') askFirst()
  }, [awakening])

  if (!Control) {
    return (
      <LookAlike
        props={props}
        text={chosen.map(labelOf).join(messages.enumerate)}
        placeholder={placeholder}
        icon="down"
        handlers={handlers}
        onClear={() => onChange(null, [])}
      />
    )
  }

  function choose(next: string | string[] | null): void {
    const values = codesOf(next)
    const known = values.map(remember)
    onChange(
      next,
      known.filter((option) => option !== undefined),
    )
  }
  const listed = new Set(options.map((option) => option.value))
  const current = chosen.filter((code) => !listed.has(code)).map((code) => ({ value: code, label: labelOf(code) }))
  return (
    <Control
      props={props}
      awakening={awakening}
      choices={[...current, ...options]}
      listedFor={options.some(({ refused }) => refused === undefined) ? listedFor : undefined}
      value={field.multiple ? chosen : (chosen[0] ?? null)}
      onChange={choose}
      placeholder={placeholder}
      loading={loading}
      empty={loading ? messages.loading : failed ? messages['input.optionsFailed'] : props.noChoices?.()}
      onOpen={() => ask('')}
      onSearch={search}
    />
  )
}

/** The options of one input: those of the newest request, and the labels of what is chosen. */
function useOptions({ value, display, loadOptions }: InputProps) {
  const [options, setOptions] = useState<readonly Option[]>([])
  /** The text of the search that these options answer. */
  const [listedFor, setListedFor] = useState<string>()
  const [state, setState] = useState<'rest' | 'loading' | 'failed'>('rest')
  const [known, setKnown] = useState<ReadonlyMap<string, Option>>(new Map())
  const asking = useRef<AbortController>(undefined)
  const delay = useRef<ReturnType<typeof setTimeout>>(undefined)

  const codes = codesOf(value)
  const shown = Array.isArray(display) ? display : display === undefined || display === null || display === '' ? [] : [display]
  const labelOf = (code: string): string => known.get(code)?.label ?? textAt(shown, codes.indexOf(code)) ?? code
  const unlabelled = codes.filter((code, index) => !known.has(code) && textAt(shown, index) === undefined).join('\n')

  function learn(found: readonly Option[]): void {
    setKnown((before) => new Map([...before, ...found.map((option) => [option.value, option] as const)]))
  }

  useEffect(() => {
    if (unlabelled === '' || !loadOptions) return undefined
    const controller = new AbortController()
    // Without the answer the value itself is shown, which is ugly but true.
    loadOptions({ values: unlabelled.split('\n'), signal: controller.signal }).then(learn, () => undefined)
    return () => controller.abort()
  }, [unlabelled, loadOptions])

  useEffect(
    () => () => {
      clearTimeout(delay.current)
      asking.current?.abort()
    },
    [],
  )

  /** A newer request makes the responses to older ones void. */
  function ask(keyword: string): void {
    clearTimeout(delay.current)
    asking.current?.abort()
    if (!loadOptions) return
    const controller = new AbortController()
    asking.current = controller
    setState('loading')
    loadOptions({ keyword, signal: controller.signal }).then(
      (found) => {
        if (controller.signal.aborted) return
        setOptions(found)
        setListedFor(keyword)
        setState('rest')
      },
      () => {
        if (controller.signal.aborted) return
        setOptions([])
        setState('failed')
      },
    )
  }

  return {
    options,
    listedFor,
    loading: state === 'loading',
    failed: state === 'failed',
    labelOf,
    ask,
    search: (keyword: string): void => {
      clearTimeout(delay.current)
      delay.current = setTimeout(() => ask(keyword.trim()), SEARCH_DELAY_MS)
    },
    /** The option of a chosen value, kept so that its label stays when the list changes. */
    remember: (code: string): Option | undefined => {
      const option = options.find((each) => each.value === code) ?? known.get(code)
      if (option) learn([option])
      return option
    },
  }
}

function textAt(texts: readonly unknown[], index: number): string | undefined {
  const text = texts[index]
  return typeof text === 'string' && text !== '' ? text : undefined
}
