import { randomInt } from 'node:crypto'
import { Client, type Session } from '../../api/support/client'

/**
 * Signs in without a window, each time as from another address: the product counts tries per account and address, and those that a
 * window makes are to be the only ones that count for it. The product of the browser tests believes this machine (globalSetup.ts).
 *
 * @throws Error when the account cannot sign in
 */
export function signIn(userName: string, address: string, password?: string): Promise<Session> {
  const sender = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
  return new Client(address, { 'x-forwarded-for': sender }).signIn(userName, password)
}
