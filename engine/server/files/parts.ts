import type { IncomingMessage } from 'node:http'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'

/** What the parser of multipart bodies said of what a sender has written; it says so by errors that tell nothing else. */
const ofSenders = new WeakSet<object>()

/** Whether the error is the sender's: a body that ends in the middle or has no boundary, or a connection that broke off. */
export function isUnreadable(error: unknown): boolean {
  return typeof error === 'object' && error !== null && ofSenders.has(error)
}

/** The first file of a multipart body; undefined when there is none. */
export async function firstFile(request: FastifyRequest): Promise<MultipartFile | undefined> {
  return reading(request, async () => {
    const part = await request.file()
    // Its content is read later, by others, and may have broken off already.
    if (part) note(part.file.errored)
    part?.file.once('error', note)
    return part && withFileName(part)
  })
}

/** A part that says its type alone is a file too, without the name that the parser's types promise. */
function withFileName(part: MultipartFile): MultipartFile {
  const text: string | undefined = part.filename
  part.filename = text ?? ''
  return part
}

/** Reads a multipart body, and notes of whatever goes wrong in it that it is the sender's. */
export async function reading<T>(request: Pick<FastifyRequest, 'raw'>, read: () => Promise<T>): Promise<T> {
  const watch = watchFor(request.raw)
  try {
    return await Promise.race([read(), watch.stuck])
  } catch (error) {
    note(error)
    throw error
  } finally {
    watch.end()
  }
}

const stuckMs = 2_000
const looksInThatTime = 4

/**
 * The parser takes nothing more once it has met a large part that belongs to no field, and would keep its sender waiting. What it reads takes
 * no time, so it is at its end when there is more to take and nothing is taken; who sends slowly has sent nothing more.
 */
function watchFor(body: IncomingMessage): { stuck: Promise<never>; end(): void } {
  let timer: NodeJS.Timeout | undefined
  const stuck = new Promise<never>((_resolve, reject) => {
    let before = ''
    let looks = 0
    timer = setInterval(() => {
      const now = [body.socket.bytesRead, body.readableLength, body.complete].join()
      const waits = body.readableLength > 0 || body.complete
      looks = waits && now === before ? looks + 1 : 0
      before = now
      if (looks === looksInThatTime) reject(new Error('the parser of forms takes nothing more'))
    }, stuckMs / looksInThatTime).unref()
  })
  return { stuck, end: () => clearInterval(timer) }
}

/** Limits that were passed have a status of their own; and what the disk refused ends the reading too, but is ours. */
function note(error: unknown): void {
  if (error instanceof Error && !('statusCode' in error) && !('status' in error) && !isOfDisk(error)) ofSenders.add(error)
}

/** Of what is asked of the system while a body is read, only to read it is asked of a connection. */
function isOfDisk(error: NodeJS.ErrnoException): boolean {
  return error.syscall !== undefined && error.syscall !== 'read'
}
