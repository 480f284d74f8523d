import type { Expression } from '../../core/expression'
import { expressionDependencies } from '../../core/expression'
import type { FieldPlan, FormItemPlan, ProductPlan, RecordPagePlan, ScreenPlan } from '../../core/plan'

/** A part of a form as Formily's JSON schema says it. */
type FormilySchema = Record<string, unknown>

/** The forms of a screen, by the names of their pages. */
export function formsOf(screen: ScreenPlan, plan: ProductPlan): Record<string, FormilySchema> {
  const opened = new Set(
    Object.values(screen.actions).flatMap(({ does }) => (does.kind === 'add' || does.kind === 'edit' ? [does.page] : [])),
  )
  const forms = Object.values(screen.pages).flatMap((page) =>
    page.kind === 'record' && (page.mode === 'edit' || opened.has(page.name)) ? [[page.name, formOf(page, screen, plan)] as const] : [],
  )
  return Object.fromEntries(forms)
}

function formOf(page: RecordPagePlan, screen: ScreenPlan, plan: ProductPlan): FormilySchema {
  const sections = page.sections.map(({ title, items, visible }, index) => [
    `section${index + 1}`,
    {
      type: 'void',
      title,
      'x-component': 'FormLayout',
      ...reaction('visible', visible),
      properties: Object.fromEntries(items.map((item) => [item.field.name, itemOf(item)])),
    },
  ])
  const tables = page.tabs.flatMap((tab) => {
    const lines = tab.kind === 'lines' ? (screen.lines[tab.lines] ?? plan.entities[screen.entity]?.lines[tab.lines]) : undefined
    if (tab.kind !== 'lines' || !lines) return []
    const columns = Object.fromEntries(Object.values(lines.fields).map((field) => [field.name, fieldOf(field)]))
    return [
      [
        tab.lines,
        {
          type: 'array',
          title: tab.title,
          'x-component': 'ArrayTable',
          minItems: lines.minRows,
          maxItems: lines.maxRows,
          items: { type: 'object', properties: columns },
        },
      ],
    ]
  })
  return { type: 'object', properties: Object.fromEntries([...sections, ...tables]) as object }
}

function itemOf({ field, span, visible, enabled, required: own, as }: FormItemPlan): FormilySchema {
  const reactions = { ...reaction('visible', visible), ...reaction('enabled', enabled) }
  const required = own ?? field.required
  const isNeeded = typeof required === 'boolean' ? (required ? { required } : {}) : reaction('required', required)
  return {
    ...fieldOf(field),
    'x-decorator': 'FormItem',
    'x-decorator-props': { gridSpan: span },
    ...(as === undefined ? {} : { 'x-component': as }),
    ...reactions,
    ...isNeeded,
  }
}

function fieldOf(field: FieldPlan): FormilySchema {
  const { title, type, maxLength, pattern, min, max, readOnly, dictionary, multiple } = field
  return {
    type: multiple ? 'array' : typeOf(field),
    title,
    'x-component': type,
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
    ...(readOnly ? { 'x-read-only': true } : {}),
    ...(dictionary === undefined ? {} : { 'x-component-props': { dictionary } }),
  }
}

/** Decimals travel as text; whole numbers as numbers. */
function typeOf({ decimals }: FieldPlan): string {
  return decimals === 0 ? 'number' : 'string'
}

/** What is worked out while it is filled in, and from what. */
function reaction(name: string, expression: Expression | undefined): FormilySchema {
  if (!expression) return {}
  return { [`x-${name}`]: { dependencies: [...expressionDependencies(expression)] } }
}
