import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020'

type Schema = Record<string, unknown>

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
const compiled = new WeakMap<Schema, ValidateFunction>()

/** What of a response is not as the contract describes it; a value that there is not is null. */
export function contractFindings(answer: Schema, body: unknown): string[] {
  let validate = compiled.get(answer)
  if (!validate) compiled.set(answer, (validate = ajv.compile(strictly(answer))))
  if (validate(body)) return []
  // That it is not null either goes without saying.
  const said = (validate.errors ?? []).filter(({ keyword, schemaPath }) => keyword !== 'anyOf' && !schemaPath.endsWith('/anyOf/1/type'))
  const found = said.map(({ instancePath, message, params }) => {
    const more = (params as { additionalProperty?: string }).additionalProperty
    return `${instancePath || '/'} ${message}${more === undefined ? '' : `: ${more}`}`
  })
  // Rows are alike: what is wrong with one is wrong with most.
  return [...new Set(found.map((each) => each.replaceAll(/\/\d+(?=\/|\s)/g, '/*')))]
}

/** Nothing beside what is described, and null in place of what is missing. */
function strictly(schema: Schema): Schema {
  const {
    properties,
    items,
    additionalProperties,
    required: _asked,
    ...rest
  } = schema as {
    properties?: Record<string, Schema>
    items?: Schema
    additionalProperties?: unknown
    required?: string[]
  }
  const described = properties && Object.keys(properties).length > 0
  const checked = {
    ...rest,
    ...(described ? { properties: mapped(properties), additionalProperties: additionalProperties ?? false } : {}),
    ...(isSchema(additionalProperties) ? { additionalProperties: strictly(additionalProperties) } : {}),
    ...(items ? { items: strictly(items) } : {}),
  }
  return { anyOf: [checked, { type: 'null' }] }
}

function mapped(properties: Record<string, Schema>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, strictly(schema)]))
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null
}
