/** A draft in the fragment of an address, which no server is sent. */
const marker = '#draft='
/** Of the text that a link unfolds to; a few bytes can unfold to very many. */
const MAX_BYTES = 1_000_000

export interface SharedDraft {
  path: string
  text: string
}

/** The fragment that shares a draft. */
export async function fragmentOf(draft: SharedDraft): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(draft))
  return marker + toBase64Url(await through(bytes, new CompressionStream('deflate-raw')))
}

/** Whether a fragment shares a draft. */
export function sharesDraft(hash: string): boolean {
  return hash.startsWith(marker)
}

/** The draft that a fragment shares; undefined where it is broken or unfolds to too much. */
export async function sharedDraft(hash: string): Promise<SharedDraft | undefined> {
  if (!sharesDraft(hash)) return undefined
  try {
    const bytes = await through(fromBase64Url(hash.slice(marker.length)), new DecompressionStream('deflate-raw'))
    const { path, text } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Partial<SharedDraft>
    return typeof path === 'string' && typeof text === 'string' ? { path, text } : undefined
  } catch {
    return undefined
  }
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader()
  const parts: Uint8Array[] = []
  let length = 0
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    length += step.value.length
    if (length > MAX_BYTES) {
      await reader.cancel()
      throw new RangeError('too long')
    }
    parts.push(step.value)
  }
  const all = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

function toBase64Url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
}
