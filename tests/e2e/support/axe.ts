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
  const { violations } = await askAxe(page, [], (builder) => builder.withRules([...rules]))
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target.join(' ')}`))
}

/** Looks of texts of which axe has told the contrast. */
const judgedLooks = new Set<string>()

/**
 * What axe finds that is serious or critical. Of the dark theme only its colours: it is the same document. Contrast comes from how a text
 * looks, so it is asked of two texts where a look is first met, and not again once it was told: else it is more than half of what all of this costs.
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
  const contrast = await contrastFindings(page, without)
  const others =
    colorScheme === 'dark' ? [] : (await askAxe(page, without, (builder) => builder.disableRules(['color-contrast', ...lesser]))).violations
  return [...contrast, ...others]
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary ?? ''}`))
}

const lookMark = 'data-look'

async function contrastFindings(page: Page, without: readonly string[]) {
  const looks = await page.evaluate(markNewLooks, { mark: lookMark, skipped: [keptAway, ...without].join(), judged: [...judgedLooks] })
  if (looks.length === 0) return []
  const { violations, incomplete } = await askAxe(page, without, (builder) => builder.include(`[${lookMark}]`).withRules('color-contrast'))
  // What it cannot tell here, as of a text that something lies over in part, it may tell of the same look elsewhere.
  const targets = incomplete.flatMap(({ nodes }) => nodes.flatMap(({ target }) => target.map(String)))
  const untold = await page.evaluate(
    ([mark, selectors]) => selectors.map((selector) => Number(document.querySelector(selector)?.getAttribute(mark))),
    [lookMark, targets] as const,
  )
  for (const [at, look] of looks.entries()) if (!untold.includes(at)) judgedLooks.add(look)
  return violations
}

async function askAxe(page: Page, without: readonly string[], narrow: (builder: AxeBuilder) => AxeBuilder) {
  // Half a megabyte of program stays in a document that was looked at before.
  const isLoaded = await page.evaluate(() => 'axe' in window)
  const builder = narrow(
    new AxeBuilder({ page, ...(isLoaded ? { axeSource: 'void 0' } : {}) })
      // Without it a page is opened for each answer, in case that there were frames of others.
      .setLegacyMode()
      .options({ resultTypes: ['violations', 'incomplete'], pingWaitTime: patience }),
  )
  for (const selector of [keptAway, ...without]) builder.exclude(selector)
  return builder.analyze()
}

/**
 * Runs in the page: marks the first and the last of the texts that look alike, by their colours and letters and by all that shows through behind
 * them, with the place of their look in the answer: those that were not judged yet.
 */
function markNewLooks({ mark, skipped, judged }: { mark: string; skipped: string; judged: readonly string[] }): string[] {
  for (const marked of document.querySelectorAll(`[${mark}]`)) marked.removeAttribute(mark)
  const fadings = new Map<Element | null, string>([[null, '']])
  /** What makes the element paler with all that it stands in. */
  const fadingOf = (element: Element | null): string => {
    const known = fadings.get(element)
    if (known !== undefined || element === null) return known ?? ''
    const { opacity, filter } = getComputedStyle(element)
    const fading = fadingOf(element.parentElement) + (opacity === '1' && filter === 'none' ? '' : `${opacity} ${filter} `)
    fadings.set(element, fading)
    return fading
  }
  /**
   * Backgrounds down to the first that lets nothing through. What a text is laid over without standing in it is known where it can be hit; others
   * are looks of their own, because axe cannot tell the contrast of what is covered.
   */
  const groundOf = (element: Element): string => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const stack = document.elementsFromPoint(left + width / 2, top + height / 2)
    const canBeHit = stack.includes(element)
    const hidden = stack.length === 0 ? 'out of the window ' : 'covered '
    let ground = canBeHit ? '' : hidden
    let layer: Element | null | undefined = element
    while (layer) {
      const { backgroundColor, backgroundImage } = getComputedStyle(layer)
      if (backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none') ground += `${backgroundColor} ${backgroundImage} `
      if (/^(rgb\(|color\([^/]*$)/.test(backgroundColor)) break
      layer = canBeHit ? stack[stack.indexOf(layer) + 1] : layer.parentElement
    }
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
    const look = [color, fontSize, fontWeight, textShadow, isDisabled, fadingOf(element), groundOf(element)].join(';')
    looks.set(look, [looks.get(look)?.[0] ?? element, element])
  }
  for (const look of judged) looks.delete(look)
  for (const [at, pair] of [...looks.values()].entries()) for (const element of pair) element.setAttribute(mark, String(at))
  return [...looks.keys()]
}
