import { AxeBuilder } from '@axe-core/playwright'
import { patience } from '../../patience'
import type { Visitor } from './visitor'

export interface Look {
  colorScheme: 'light' | 'dark'
  /** Selectors of what is not looked at. */
  without?: readonly string[]
}

/** What axe calls moderate or minor whatever it finds: that is not asked for, and need not be sought. */
const lesser = [
  'aria-allowed-role',
  'empty-heading',
  'empty-table-header',
  'form-field-multiple-labels',
  'heading-order',
  'html-xml-lang-mismatch',
  'image-redundant-alt',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'meta-viewport',
  'meta-viewport-large',
  'page-has-heading-one',
  'presentation-role-conflict',
  'region',
  'scope-attr-valid',
  'skip-link',
]

/** Pages behind the one in front, of which nobody sees or hears anything: axe would only find that out of each of their elements. */
const keptAway = 'kept-page[data-away]'

/** What of the page in front axe finds by these rules, however bad it calls them. */
export async function findingsBy({ page }: Visitor, rules: readonly string[]): Promise<string[]> {
  const builder = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], pingWaitTime: patience, runOnly: { type: 'rule', values: [...rules] } })
  const { violations } = await builder.exclude(keptAway).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target.join(' ')}`))
}

/** What axe finds that is serious or critical. Of the dark theme only its colours: it is the same document. */
export async function seriousFindings({ page }: Visitor, { colorScheme, without = [] }: Look): Promise<string[]> {
  // What fades in has less contrast on its way.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      // What fades where it is scrolled waits for a hand.
      .filter(({ effect, timeline }) => timeline === document.timeline && effect?.getComputedTiming().iterations !== Infinity)
    return Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)))
  })
  // Half a megabyte of program stays in a document that was looked at before.
  const isLoaded = await page.evaluate(() => 'axe' in window)
  const builder = new AxeBuilder({ page, ...(isLoaded ? { axeSource: 'void 0' } : {}) })
    // Without it a page is opened for each answer, in case that there were frames of others.
    .setLegacyMode()
    .options({
      resultTypes: ['violations'],
      pingWaitTime: patience,
      ...(colorScheme === 'dark'
        ? { runOnly: { type: 'rule', values: ['color-contrast'] } }
        : { rules: Object.fromEntries(lesser.map((rule) => [rule, { enabled: false }])) }),
    })
  for (const selector of [keptAway, ...without]) builder.exclude(selector)
  const { violations } = await builder.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary ?? ''}`))
}
