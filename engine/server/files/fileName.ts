/** Longest name kept, in UTF-8 bytes: file systems stop at 255. */
const MAX_BYTES = 200

/**
 * The name of an uploaded file as it is stored and offered for download: without folders, control characters, characters that turn the
 * reading direction (`gpj.exe` shown as `exe.jpg`) and characters that some file systems refuse; at most 200 bytes, the extension kept.
 */
export function cleanFileName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  // Cc control, Cf format (bidi marks, zero width), Cs lone surrogates, Zl Zp line breaks.
  const plain = last.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '').replace(/[<>:"|?*]/g, '_')
  const trimmed = plain.replace(/^[\s.]+/, '').replace(/[\s.]+$/, '')
  const extension = extensionOf(trimmed)
  const stem = extension === '' ? trimmed : trimmed.slice(0, -extension.length)
  return shorten(stem || 'file', MAX_BYTES - Buffer.byteLength(extension)) + extension
}

/** The extension in small letters with its point, or an empty text. */
export function extensionOf(name: string): string {
  return /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0].toLowerCase() ?? ''
}

function shorten(text: string, bytes: number): string {
  let kept = ''
  let size = 0
  for (const character of text) {
    size += Buffer.byteLength(character)
    if (size > bytes) break
    kept += character
  }
  return kept
}
