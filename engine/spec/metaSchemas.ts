import dictionary from './dictionary.schema.json'
import effects from './effects.schema.json'
import entity from './entity.schema.json'
import field from './field.schema.json'
import group from './group.schema.json'
import ledger from './ledger.schema.json'
import menus from './menus.schema.json'
import product from './product.schema.json'
import roles from './roles.schema.json'
import schedule from './schedule.schema.json'
import screen from './screen.schema.json'
import templates from './templates.schema.json'

/** What each kind of schema file may say. */
export const metaSchemas = { dictionary, entity, group, ledger, menus, product, roles, schedule, screen, templates }
/** Definitions that the kinds share. */
export const sharedSchemas = { field, effects }
export type SchemaKind = keyof typeof metaSchemas
export const schemaKinds = Object.keys(metaSchemas) as SchemaKind[]
