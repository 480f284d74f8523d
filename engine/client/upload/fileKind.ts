/** What a file is, as far as its icon is concerned (acceptance I4). */
export type FileKind = 'word' | 'excel' | 'pdf' | 'zip' | 'image' | 'other'

const KINDS: Readonly<Record<string, FileKind>> = {
  doc: 'word',
  docx: 'word',
  xls: 'excel',
  xlsx: 'excel',
  pdf: 'pdf',
  rar: 'zip',
  zip: 'zip',
  gzip: 'zip',
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  bmp: 'image',
  gif: 'image',
}

/** What can be looked at without leaving the page. A preview is drawn as this type, whatever else the content may be. */
const PREVIEWED: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  bmp: 'image/bmp',
  gif: 'image/gif',
}

export function kindOf(name: string): FileKind {
  return known(KINDS, name) ?? 'other'
}

/** The media type to show a file as; undefined when it is for download only. HTML and SVG are never shown: they can run scripts. */
export function previewType(name: string): string | undefined {
  return known(PREVIEWED, name)
}

/** The name as it may be shown: without folders and without marks that turn the reading direction (`gpj.exe` read as `exe.jpg`). */
export function shownName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return last.replace(/[\p{Cc}\p{Cf}]/gu, '') || name
}

function known<T>(map: Readonly<Record<string, T>>, name: string): T | undefined {
  const extension = /\.([a-z0-9]+)$/.exec(name.toLowerCase())?.[1] ?? ''
  return Object.hasOwn(map, extension) ? map[extension] : undefined
}
