/** A code of an enterprise of its own for each number, with its check character (GB 32100). */
export function usccOf(index: number): string {
  const characters = '0123456789ABCDEFGHJKLMNPQRTUWXY'
  const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]
  const body = `91310115MA3${String(index).padStart(6, '0')}`
  const sum = weights.reduce((total, weight, place) => total + weight * characters.indexOf(body[place] ?? ''), 0)
  return body + (characters[(31 - (sum % 31)) % 31] ?? '')
}
