declare module 'virtual:bench-screen/*' {
  export const screen: import('../../../engine/core/plan').BrowserScreenPlan
}
declare module 'virtual:bench-dictionaries' {
  export const dictionaries: Readonly<Record<string, import('../../../engine/core/plan').DictionaryPlan>>
}
