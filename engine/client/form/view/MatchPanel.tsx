/**
 * Above a line table that brings two sides together: what gives, ticked, and what takes, each with what the lines take of it. Everything that is done
 * here writes lines, which may be typed over; the last step can be taken back.
 *
 *   MatchPanel ── what is ticked, figures, buttons
 *     MatchSide   one side as a table
 */
import { useEffect, useMemo, useState } from 'react'
import { compareDecimals, sumDecimals, subtractDecimals, type Decimal } from '../../../core/decimal'
import { displayOf, isBlank, textOf } from '../../../core/fields'
import type { BrowserScreenPlan, FieldPlan, MatchPlan, MatchSidePlan } from '../../../core/plan'
import type { Values } from '../../../core/record/values'
import type { Option, RecordValues } from '../../../core/wire'
import { useDictionaries, useServices } from '../../context'
import { useStoredSums } from '../../data/useStoredSums'
import { say } from '../../laterMessages'
import { bodyOrThrow } from '../../request'
import { Button } from '../../ui/Button'
import { useAction } from '../../useAction'
import { fillFirst, unfilled } from '../model/fillFirst'
import { observer, toJS } from '../model/formily'
import type { FormModel } from '../model/formModel'
import type { LinesModel } from '../model/linesModel'
import { giveInOrder, restOf, takenOf } from '../model/match'
import { leftOf, overdrawn } from '../model/matchNotes'
import { asAnswered, keyOf, lineOf } from '../model/pickedLines'
import { MatchSide, useSide } from './MatchSide'
import './match.css'

interface MatchPanelProps {
  screen: BrowserScreenPlan
  /** Of the line table. */
  title: string
  match: MatchPlan
  lines: LinesModel
  model: FormModel
  /** These have to be filled before there is anything to match. */
  onUnfilled: (fields: readonly FieldPlan[]) => void
}

interface Step {
  rows: readonly Values[]
  chosen: unknown
  names: unknown
}

