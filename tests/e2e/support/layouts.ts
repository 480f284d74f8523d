import type { PagePlan, ProductPlan, ScreenPlan } from '../../../engine/core/plan'

export type RoutedPage = PagePlan & { route: string }

/** What a page is laid out of. A part that the plan learns by another kind of tab, page or widget is one of its own at once. */
export function partsOf(page: PagePlan): string[] {
  switch (page.kind) {
    case 'custom':
      return [`custom ${page.widget}`]
    case 'list':
      return [
        'list',
        ...(['figures', 'charts', 'area', 'side', 'tree', 'expand', 'exportLines'] as const).filter((part) => page[part] !== undefined),
        ...(page.split ? [`split ${page.split.kind}`] : []),
        ...(page.onEnter.fixedHeader ? ['fixed header'] : []),
        ...(page.batchActions.length > 0 ? ['batch'] : []),
        ...page.columns.flatMap(({ opens, group }) => [...(opens ? ['drawer'] : []), ...(group === undefined ? [] : ['grouped columns'])]),
      ]
    case 'record':
      return [
        `record ${page.mode}`,
        ...page.tabs.map((tab) => `${page.mode} ${tab.kind}${tab.kind === 'widget' ? ` ${tab.widget}` : ''}`),
        ...page.tabs.flatMap((tab) => (tab.kind === 'related' && tab.charts ? ['related charts'] : [])),
        ...(page.variant ? ['variant'] : []),
        ...(page.live ? ['live'] : []),
      ]
  }
}

/**
 * Pages with an address that together have each part of a layout at least once: what the browser has to be driven for, since all pages are
 * drawn without one (tests/screens/screens.test.tsx). By screen; rich pages come first, so that there are few.
 */
export function pagesOfEachLayout({ screens }: Pick<ProductPlan, 'screens'>): Map<ScreenPlan, RoutedPage[]> {
  const pages = Object.values(screens).flatMap((screen) =>
    Object.values(screen.pages)
      .filter((page): page is RoutedPage => page.route !== undefined)
      .map((page) => ({ screen, page, parts: new Set(partsOf(page)) })),
  )
  const known = new Set<string>()
  const chosen = new Map<ScreenPlan, RoutedPage[]>()
  for (const { screen, page, parts } of pages.toSorted((a, b) => b.parts.size - a.parts.size)) {
    if (Array.from(parts).every((part) => known.has(part))) continue
    for (const part of parts) known.add(part)
    chosen.set(screen, [...(chosen.get(screen) ?? []), page])
  }
  return chosen
}
