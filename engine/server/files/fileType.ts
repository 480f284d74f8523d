/** What the first bytes of a file say it is. */
type Content = 'pdf' | 'png' | 'jpg' | 'gif' | 'bmp' | 'webp' | 'zip' | 'ole' | 'text'

/** How many bytes from the start are looked at. */
export const HEAD_BYTES = 4096

/** The files that may be stored: extension → what their content must be, and the media type they are served as. */
const allowed: Record<string, { content: Content; type: string }> = {
  '.pdf': { content: 'pdf', type: 'application/pdf' },
  '.png': { content: 'png', type: 'image/png' },
  '.jpg': { content: 'jpg', type: 'image/jpeg' },
  '.jpeg': { content: 'jpg', type: 'image/jpeg' },
  '.gif': { content: 'gif', type: 'image/gif' },
  '.bmp': { content: 'bmp', type: 'image/bmp' },
  '.webp': { content: 'webp', type: 'image/webp' },
  '.zip': { content: 'zip', type: 'application/zip' },
  '.docx': { content: 'zip', type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
  '.xlsx': { content: 'zip', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  '.pptx': { content: 'zip', type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation' },
  '.doc': { content: 'ole', type: 'application/msword' },
  '.xls': { content: 'ole', type: 'application/vnd.ms-excel' },
  '.ppt': { content: 'ole', type: 'application/vnd.ms-powerpoint' },
  '.txt': { content: 'text', type: 'text/plain' },
  '.csv': { content: 'text', type: 'text/csv' },
}

/** Signatures at the start of a file; webp is told by its eighth byte and text by having none of these. */
const signatures: [Content, string][] = [
  ['pdf', '%PDF-'],
  ['png', '\x89PNG\r\n\x1a\n'],
  ['jpg', '\xff\xd8\xff'],
  ['gif', 'GIF87a'],
  ['gif', 'GIF89a'],
  ['bmp', 'BM'],
  ['zip', 'PK\x03\x04'],
  ['zip', 'PK\x05\x06'],
  ['ole', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
]

/**
 * The media type of a file whose extension is allowed and whose content is what the extension says; undefined otherwise. The sender's own
 * Content-Type is not asked: anybody can write anything there.
 */
export function fileType(extension: string, head: Buffer): string | undefined {
  const kind = Object.hasOwn(allowed, extension) ? allowed[extension] : undefined
  if (kind === undefined) return undefined
  return kind.content === 'text' ? textType(kind.type, head) : contentOf(head) === kind.content ? kind.type : undefined
}

function contentOf(head: Buffer): Content | undefined {
  const start = head.subarray(0, 16).toString('latin1')
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'webp'
  return signatures.find(([, signature]) => start.startsWith(signature))?.[0]
}

/** Text in any of the encodings in use (UTF-8, GB 18030): no control characters but tab and line ends, and no executable or document. */
function textType(type: string, head: Buffer): string | undefined {
  const content = contentOf(head)
  // A table may well begin with the letters BM; no other signature is made of plain letters alone.
  if (content !== undefined && content !== 'bmp') return undefined
  return head.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d || byte === 0x0c) ? type : undefined
}
