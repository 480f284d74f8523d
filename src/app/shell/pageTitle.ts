import type { RecordMode } from '../../../engine/client/pageAddress'

interface PageFacts {
  /** How a record is opened; absent for other pages. */
  mode: RecordMode | undefined
  screenTitle: string | undefined
}

interface TabFacts extends PageFacts {
  /** Of the record, once it is loaded. */
  name: unknown
}

/** What is done on a page, in the breadcrumb: `新增企业`, `编辑企业`, else the page's own title. */
export function placeTitle(title: string, { mode, screenTitle }: PageFacts): string {
  if (screenTitle === undefined) return title
  return { add: `新增${screenTitle}`, edit: `编辑${screenTitle}`, view: title }[mode ?? 'view']
}

/** `新增企业`, `编辑 RZ20261120-0001`, or the name of the record or page alone. */
export function tabTitle(title: string, { mode, screenTitle, name }: TabFacts): string {
  if (mode === 'add' || typeof name !== 'string' || name === '') return placeTitle(title, { mode, screenTitle })
  return mode === 'edit' ? `编辑 ${name}` : name
}
