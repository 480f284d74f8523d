/** JSON schemas of the contract, in few words. */
export type JsonSchema = Record<string, unknown>

export const text: JsonSchema = { type: 'string' }
export const binary: JsonSchema = { type: 'string', format: 'binary' }
export const integer: JsonSchema = { type: 'integer' }

export function object(properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema {
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
}

export function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items }
}

/** `Attachment` of the wire. */
export const attachmentSchema: JsonSchema = object({
  id: text,
  name: text,
  size: integer,
  type: text,
  uploadedBy: text,
  uploadedAt: { type: 'string', format: 'date-time' },
})

/** What an upload is answered with. */
export const storedFileSchema: JsonSchema = object({ id: text, name: text, size: integer, type: text })
