/** Modules that the schema compiler makes at build time (scripts/vite/schemas.ts). */
declare module 'virtual:product' {
  import type { BrowserScreenPlan, MenuPlan, RoutePlan } from '../../engine/core/plan'
  export const title: string
  export const menus: MenuPlan[]
  export const routes: RoutePlan[]
  export const screens: Record<string, () => Promise<{ default: BrowserScreenPlan }>>
}
