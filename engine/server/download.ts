export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** `Content-Disposition` of a file to be saved, with a name of any script (RFC 6266, RFC 8187). */
export function downloadHeader(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
