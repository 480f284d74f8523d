import { Ajv2020, type ErrorObject } from 'ajv/dist/2020'
import { ajvOptions } from './ajvOptions'
import { metaSchemas, sharedSchemas, type SchemaKind } from './metaSchemas'

/** Tells all that is wrong with a value, and the parts of the meta-schemas that say so: they are the ones of `metaSchemas`, not like them. */
export interface TellingValidator {
  (value: unknown): boolean
  errors?: ErrorObject[] | null
}

let ajv: Ajv2020 | undefined

/**
 * The validator of a kind of file. Ajv makes it by running text as code, which no page may do: the build of a browser program puts code
 * in the place of this file that was made of the meta-schemas before (scripts/vite/metaSchemas.ts).
 */
export function tellingValidator(kind: SchemaKind): TellingValidator {
  if (!ajv) {
    ajv = new Ajv2020({ ...ajvOptions, allErrors: true, verbose: true })
    for (const schema of [...Object.values(sharedSchemas), ...Object.values(metaSchemas)]) ajv.addSchema(schema)
  }
  const validate = ajv.getSchema(`${kind}.schema.json`)
  if (!validate) throw new Error(`no meta-schema for ${kind}`)
  return validate as TellingValidator
}
