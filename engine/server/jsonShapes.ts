import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020'

/** The check of json values by their named shapes; each schema is compiled when it is first asked for. @throws TypeError for an unknown name */
export function jsonShapes(schemas: Record<string, object>): (shape: string, value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: true, allErrors: false })
  const compiled = new Map<string, ValidateFunction>()
  return (shape, value) => {
    let validate = compiled.get(shape)
    if (validate === undefined) {
      const schema = Object.hasOwn(schemas, shape) ? schemas[shape] : undefined
      if (!schema) throw new TypeError(`no shape named ${shape}`)
      validate = ajv.compile(schema)
      compiled.set(shape, validate)
    }
    return validate(value) === true
  }
}
