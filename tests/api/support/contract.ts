import type { ScreenPlan } from '../../../engine/core/plan'
import type { Method } from './client'
import type { Platform } from './platform'

export type Schema = Record<string, unknown>

/** An endpoint as the contract describes it. */
export interface Operation {
  method: Method
  /** With holes: `/api/credit/{id}`. */
  path: string
  permission: string
  /** A system outside whose signature lets a call in. */
  signedBy?: string | undefined
  query: { name: string; schema: Schema; required: boolean }[]
  body?: Schema
  /** Multipart. */
  form?: Schema
  /** Of a response with 200. */
  answer?: Schema
}

interface Described {
  'x-permission': string
  'x-signed-by'?: string
  parameters: { name: string; in: string; schema: Schema; required?: boolean }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: { 200: { content?: Record<string, { schema: Schema }> } }
}

/** The contract that the running product serves. */
export async function contractOf(platform: Platform): Promise<Operation[]> {
  const { body } = await (await platform.as('admin')).ask('GET', '/api/contract')
  return Object.entries(body.paths as Record<string, Record<string, Described>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): Operation => {
      const content = described.requestBody?.content
      return {
        method: method.toUpperCase() as Method,
        path,
        permission: described['x-permission'],
        signedBy: described['x-signed-by'],
        query: described.parameters
          .filter((parameter) => parameter.in === 'query')
          .map(({ name, schema, required = false }) => ({ name, schema, required })),
        body: content?.['application/json']?.schema,
        form: content?.['multipart/form-data']?.schema,
        answer: described.responses[200].content?.['application/json']?.schema,
      }
    }),
  )
}

/** The screen whose base the path begins with. */
export function screenOf({ plan }: Platform, path: string): ScreenPlan | undefined {
  return Object.values(plan.screens)
    .filter(({ base }) => path === base || path.startsWith(`${base}/`))
    .toSorted((a, b) => b.base.length - a.base.length)[0]
}

/** Names of the holes of a path. */
export function holesOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

/** A hole for the id of a record. */
export function isId(name: string): boolean {
  return name === 'id' || name.endsWith('Id')
}

export function propertiesOf(schema: Schema | undefined): Record<string, Schema> {
  return (schema?.['properties'] as Record<string, Schema> | undefined) ?? {}
}

export function requiredOf(schema: Schema | undefined): string[] {
  return (schema?.['required'] as string[] | undefined) ?? []
}
