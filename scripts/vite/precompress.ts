import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(js|css|svg|json|txt|wasm)$/
/** Below this a packet carries the file either way. */
const smallestBytes = 1024

/**
 * Writes `x.js.br` and `x.js.gz` beside each built `x.js`, so that the server sends the best compression and spends no time on it.
 * HTML is left out: it is small, and the server writes the nonce of each answer into it.
 */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle(options, bundle) {
      const compress = async (fileName: string, content: string | Uint8Array): Promise<void> => {
        const bytes = Buffer.from(content)
        if (!compressible.test(fileName) || bytes.length < smallestBytes) return
        const file = join(options.dir ?? '', fileName)
        const brotli = {
          params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
        }
        await Promise.all([
          promisify(brotliCompress)(bytes, brotli).then((compressed) => writeFile(`${file}.br`, compressed)),
          promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }).then((compressed) => writeFile(`${file}.gz`, compressed)),
        ])
      }
      await Promise.all(Object.values(bundle).map((item) => compress(item.fileName, item.type === 'chunk' ? item.code : item.source)))
    },
  }
}
