/** Plans as they travel: compressed once, for as long as their source has them. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { ServedPlan } from './planSource'

export interface Packed {
  body: Buffer
  /** Absent: as it is. */
  encoding?: 'br' | 'gzip'
}

type Pack = (text: string) => Promise<Packed>

/** Once for all who ask, so it may take its time; the highest level takes ten times as long for a hundredth less. */
const quality = 9
const brotli = promisify(brotliCompress)
const zipped = promisify(gzip)

const packs: Readonly<Record<'br' | 'gzip' | 'none', Pack>> = {
  br: async (text) => ({ encoding: 'br', body: await brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }) }),
  gzip: async (text) => ({ encoding: 'gzip', body: await zipped(text) }),
  none: async (text) => ({ body: Buffer.from(text) }),
}

/** Answers the bytes of a plan for who accepts such encodings (`Accept-Encoding`). */
export function createPacker(): (served: ServedPlan, accepted: string | undefined) => Promise<Packed> {
  const kept = new WeakMap<ServedPlan, Map<string, Promise<Packed>>>()
  return (served, accepted = '') => {
    const encoding = accepts(accepted, 'br') ? 'br' : accepts(accepted, 'gzip') ? 'gzip' : 'none'
    const known = kept.get(served) ?? new Map<string, Promise<Packed>>()
    kept.set(served, known)
    const packed = known.get(encoding) ?? packs[encoding](JSON.stringify(served.plan))
    known.set(encoding, packed)
    return packed
  }
}

/** A weight of 0 refuses an encoding; other weights say what is preferred, which costs more bytes. */
function accepts(accepted: string, encoding: string): boolean {
  return accepted
    .toLowerCase()
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim()))
    .some(([name, ...parameters]) => name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
}
