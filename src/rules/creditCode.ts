/** Digits and letters of a unified social credit code: I, O, S, V and Z are left out (rule E-41). */
const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** The check character of the first 17 characters: (31 − Σ value × 3^i mod 31) mod 31 (rule E-41). Undefined when one of them is none of the alphabet. */
export function creditCodeCheck(first17: string): string | undefined {
  let sum = 0
  let weight = 1
  for (const character of first17) {
    const value = alphabet.indexOf(character)
    if (value < 0) return undefined
    sum += value * weight
    weight = (weight * 3) % 31
  }
  return alphabet[(31 - (sum % 31)) % 31]
}

export function isCreditCode(text: string): boolean {
  return text.length === 18 && creditCodeCheck(text.slice(0, 17)) === text[17]
}
