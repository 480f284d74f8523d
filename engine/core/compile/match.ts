import type { LineMatch, MatchSide } from '../../spec/generated/screen'
import type { MatchPlan, MatchSidePlan, PickPlan, TabPlan } from '../plan'
import { lookUp } from '../sources/lookUp'
import { optional } from '../sources/optional'
import { schemaError } from '../schemaMessages'
import { compilePick, type PickContext } from './pick'

export function compileMatch({ amount, chosen, from, to, suggest, rest, stored }: LineMatch, context: PickContext): MatchPlan {
  return {
    amount,
    chosen,
    from: compileSide(from, context),
    to: compileSide(to, context),
    ...optional({ suggest: suggest === undefined ? undefined : compileSuggest(suggest, context), rest, stored }),
  }
}

/** Choices of a reference, as a pick offers them. */
function compileSide({ left, ...side }: MatchSide, context: PickContext): MatchSidePlan {
  return { ...compilePick(side, context), left }
}

function compileSuggest(name: string, { lines, extra, where }: PickContext): NonNullable<MatchPlan['suggest']> {
  const place = `${where} ${lines.name}`
  const { url, query, answer } = lookUp(extra, name, 'endpoint', place)
  const rows = answer?.lines.find(({ of }) => of === lines.name)
  if (!rows) throw schemaError('compile.unknown-name', { what: 'lines', name: lines.name, where: `${place} ${name}` })
  const needed = query.filter(({ required }) => required === true).map((field) => field.name)
  return { url, rows: rows.table.name, given: query.map((field) => field.name), needed }
}

/** What a line table asks `{base}/pick/{key}` for. */
export function asksToPick(tab: TabPlan): PickPlan[] {
  if (tab.kind !== 'lines') return []
  const { pick, match } = tab
  // What an extra endpoint answers is asked for there.
  return [...(pick && !pick.from ? [pick] : []), ...(match ? [match.from, match.to] : [])]
}
