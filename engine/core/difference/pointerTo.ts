/**
 * The place below a pointer at which a name stands: as a value, as a key, or as a word of an expression, in this order;
 * undefined where it stands nowhere, as what a file leaves to a default.
 */
export function pointerTo(value: unknown, at: string, name: string): string | undefined {
  const root = at
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (part, key) => (typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[unescaped(key)] : undefined),
      value,
    )
  const word = new RegExp(`(?<![\\w.])${name.replace(/\W/g, '\\$&')}(?!\\w)`)
  const spots = [...spotsOf(root, at)]
  const found =
    spots.find(({ text }) => text === name) ??
    spots.find(({ key }) => key === name) ??
    spots.find(({ text }) => text !== undefined && word.test(text))
  return found?.pointer
}

/** A value and all that is in it, each with its place, the key that it stands under, and its text where it is one. */
export function* spotsOf(
  value: unknown,
  pointer: string,
  key?: string,
): Generator<{ pointer: string; key?: string | undefined; text?: string }> {
  yield { pointer, key, ...(typeof value === 'string' ? { text: value } : {}) }
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value))
    yield* spotsOf(part, `${pointer}/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`, name)
}

function unescaped(segment: string): string {
  return segment.replace(/~1/g, '/').replace(/~0/g, '~')
}
