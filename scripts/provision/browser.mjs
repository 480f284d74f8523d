/**
 * Finds a Chromium for the browser tests and prints its path; where there is none it fetches one.
 *   node scripts/provision/browser.mjs
 *   CHROMIUM_PATH=/opt/chrome/chrome npm test     take this one
 */
import { spawn } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { aptInstall } from './apt.mjs'
import { execute } from '../execute.mjs'
import { fetchPackage } from './fetchPackage.mjs'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Chromium for Linux on x64 from the npm registry, which every machine reaches that could install the dependencies. */
const packaged = {
  name: '@sparticuz/chromium',
  version: '153.0.0',
  integrity: 'sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==',
}

/**
 * A browser that runs here: the one of CHROMIUM_PATH, an installed one, one from npm, one from apt, in this order.
 *
 * @returns {Promise<string>} path of the program
 * @throws {Error} when every way failed; its message lists each way and why it failed
 */
export async function findBrowser() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) {
    const failure = await whyItDoesNotRun(chosen)
    if (failure) throw new Error(`CHROMIUM_PATH names a browser that does not run: ${failure}`)
    return chosen
  }
  /** @type {string[]} */
  const failures = []
  for (const find of [findInstalled, fetchFromNpm, installFromApt]) {
    try {
      const path = await find()
      // Ubuntu's chromium-browser is a note that one should install a snap: being there is not enough.
      const failure = await whyItDoesNotRun(path)
      if (!failure) return path
      failures.push(failure)
    } catch (error) {
      failures.push(/** @type {Error} */ (error).message)
    }
  }
  throw new Error(
    `The browser tests need Chromium and none could be found or fetched. Install one, or name it in CHROMIUM_PATH.\n` +
      failures.map((failure) => `  - ${failure.replaceAll('\n', '\n    ')}`).join('\n'),
  )
}

async function findInstalled() {
  for (const path of installed.filter((candidate) => existsSync(candidate))) {
    if (!(await whyItDoesNotRun(path))) return path
  }
  throw new Error(`no working browser among ${installed.join(', ')}`)
}

async function fetchFromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error(`${packaged.name} is for Linux on x64 only`)
  const folder = await fetchPackage(packaged.name, packaged.version, packaged.integrity, async (unpacked) => {
    const bin = join(unpacked, 'bin')
    const program = join(bin, 'chromium.bin')
    await pipeline(createReadStream(join(bin, 'chromium.br')), createBrotliDecompress(), createWriteStream(program))
    await chmod(program, 0o755)
    // Its libraries, its software renderer and a font, for machines that have none of them.
    for (const name of ['al2023', 'swiftshader', 'fonts']) await unpackTar(join(bin, `${name}.tar.br`), bin)
    for (const name of ['chromium.br', 'al2023.tar.br', 'swiftshader.tar.br', 'fonts.tar.br']) await rm(join(bin, name))
    await writeFile(join(bin, 'chromium'), starter, { mode: 0o755 })
  })
  return join(folder, 'bin', 'chromium')
}

/** Makes one path of a program that needs an environment; fontconfig without any configuration would find no font at all. */
const starter = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_PATH="$here"
exec "$here/chromium.bin" "$@"
`

/**
 * @param {string} archive
 * @param {string} folder
 */
async function unpackTar(archive, folder) {
  await mkdir(folder, { recursive: true })
  const tar = spawn('tar', ['-x', '--no-same-owner', '-C', folder], { stdio: ['pipe', 'ignore', 'inherit'] })
  const ended = new Promise((resolve, reject) => tar.once('error', reject).once('close', resolve))
  await pipeline(createReadStream(archive), createBrotliDecompress(), tar.stdin)
  if ((await ended) !== 0) throw new Error(`${archive} could not be unpacked`)
}

async function installFromApt() {
  await aptInstall('chromium', 'fonts-noto-cjk')
  return '/usr/bin/chromium'
}

/**
 * @param {string} path
 * @returns {Promise<string | undefined>}
 */
async function whyItDoesNotRun(path) {
  return execute(path, ['--version'], { timeout: 20_000 }).then(
    () => undefined,
    (/** @type {Error} */ error) => error.message,
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const path = await findBrowser().catch((error) => {
    console.error(error.message)
    process.exit(1)
  })
  console.log(path)
}
