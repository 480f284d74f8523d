import { outsideSystems } from './outsideSystems'
import { base64Length, MAX_LICENCE_BYTES, MAX_LICENCES } from '../rules/licences'

/** JSON schemas of structured values that fields name by `shape`. */
const name = { type: 'string', maxLength: 60 }

export const shapes: Record<string, object> = {
  /** A list query as it was requested; what runs it checks it again. */
  exportQuestion: { type: 'object', additionalProperties: true },
  menuPermissions: {
    type: 'array',
    maxItems: 500,
    items: {
      type: 'object',
      properties: {
        menuName: name,
        permissionType: { type: 'integer', enum: [0, 1] },
        buttons: { type: 'array', maxItems: 100, uniqueItems: true, items: name },
      },
      required: ['menuName', 'permissionType', 'buttons'],
      additionalProperties: false,
    },
  },
  /** What a system outside was asked for, as it was. */
  outsideCall: {
    type: 'object',
    properties: {
      system: { type: 'string', enum: [...outsideSystems] },
      interfaceName: { type: 'string', maxLength: 80 },
      method: { type: 'string', enum: ['GET', 'POST'] },
      path: { type: 'string', maxLength: 250 },
      bizNo: { type: 'string', maxLength: 40 },
      requestNo: { type: 'string', maxLength: 64 },
      body: { type: 'string', maxLength: 1_000_000 },
    },
    required: ['system', 'interfaceName', 'method', 'path', 'bizNo', 'requestNo'],
    additionalProperties: false,
  },
  /** Files of who cannot sign in yet, as base64. */
  inlineFiles: {
    type: 'array',
    minItems: 1,
    maxItems: MAX_LICENCES,
    items: {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 200 },
        content: { type: 'string', maxLength: base64Length(MAX_LICENCE_BYTES) },
      },
      required: ['name', 'content'],
      additionalProperties: false,
    },
  },
}
