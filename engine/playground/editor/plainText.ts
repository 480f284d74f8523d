/** Markdown as words: emphasis, code and escapes without their signs. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/```\w*\n?/g, '')
    .replace(/\*\*|`/g, '')
    .replace(/\\([\\`*_[\]<>(){}#+.!|-])/g, '$1')
    .replace(/&nbsp;/g, ' ')
    .trim()
}
