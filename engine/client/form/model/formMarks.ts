import { isBlank, sameValue } from '../../../core/fields'
import { checkValue, passesCheck } from '../../../core/record/check'
import { namesRead, readOf } from '../../../core/record/scope'
import type { FieldProblem } from '../../../core/wire'
import type { FormState, ReportedProblem } from './carryOver'
import type { FormCore } from './formCore'
import type { FieldData, FormItem } from './formModel'
import { batch, toJS } from './formily'
import type { FormValues } from './formValues'

/** Which fields show an error, and for how long: until their value is right, or, of what was found elsewhere, until it is another one. */
export interface FormMarks {
  /** Marks what the form's own check has found; what belongs to nothing that is drawn is returned. */
  check: (found: readonly FieldProblem[]) => FieldProblem[]
  /** Marks what was found elsewhere, as by the server, which is not found again by looking at the value. */
  report: (problems: readonly FieldProblem[]) => FieldProblem[]
  /** Marks what the server alone has found in fields that show nothing, in place of what it had found before. */
  markFromServer: (problems: readonly FieldProblem[]) => void
  leave: (name: string) => void
  /** Fields that were changed, and those that are compared with them: one is marked by a check over several until any of them mends it. */
  recheckChanged: (names: ReadonlySet<string>) => void
  /** Computed fields, which have changed after what they are computed from. */
  recheckComputed: () => void
  /** What was marked in a form before stays marked, unless the plan has mended it, as when a field is no longer required. */
  markAgain: (marks: FormState['marks']) => void
  state: () => Pick<FormState, 'marks' | 'reported'>
}

/** @param before what was reported in the form whose place this one takes */
export function createFormMarks(core: FormCore, values: FormValues, before: FormState['reported'] | undefined): FormMarks {
  const { plan, fields, items, lines, read, wereFilled, environment, context } = core
  /** Field → what was found of it elsewhere, and of which value beside which others. */
  const reported = new Map<string, ReportedProblem>(before)
  /** Field → what the server alone has found. */
  const foundByServer = new Map<string, string>()

  function isStillReported(name: string): boolean {
    const item = items.get(name)
    const found = reported.get(name)
    if (!item || !found || item.field.selfErrors[0] !== found.text) return false
    const ofWhat = [[name, found.value] as const, ...Object.entries(found.beside)]
    return ofWhat.every(([each, value]) => fields[each] === undefined || sameValue(fields[each], value, read(each)))
  }

  function recheck({ plan, field }: FormItem): void {
    const { required } = field.data as FieldData
    // What is stored and was not touched is not in question.
    const isOpen = isBlank(field.value) || values.isSubmitted(plan.field, field.value)
    const problem = isOpen ? checkValue(plan.field, field.value, required, context.checks) : undefined
    const text = problem?.detail ?? (field.selfErrors.length > 0 ? brokenCheck(plan.field.name) : undefined)
    field.setSelfErrors(text === undefined ? [] : [text])
  }

  function brokenCheck(name: string): string | undefined {
    const checks = plan.checks.filter((check) => check.field === name)
    const entered = checks.length > 0 ? values.all() : {}
    return checks.find((check) => !passesCheck(check, readOf(entered), environment))?.message
  }

  function recheckAll(names: ReadonlySet<string>): void {
    for (const name of names) {
      reported.delete(name)
      const item = items.get(name)
      if (item && item.field.selfErrors.length > 0) recheck(item)
    }
  }

  function remember(name: string, text: unknown, params: readonly FieldProblem['params'][]): void {
    const beside = Object.fromEntries(params.flatMap(comparedIn).map((other) => [other, toJS(read(other))]))
    reported.set(name, { text, value: toJS(read(name)), beside })
  }

  function mark(problems: readonly FieldProblem[]): FieldProblem[] {
    const texts = new Map<string, string>()
    const elsewhere: FieldProblem[] = []
    const ofLines = new Map<string, FieldProblem[]>()
    for (const problem of problems) {
      const [root = ''] = problem.path.split('.')
      if (lines.has(root)) ofLines.set(root, [...(ofLines.get(root) ?? []), problem])
      else if (items.get(root)?.field.visible) texts.set(root, texts.get(root) ?? problem.detail)
      else elsewhere.push(problem)
    }
    batch(() => {
      for (const [name, { field }] of items) {
        const text = texts.get(name)
        if (text !== undefined) field.setSelfErrors([text])
        else if (field.selfErrors.length > 0) field.setSelfErrors([])
      }
      for (const [name, table] of lines) elsewhere.push(...table.mark(ofLines.get(name) ?? []))
    })
    return elsewhere
  }

  return {
    check(found) {
      reported.clear()
      return mark(found)
    },
    report(problems) {
      const elsewhere = mark(problems)
      reported.clear()
      for (const [name, { field }] of items) {
        if (field.selfErrors.length === 0) continue
        const params = problems.filter(({ path }) => path === name).map((problem) => problem.params)
        remember(name, field.selfErrors[0], params)
      }
      for (const table of lines.values()) table.keepMarks()
      return elsewhere
    },
    markFromServer(problems) {
      for (const [name, text] of foundByServer) {
        if (items.get(name)?.field.selfErrors[0] === text) items.get(name)?.field.setSelfErrors([])
        reported.delete(name)
      }
      foundByServer.clear()
      for (const { path, detail, params } of problems) {
        const field = items.get(path)?.field
        if (!field?.visible || field.selfErrors.length > 0) continue
        field.setSelfErrors([detail])
        foundByServer.set(path, detail)
        remember(path, detail, [params])
      }
    },
    leave(name) {
      const item = items.get(name)
      if (!item?.field.visible || !item.field.editable) return
      const isUntouched = isBlank(item.field.value) && !wereFilled.has(name) && item.field.selfErrors.length === 0
      if (!isUntouched && !isStillReported(name)) recheck(item)
    },
    recheckChanged(names) {
      const judged = plan.checks.filter(({ that }) => namesRead(that).some((name) => names.has(name))).map((check) => check.field)
      recheckAll(new Set([...names, ...judged]))
    },
    recheckComputed: () => recheckAll(new Set([...reported.keys()].filter((name) => !isStillReported(name)))),
    markAgain(marks) {
      for (const [name, text] of marks) {
        const item = items.get(name)
        if (!item) continue
        item.field.setSelfErrors([String(text)])
        if (!isStillReported(name)) recheck(item)
      }
    },
    state: () => ({
      marks: new Map(
        [...items].flatMap(([name, { field }]) => (field.selfErrors.length > 0 ? [[name, field.selfErrors[0]] as const] : [])),
      ),
      reported,
    }),
  }
}

/** Fields that a problem was found of together with the one that is marked, as of a key of several that is taken. */
function comparedIn(params: FieldProblem['params']): string[] {
  const names = params?.['fields']
  return Array.isArray(names) ? names.map(String) : []
}
