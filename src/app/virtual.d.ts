/** Modules that the schema compiler makes at build time (scripts/vite/schemas.ts). */
declare module 'virtual:product' {
  export const title: string
  export const menus: import('../../engine/core/plan').MenuPlan[]
  export const routes: import('../../engine/core/plan').RoutePlan[]
  export const screens: Record<string, () => Promise<{ default: import('../../engine/core/plan').BrowserScreenPlan }>>
}

/** The code lists as the schemas have them, for pages without a session. */
declare module 'virtual:dictionaries' {
  const dictionaries: Readonly<Record<string, import('../../engine/core/plan').DictionaryPlan>>
  export default dictionaries
}
