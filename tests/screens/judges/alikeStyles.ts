type ComputedStyle = (this: void, element: Element, pseudo?: string | null) => CSSStyleDeclaration

interface Look {
  /** Of all elements that look like this one. */
  id: number
  style: CSSStyleDeclaration
}

/**
 * Runs `work` while one element is asked for the style of all that look alike. Where no sheet applies (engine/client/testing/patience.ts), these are those whose tags and
 * attributes `style` are the same up to the root, as the cells of a column are; without it half of what is asked about a page is computing styles.
 */
export async function withAlikeStyles<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const { getComputedStyle }: { getComputedStyle: ComputedStyle } = window
  window.getComputedStyle = askedOnce(getComputedStyle)
  try {
    return await work()
  } finally {
    window.getComputedStyle = getComputedStyle
  }
}

function askedOnce(ask: ComputedStyle): ComputedStyle {
  const alike = new Map<string, Look>()
  const looks = new Map<Element, Look>()
  function lookOf(element: Element): Look {
    const known = looks.get(element)
    if (known) return known
    const around = element.parentElement ? lookOf(element.parentElement).id : ''
    const key = `${around} ${element.tagName} ${element.hasAttribute('open')} ${element.getAttribute('style')}`
    const look = alike.get(key) ?? { id: alike.size, style: ask(element) }
    alike.set(key, look)
    looks.set(element, look)
    return look
  }
  return (element, pseudo) => (pseudo ? ask(element, pseudo) : lookOf(element).style)
}
