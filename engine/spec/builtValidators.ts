/**
 * Tells whether a file of a kind is sound, without a word of what is wrong. A build puts code here that was made of the meta-schemas
 * (scripts/vite/metaSchemas.ts), because to make it takes a second of every start; without one the validators are made when they are needed.
 */
export const builtValidators: Readonly<Partial<Record<string, (value: unknown) => boolean>>> = {}
