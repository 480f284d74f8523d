/** Checks print templates: the names in them exist and may be read, and their columns fit on the paper. */
import type { Entity, Field } from '../../spec/generated/entity'
import type { Screen } from '../../spec/generated/screen'
import { schemaTypeOf } from '../fields/schemas'
import { holesIn } from '../record/warnings'
import { checkSource } from './expression'
import type { ScreenContext } from './screenContext'
import { typesOfFields } from './types'

type Part = NonNullable<Screen['prints']>[string]['parts'][number]

type Context = Omit<ScreenContext, 'menu'>

const buttonLists = ['toolbar', 'rowActions', 'batchActions', 'actions'] as const

export function checkPrints(context: Context): void {
  const { source, screen, entity, report } = context
  const { prints } = screen
  if (!prints) return checkDefault(context)
  // Each print is noted in the history of the document, which a read model does not have.
  if (entity.view !== undefined) report.add(source, '/prints', 'check.print-view', { name: screen.entity }, { key: true })
  const isOwn = Object.hasOwn(screen.actions ?? {}, 'print')
  const isThere = Object.values(screen.pages).some((page) => page && buttonLists.some((list) => buttonsOf(page, list).includes('print')))
  if (isOwn || !isThere) report.add(source, '/prints', 'check.print-no-button', {}, { key: true })
  const ofRecord = Object.fromEntries(Object.entries(context.types).filter(([name]) => !Object.hasOwn(entity.lines ?? {}, name)))
  for (const [name, { when, parts }] of Object.entries(prints)) {
    const at = `/prints/${name}`
    if (when !== undefined) checkSource(source, `${at}/when`, when, ofRecord, ['boolean'], report)
    for (const [index, part] of parts.entries()) checkPart(context, `${at}/parts/${index}`, part)
  }
}

/** Without templates the page of a record is printed, so the button must not be a batch action. */
function checkDefault({ source, screen, report }: Context): void {
  if (Object.hasOwn(screen.actions ?? {}, 'print')) return
  for (const [name, page] of Object.entries(screen.pages)) {
    const index = page ? buttonsOf(page, 'batchActions').indexOf('print') : -1
    if (index >= 0) report.add(source, `/pages/${name}/batchActions/${index}`, 'check.print-batch', {})
  }
}

function buttonsOf(page: object, list: (typeof buttonLists)[number]): string[] {
  return (page as Partial<Record<typeof list, string[]>>)[list] ?? []
}

function checkPart(context: Context, at: string, part: Part): void {
  const { source, entity, sources, report, names } = context
  if (part.when !== undefined) checkSource(source, `${at}/when`, part.when, context.types, ['boolean'], report)
  if ('lines' in part) {
    const lines = entity.lines?.[part.lines]
    if (!report.known(source, `${at}/lines`, 'lines', part.lines, Object.keys(entity.lines ?? {})) || !lines) return
    const columns = Object.keys(typesOfFields(lines.fields, sources))
    for (const [index, column] of part.columns.entries()) {
      const shown = typeof column === 'string' ? { field: column } : column
      const pointer = `${at}/columns/${index}`
      checkName(context, typeof column === 'string' ? pointer : `${pointer}/field`, shown.field, lines.fields, columns)
      const field = lines.fields[shown.field]
      if ('total' in shown && !(field && schemaTypeOf(field).summable))
        report.add(source, `${pointer}/total`, 'check.total-of-text', { name: shown.field })
    }
  } else if ('fields' in part) {
    for (const [index, item] of part.fields.entries()) {
      const [name, pointer] = typeof item === 'string' ? [item, `${at}/fields/${index}`] : [item.field, `${at}/fields/${index}/field`]
      checkName(context, pointer, name, entity.fields, names)
      if (typeof item === 'object' && item.span > (part.across ?? 3))
        report.add(source, `${at}/fields/${index}/span`, 'check.print-span', { span: item.span, across: part.across ?? 3 })
    }
  } else if ('text' in part) {
    for (const name of holesIn(part.text)) checkName(context, `${at}/text`, name, entity.fields, names)
  }
}

function checkName({ source, report }: Context, at: string, name: string, fields: Entity['fields'], names: string[]): void {
  if (!report.known(source, at, 'field', name, names)) return
  const field: Field | undefined = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (field?.secret) report.add(source, at, 'check.secret', { name })
}
