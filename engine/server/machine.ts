import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { EngineError } from '../core/error'
import { messageText, serverError, type ServerCode } from './messages'

/**
 * Checks that the address is free and the folders can be written to, before a start does anything slow. The refusals are read by the person
 * who starts the server, and say what to change.
 */

interface Address {
  host: string
  /** 0 takes any that is free. */
  port: number
}

const addressReasons: Record<string, ServerCode> = {
  EADDRINUSE: 'address.taken',
  EACCES: 'address.forbidden',
  EADDRNOTAVAIL: 'address.elsewhere',
  ENOTFOUND: 'address.elsewhere',
  EAI_AGAIN: 'address.elsewhere',
}

const folderReasons: Record<string, ServerCode> = {
  EACCES: 'folder.forbidden',
  EPERM: 'folder.forbidden',
  EROFS: 'folder.read-only',
  ENOTDIR: 'folder.is-file',
  EEXIST: 'folder.is-file',
  ENOSPC: 'folder.full',
}

/** Takes the address and gives it back. @throws EngineError `address.…` when it cannot be had */
export async function refuseTakenAddress({ host, port }: Address): Promise<void> {
  if (port === 0) return
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(cannotListen(error, { host, port })))
    probe.listen({ host, port }, () => probe.close(() => resolve()))
  })
}

/** Turns an error of `listen` into a refusal that says what to change; returns any other error unchanged. */
export function cannotListen(error: Error, { host, port }: Address): Error {
  const reason = addressReasons[codeOf(error)]
  // The next port is a proposal: a person who tries it sees at once whether it is free.
  return reason === undefined ? error : caused(serverError(reason, { host, port, other: port < 1024 ? 3000 : port + 1 }), error)
}

/** Creates the folder when absent. @throws EngineError `folder.unusable` when nothing can be written to it */
export async function prepareFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = folderReasons[codeOf(error)]
    throw caused(serverError('folder.unusable', { folder, reason: reason ? messageText(reason) : (error as Error).message }), error)
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? ''
}

function caused(refusal: EngineError, cause: unknown): EngineError {
  return Object.assign(refusal, { cause })
}
