import { execute } from '../execute.mjs'

/**
 * Installs packages of the system. A fresh container is root and can; anybody else is told to do it.
 *
 * @param {...string} packages
 * @throws {Error} when this user may not install, or apt cannot
 */
export async function aptInstall(...packages) {
  if (process.getuid?.() !== 0) throw new Error(`apt-get install ${packages.join(' ')} needs root`)
  console.error(`Installing ${packages.join(', ')} by apt (once)…`)
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  await execute('apt-get', ['update', '-qq'], options)
  await execute('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)
}
