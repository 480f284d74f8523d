/** How meta-schemas are read, by the validators that a build makes of them and by those that tell what is wrong. */
export const ajvOptions = { discriminator: true, strict: false, formats: { regex: isRegex } }

/** Whether a text is a regular expression of today's JavaScript. It is written into built validators, so it uses nothing but the language. */
export function isRegex(source: string): boolean {
  try {
    RegExp(source, 'u')
    return true
  } catch {
    return false
  }
}
