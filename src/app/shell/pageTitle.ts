import type { RecordMode } from '../../../engine/client/pageAddress'

interface PageFacts {
  /** How a record is opened; absent for other pages. */
  mode: RecordMode | undefined
  /** The page is named for editing, which is not always what it is opened for. */
  forEditing: boolean
  screenTitle: string | undefined
}

interface TabFacts extends PageFacts {
  /** Of the record, once it is loaded. */
  name: unknown
}

/** What is done on a page, in the breadcrumb: `新增企业`, `编辑企业`, `企业详情`, else the page's own title. */
export function placeTitle(title: string, { mode, forEditing, screenTitle }: PageFacts): string {
  if (screenTitle === undefined) return title
  return { add: `新增${screenTitle}`, edit: `编辑${screenTitle}`, view: forEditing ? `${screenTitle}详情` : title }[mode ?? 'view']
}

/** `新增企业`, `编辑 RZ20261120-0001`, or the name of the record or page alone. */
export function tabTitle(title: string, { name, ...facts }: TabFacts): string {
  const { mode } = facts
  if (mode === 'add' || typeof name !== 'string' || name === '') return placeTitle(title, facts)
  return mode === 'edit' ? `编辑 ${name}` : name
}
