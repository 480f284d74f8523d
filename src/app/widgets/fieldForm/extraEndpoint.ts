import type { BrowserScreenPlan, ExtraEndpointPlan, FieldPlan } from '../../../../engine/core/plan'

/** @throws Error naming screen and endpoint: a widget that is put into a screen without its endpoint is a mistake of that schema */
export function extraEndpoint(screen: Pick<BrowserScreenPlan, 'id' | 'extra'>, name: string): ExtraEndpointPlan {
  const endpoint = screen.extra[name]
  if (!endpoint) throw new Error(`schemas/screens/${screen.id}.screen.json has no endpoint '${name}'`)
  return endpoint
}

/**
 * A field that an endpoint asks for, as the screen's own form knows it (its choices, its help), and required where the endpoint does.
 * @throws Error naming endpoint and field
 */
export function askedField(screen: Pick<BrowserScreenPlan, 'pages'>, endpoint: ExtraEndpointPlan, name: string): FieldPlan {
  const asked = endpoint.body.find((field) => field.name === name)
  if (!asked) throw new Error(`Endpoint '${endpoint.name}' has no field '${name}'`)
  const items = Object.values(screen.pages).flatMap((page) =>
    page.kind === 'record' ? page.sections.flatMap((section) => section.items) : [],
  )
  const shown = items.find((item) => item.field.name === name && item.field.type === asked.type)
  return shown ? { ...shown.field, required: asked.required } : asked
}
