import axe from 'axe-core'
import { withAlikeStyles } from './alikeStyles'

/** What can be told without layout and colours, which the browser's tests judge; a page with all rules takes four times as long. */
const rules = [
  'aria-allowed-attr',
  'aria-allowed-role',
  'aria-dialog-name',
  'aria-input-field-name',
  'aria-required-attr',
  'aria-required-children',
  'aria-required-parent',
  'aria-roles',
  'aria-tab-name',
  'aria-toggle-field-name',
  'aria-valid-attr',
  'aria-valid-attr-value',
  'button-name',
  'duplicate-id-aria',
  'empty-heading',
  'heading-order',
  'image-alt',
  'label',
  'link-name',
  'list',
  'listitem',
  'nested-interactive',
  'select-name',
  'td-headers-attr',
  'th-has-data-cells',
]

/** What somebody who hears the page, or has no mouse, misses: one line for each place. */
export async function accessibilityFindings(root: Element): Promise<string[]> {
  const options = { runOnly: { type: 'rule' as const, values: rules }, resultTypes: ['violations' as const] }
  const { violations } = await withAlikeStyles(() => axe.run(root, options))
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${shortened(html)}`))
}

function shortened(html: string): string {
  return html.length > 200 ? `${html.slice(0, 200)}…` : html
}