export const MatchPanel = observer(function MatchPanel({ screen, title, match, lines, model, onUnfilled }: MatchPanelProps) {
  const { request, notify } = useServices()
  const dictionaries = useDictionaries()
  const { from, to, amount } = match
  const { read } = model
  const [step, setStep] = useState<Step>()

  const rows = lines.rows()
  const taken = { from: takenOf(rows, from.field, amount), to: takenOf(rows, to.field, amount) }
  const giving = useSide(screen, from, read)
  const taking = useSide(screen, to, read)
  const nameFrom = (row: RecordValues): string => keyOf(from, lines.plan, row)
  const nameTo = (row: RecordValues): string => keyOf(to, lines.plan, row)

  const chosen = listOf(read(match.chosen))
  const ticked = giving.rows.filter((row) => chosen.includes(nameFrom(row)))
  useStoredSums(match.stored, ticked)
  const sum = sumDecimals(ticked.map((row) => leftOf(from, row)))
  const used = sumDecimals(chosen.map((id) => taken.from.get(id) ?? '0'))

  const cell = lines.plan.fields[amount]
  const figure = useMemo(() => (cell ? textOf(cell, { dictionaries }) : String), [cell, dictionaries])

  // Beside the lines what they take too much of.
  const notes = overdrawn({ match, lines, taken, rows: { from: giving.rows, to: taking.rows }, text: overText })
  const said = JSON.stringify([...notes])
  useEffect(() => lines.note(new Map(JSON.parse(said) as [string, string][])), [lines, said])
  useEffect(() => () => lines.note(new Map()), [lines])

  function overText(side: MatchSidePlan, row: RecordValues, all: Decimal): string {
    const left = leftOf(side, row)
    const over = figure(subtractDecimals(all, left))
    return say('match.over', { title: side.title, name: String(row[side.label] ?? ''), left: figure(left), taken: figure(all), over })
  }

  /** What a step has changed can be had back, as it was typed. */
  function remember(): void {
    setStep({ rows: rows.map((row) => toJS(row)), chosen: toJS(read(match.chosen)), names: toJS(namesOf()) })
  }
  function namesOf(): unknown {
    const field = model.items.get(match.chosen)?.plan.field
    return field && read(displayOf(field) ?? '')
  }
  function undo(): void {
    if (!step) return
    model.enter(match.chosen, step.chosen, optionsOf(listOf(step.chosen), step.names))
    lines.take(step.rows)
    setStep(undefined)
    notify.note(say('match.undone'))
  }

  function tickGivers(changed: readonly RecordValues[], isTicked: boolean): void {
    remember()
    const names = changed.map(nameFrom)
    const labels = new Map(optionsOf(chosen, namesOf()).map(({ value, label }) => [value, label]))
    for (const row of changed) labels.set(nameFrom(row), String(row[from.label] ?? ''))
    const next = isTicked ? [...new Set([...chosen, ...names])] : chosen.filter((id) => !names.includes(id))
    model.enter(
      match.chosen,
      next,
      next.map((value) => ({ value, label: labels.get(value) ?? value })),
    )
    if (!isTicked) drop(from.field, names)
  }

  function tickTakers(changed: readonly RecordValues[], isTicked: boolean): void {
    if (!isTicked) {
      remember()
      return drop(to.field, changed.map(nameTo))
    }
    if (ticked.length === 0) return notify.warning(say('match.chooseFirst', { title: from.title }))
    const now = new Map(taken.from)
    const made: Values[] = []
    for (const taker of changed) {
      const givers = ticked.map((row) => ({ id: nameFrom(row), left: restOf({ id: nameFrom(row), left: leftOf(from, row) }, now) }))
      const open = restOf({ id: nameTo(taker), left: leftOf(to, taker) }, taken.to)
      for (const { id, amount: part } of giveInOrder(givers, open)) {
        const giver = ticked.find((row) => nameFrom(row) === id)
        if (!giver) continue
        now.set(id, sumDecimals([now.get(id) ?? '0', part]))
        made.push({ ...lineOf(from, lines.plan, giver), ...lineOf(to, lines.plan, taker), [amount]: part })
      }
    }
    if (made.length === 0) return notify.warning(say('match.nothingLeft', { title: from.title }))
    remember()
    append(made)
  }

  function keepRest(): void {
    const made = ticked.flatMap((row): Values[] => {
      const rest = restOf({ id: nameFrom(row), left: leftOf(from, row) }, taken.from)
      if (compareDecimals(rest, '0') <= 0) return []
      const kept = rows.find((line) => String(line[from.field]) === nameFrom(row) && isBlank(line[to.field]))
      return [{ ...lineOf(from, lines.plan, row), [amount]: kept ? sumDecimals([String(kept[amount] ?? '0'), rest]) : rest }]
    })
    if (made.length === 0) return notify.warning(say('match.nothingLeft', { title: from.title }))
    remember()
    const anew = new Set(made.map((line) => line[from.field]))
    lines.take([...plain((line) => !(isBlank(line[to.field]) && anew.has(line[from.field]))), ...made])
  }

  function append(made: readonly Values[]): void {
    lines.dropUntouched()
    const room = lines.room()
    if (made.length > room) notify.warning(say('pick.noRoom', { max: lines.plan.maxRows, room }))
    lines.insert(lines.rows().length, made)
  }

  function drop(field: string, names: readonly string[]): void {
    lines.take(plain((line) => isBlank(line[field]) || !names.includes(String(line[field]))))
  }

  function plain(stays: (line: Values) => boolean): Values[] {
    return lines
      .rows()
      .filter(stays)
      .map((line) => toJS(line))
  }

  const suggestion = useAction(async () => {
    const { suggest } = match
    if (!suggest) return
    const missing = unfilled(model, suggest.needed, read)
    const hint = fillFirst(missing)
    if (hint !== undefined) {
      notify.warning(hint)
      return onUnfilled(missing)
    }
    const values = Object.fromEntries(suggest.given.map((name) => [name, toJS(read(name))]))
    const response = await request<Record<string, readonly Values[] | undefined>>({ method: 'GET', url: suggest.url, values, quiet: true })
    const answered = bodyOrThrow(response)[suggest.rows] ?? []
    if (answered.length === 0) return notify.warning(say('match.nothingSuggested'))
    remember()
    lines.take(answered.map((row) => asAnswered(lines.plan, row)))
  })

  return (
    <section className="engine-match" aria-label={title}>
      <MatchSide
        {...{ screen, lines: lines.plan, model, onUnfilled }}
        side={from}
        found={giving}
        taken={taken.from}
        ticked={new Set(chosen)}
        onTick={tickGivers}
      />
      <MatchSide
        {...{ screen, lines: lines.plan, model, onUnfilled }}
        side={to}
        found={taking}
        taken={taken.to}
        ticked={new Set(taken.to.keys())}
        onTick={tickTakers}
      />
      <div className="engine-match-bar">
        <span role="status" className="engine-match-sum">
          {say('match.sum', {
            count: chosen.length,
            sum: figure(sum),
            taken: figure(used),
            rest: figure(subtractDecimals(sum, used)),
          })}
        </span>
        {match.suggest && (
          <Button busy={suggestion.pending} onClick={() => void suggestion.run()}>
            {say('match.suggest')}
          </Button>
        )}
        {match.rest !== undefined && <Button onClick={keepRest}>{match.rest}</Button>}
        {rows.length > 0 && (
          <Button
            onClick={() => {
              remember()
              lines.take([])
            }}
          >
            {say('match.clear')}
          </Button>
        )}
        {step && (
          <button type="button" className="engine-link" onClick={undo}>
            {say('match.undo')}
          </button>
        )}
      </div>
    </section>
  )
})

function listOf(value: unknown): string[] {
  return isBlank(value) ? [] : [toJS(value)].flat().map(String)
}

/** Choices that stand in the form, with their names beside them. */
function optionsOf(values: readonly string[], names: unknown): Option[] {
  const labels = listOf(names)
  return values.map((value, index) => ({ value, label: labels[index] ?? value }))
}
