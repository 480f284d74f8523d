/** Modules that the schema compiler makes at build time (scripts/vite/schemas.ts). */
/** What everybody may open, with the versions of the plans that it is drawn by. */
declare module 'virtual:product' {
  export const routes: import('../../engine/core/plan').RoutePlan[]
  export const plans: Readonly<Record<string, string>>
}

/** The code lists as the schemas have them, for pages without a session. */
declare module 'virtual:dictionaries' {
  const dictionaries: Readonly<Record<string, import('../../engine/core/plan').DictionaryPlan>>
  export default dictionaries
}
