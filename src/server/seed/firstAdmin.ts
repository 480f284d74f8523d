import { randomBytes } from 'node:crypto'
import type { WriteContext } from '../../../engine/server/record/context'
import { variables } from '../config'
import { hashPassword, weakness } from '../session/password'
import { typed } from '../ruleTypes'
import { insertRows } from './insertRows'

const userName = 'admin'

/**
 * Opens the account that all others are opened with, when there is none at all. Its password is the given one, or else a random one, which is
 * answered; either has to be changed at the first sign-in. @throws Error for a weak password
 */
export async function openFirstAdmin(context: WriteContext, givenPassword: string | undefined): Promise<string | undefined> {
  const tools = typed(context.tools)
  const users = await tools.find('appUser', {}, { limit: 1 })
  if (users.length > 0) return undefined
  const weak = givenPassword === undefined ? undefined : await weakness(givenPassword, userName, [variables.demoPassword.fallback])
  if (weak !== undefined) throw new Error(`ADMIN_PASSWORD 不能使用：${weak}`)
  const password = givenPassword ?? randomPassword()
  const roles = await tools.find('role', { roleCode: 'AD' })
  const values = {
    userName,
    realName: '系统管理员',
    // Numbers that begin with 10 belong to no one; a real one replaces it.
    mobile: '10000000000',
    passwordHash: await hashPassword(password),
    roleIds: roles.map((role) => role.id),
    dataScope: 'ALL',
    mustChangePwd: true,
  }
  await insertRows(context, 'appUser', [{ values }])
  return givenPassword === undefined ? password : undefined
}

/** 120 random bits; the end sees to it that all kinds of characters are there. */
function randomPassword(): string {
  return `${randomBytes(15).toString('base64url')}Aa1-`
}
