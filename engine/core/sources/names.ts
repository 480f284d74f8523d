/** Naming conventions that follow from a field's or entity's name. */

export function toSnake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/**
 * The display value that stands beside a reference: `authorId` to an entity labelled `authorName` gives `authorName`,
 * `bookIds` gives `bookTitles`; the ending is the last word of the target's label.
 */
export function displayName(field: string, targetLabel: string): string {
  const lastWord = /[A-Z][a-z0-9]*$/.exec(targetLabel)?.[0] ?? 'Name'
  if (field.endsWith('Ids')) return `${field.slice(0, -3)}${lastWord}s`
  return `${field.replace(/Id$/, '')}${lastWord}`
}
