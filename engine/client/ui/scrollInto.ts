/**
 * Scrolls a box just so far that an element in it can be seen. Unlike `scrollIntoView`, which makes browsers begin there when Tab is
 * pressed next, it leaves the way of the keyboard alone.
 */
export function scrollInto(box: Element | null | undefined, element: Element | null): void {
  if (!box || !element) return
  scrollBox(box, box.getBoundingClientRect(), element.getBoundingClientRect())
}

/** As `ref` of what is looked at first in a row that is scrolled sideways. */
export function showInRow(element: Element | null): void {
  scrollInto(element?.parentElement, element)
}

type Sides = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/** Scrolls a box just so far that a part of it comes within these sides of it. */
export function scrollBox(box: Element, outer: Sides, inner: Sides): void {
  box.scrollLeft += beyond(outer.left, outer.right, inner.left, inner.right)
  box.scrollTop += beyond(outer.top, outer.bottom, inner.top, inner.bottom)
}

/** How far a span lies outside another; its beginning counts more where it does not fit. */
function beyond(from: number, to: number, innerFrom: number, innerTo: number): number {
  if (innerFrom < from) return innerFrom - from
  return innerTo > to ? Math.min(innerTo - to, innerFrom - from) : 0
}
