import { randomBytes, scrypt as scryptCallback, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'
import { guessesOf } from './guessing'

const scrypt = promisify(scryptCallback) as (password: string, salt: Buffer, length: number, options: ScryptOptions) => Promise<Buffer>

/** Cost of new hashes, about 90 ms; kept in each hash, so that it can be raised later. */
const cost = 2 ** 15
const blockSize = 8
const keyLength = 32

/** `scrypt$<N>$<r>$<salt>$<key>`, the last two in base64url. `costs` is lowered by tests only. */
export async function hashPassword(password: string, costs = cost): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, costs, blockSize)
  return ['scrypt', costs, blockSize, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** An account without a password, as it was opened, is compared as if it had one. */
export async function passwordMatches(password: string, hash: string): Promise<boolean> {
  const [scheme, costs, block, salt, key] = hash.split('$')
  if (scheme !== 'scrypt' || !costs || !block || !salt || !key) return pretendToMatch(password)
  const wanted = Buffer.from(key, 'base64url')
  return timingSafeEqual(wanted, await derive(password, Buffer.from(salt, 'base64url'), Number(costs), Number(block)))
}

/** The same work as for a known user, so that the answer's time does not tell whether the name exists. */
export async function pretendToMatch(password: string): Promise<false> {
  await derive(password, Buffer.alloc(16), cost, blockSize)
  return false
}

function derive(password: string, salt: Buffer, N: number, r: number): Promise<Buffer> {
  return scrypt(password.normalize('NFKC'), salt, keyLength, { N, r, p: 1, maxmem: 256 * N * r + 65_536 })
}

/** Ten characters that follow from nothing take so many. */
const minGuesses = 1e10
/** What whoever tries passwords here would try first. */
const wordsOfTheHouse = ['admin', 'administrator', 'supplychain', 'scf', 'huawei', 'company', 'welcome', 'changeme']

/**
 * What is wrong with a new password, or undefined: 10 characters of three kinds, not the name itself (acceptance L7), and none that is guessed
 * soon, such as what everybody tries first, a word with a year behind it, or one that is `refused` here as it stands in the README. It is
 * judged as it is compared later: letters of full width are the plain ones.
 */
export async function weakness(password: string, userName: string, refused: readonly string[] = []): Promise<string | undefined> {
  const plain = password.normalize('NFKC')
  if (plain.length < 10) return '新密码至少 10 位'
  if (plain.length > 128) return '新密码最多 128 位'
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(plain)).length
  if (kinds < 3) return '新密码须含大写字母、小写字母、数字、符号中的三种'
  const name = userName.normalize('NFKC').toLowerCase()
  if (name !== '' && plain.toLowerCase().includes(name)) return '新密码不能包含登录名'
  const guesses = await guessesOf(plain, [...wordsOfTheHouse, userName, ...refused])
  return guesses < minGuesses ? '新密码过于常见或有规律，容易被猜中，请换一个' : undefined
}
