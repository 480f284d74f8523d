import { bytesOfBase64, MAX_LICENCES, refuseLicenceSize } from '../../../rules/licences'

/** As the endpoint takes it: content in base64. */
export interface LicenceFile {
  name: string
  content: string
}

/** Reads the files that may be sent; of the others says the first thing that is wrong. */
export async function readLicences(
  files: readonly File[],
  alreadyChosen: readonly LicenceFile[],
): Promise<{ accepted: LicenceFile[]; refused: string | undefined }> {
  const accepted: LicenceFile[] = []
  let refused: string | undefined
  for (const file of files) {
    const refusal = refusalOf(file, [...alreadyChosen, ...accepted])
    if (refusal === undefined) accepted.push({ name: file.name, content: await base64Of(file) })
    else refused ??= refusal
  }
  return { accepted, refused }
}

function refusalOf({ name, size }: File, chosen: readonly LicenceFile[]): string | undefined {
  if (!/\.(pdf|jpe?g|png)$/i.test(name)) return `“${name}”不是 PDF、JPG 或 PNG 文件`
  if (size === 0) return `“${name}”是空文件`
  if (chosen.length >= MAX_LICENCES) return `最多上传 ${MAX_LICENCES} 个文件`
  const before = chosen.reduce((sum, { content }) => sum + bytesOfBase64(content), 0)
  return refuseLicenceSize(name, size, before)
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  // In pieces: a call takes only so many arguments. Spreading them would ask for each byte by itself, for seconds where a file is large.
  for (let start = 0; start < bytes.length; start += 32_768)
    binary += Reflect.apply(String.fromCharCode, undefined, bytes.subarray(start, start + 32_768))
  return btoa(binary)
}
