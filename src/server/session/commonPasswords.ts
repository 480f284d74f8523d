/** Passwords that everybody tries first. */

let known: Promise<ReadonlySet<string>> | undefined

/**
 * Whether a password is one of the 49,000 most common ones of the list of zxcvbn-ts, however it is written: in capitals, with signs between
 * (`Password@123`) or in place of letters (`P@ssw0rd123`).
 */
export async function isCommon(password: string): Promise<boolean> {
  known ??= readList()
  const list = await known
  const small = password.normalize('NFKC').toLowerCase()
  const spelt = small.replace(/(?<=[a-z@$!0])[@$!0](?=[a-z@$!0])/g, (sign) => letters[sign] ?? sign)
  return [small, withoutSigns(small), spelt, withoutSigns(spelt)].some((written) => list.has(written))
}

const letters: Readonly<Record<string, string>> = { '@': 'a', $: 's', '!': 'i', '0': 'o' }

function withoutSigns(password: string): string {
  return password.replace(/[^\p{L}\p{N}]/gu, '')
}

/** Read when the first new password is judged: most starts need no list. */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
