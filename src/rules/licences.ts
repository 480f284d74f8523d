import { MAX_FILE_BYTES } from '../../engine/core/wire'

/** As many as an enterprise has (domain 20). Who is not signed in may upload nothing, so they are part of the one JSON body of a registration. */
export const MAX_LICENCES = 20
/** Of one file, as of any attachment, and of all together: the body is read as a whole, and strangers send it. */
export const MAX_LICENCE_BYTES = MAX_FILE_BYTES

const megabytes = MAX_LICENCE_BYTES / 1_048_576

/** For who chooses files. */
export const licenceHint = `PDF、JPG 或 PNG，最多 ${MAX_LICENCES} 个，每个及合计不超过 ${megabytes} MB`

/** Why a file is too much, if it is; `before` are the bytes of those that are chosen already. */
export function refuseLicenceSize(name: string, size: number, before: number): string | undefined {
  if (size > MAX_LICENCE_BYTES) return `“${name}”超过 ${megabytes} MB`
  return before + size > MAX_LICENCE_BYTES ? `证照合计超过 ${megabytes} MB，请压缩后再上传` : undefined
}

/** Characters of a content in base64. */
export function base64Length(bytes: number): number {
  return 4 * Math.ceil(bytes / 3)
}

/** Bytes of a content, told from its base64. */
export function bytesOfBase64(content: string): number {
  const padding = content.endsWith('==') ? 2 : content.endsWith('=') ? 1 : 0
  return (content.length / 4) * 3 - padding
}
