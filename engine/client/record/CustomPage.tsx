import type { BrowserScreenPlan, CustomPagePlan } from '../../core/plan'
import { ActionScope } from '../actions/ActionScope'
import { useServices } from '../context'
import { useEnter } from '../data/useEnter'
import { UnknownWidget } from '../ui/UnknownWidget'

export interface CustomPageProps {
  screen: BrowserScreenPlan
  page: CustomPagePlan
}

/** A page of the product's own, with the actions of its screen at hand. */
export function CustomPage({ screen, page }: CustomPageProps) {
  useEnter(page.onEnter)
  const { pages } = useServices().extensions
  const Page = Object.hasOwn(pages, page.widget) ? pages[page.widget] : undefined
  if (!Page) return <UnknownWidget screen={screen} name={page.widget} known={Object.keys(pages)} />
  return (
    <ActionScope screen={screen}>
      <Page screen={screen} page={page} />
    </ActionScope>
  )
}
