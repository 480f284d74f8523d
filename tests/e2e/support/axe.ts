import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
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
  const violations = await violationsOf(page, [], (builder) => builder.withRules([...rules]))
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target.join(' ')}`))
}

/**
 * What axe finds that is serious or critical. Of the dark theme only its colours: it is the same document. The contrast of texts that look
 * alike is asked of two of them, because it is four fifths of what a look costs.
 */
export async function seriousFindings({ page }: Visitor, { colorScheme, without = [] }: Look): Promise<string[]> {
  // What fades in has less contrast on its way.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      // What fades where it is scrolled waits for a hand.
      .filter(({ effect, timeline }) => timeline === document.timeline && effect?.getComputedTiming().iterations !== Infinity)
    return Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)))
  })
  await page.evaluate(markLooks, { mark: lookMark, skipped: [keptAway, ...without].join() })
  const contrast = await violationsOf(page, without, (builder) => builder.include(`[${lookMark}]`).withRules('color-contrast'))
  const others =
    colorScheme === 'dark' ? [] : await violationsOf(page, without, (builder) => builder.disableRules(['color-contrast', ...lesser]))
  return [...contrast, ...others]
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary ?? ''}`))
}

const lookMark = 'data-look'

async function violationsOf(page: Page, without: readonly string[], narrow: (builder: AxeBuilder) => AxeBuilder) {
  // Half a megabyte of program stays in a document that was looked at before.
  const isLoaded = await page.evaluate(() => 'axe' in window)
  const builder = narrow(
    new AxeBuilder({ page, ...(isLoaded ? { axeSource: 'void 0' } : {}) })
      // Without it a page is opened for each answer, in case that there were frames of others.
      .setLegacyMode()
      .options({ resultTypes: ['violations'], pingWaitTime: patience }),
  )
  for (const selector of [keptAway, ...without]) builder.exclude(selector)
  const { violations } = await builder.analyze()
  return violations
}

/**
 * Runs in the page: marks the first and the last of the texts that look alike, by their colours and letters and by all that lies behind them.
 */
function markLooks({ mark, skipped }: { mark: string; skipped: string }): void {
  for (const marked of document.querySelectorAll(`[${mark}]`)) marked.removeAttribute(mark)
  const grounds = new Map<Element, string>()
  const groundOf = (element: Element | null): string => {
    if (element === null) return ''
    const known = grounds.get(element)
    if (known !== undefined) return known
    const { backgroundColor, backgroundImage, opacity, position, filter } = getComputedStyle(element)
    const own = [backgroundColor, backgroundImage, opacity, position, filter].join(' ')
    const ground =
      own === 'rgba(0, 0, 0, 0) none 1 static none' ? groundOf(element.parentElement) : `${groundOf(element.parentElement)}|${own}`
    grounds.set(element, ground)
    return ground
  }
  const looks = new Map<string, [first: Element, last: Element]>()
  for (const element of document.body.querySelectorAll('*')) {
    const hasText =
      element.matches('input, textarea, select') || [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
    if (!hasText || element.closest(skipped) || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
    // axe asks no contrast of a disabled control, so one must not stand for texts that can be used.
    const isDisabled = element.closest(':disabled, [aria-disabled=true]') !== null
    const look = [color, fontSize, fontWeight, textShadow, isDisabled, groundOf(element)].join(';')
    looks.set(look, [looks.get(look)?.[0] ?? element, element])
  }
  for (const pair of looks.values()) for (const element of pair) element.setAttribute(mark, '')
}
