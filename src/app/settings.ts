/** What the server tells the program of its installation: it stands in the page, so that it is known before anything is drawn. */
export interface Settings {
  /** Pages of these origins may embed the program and talk to it (acceptance S6). */
  parentOrigins: readonly string[]
  /** Applications outside by the name that menu entries have for them, as origins (acceptance R10). */
  subApps: Readonly<Record<string, string>>
  /** The same for pages on a test host (acceptance E7). */
  subAppsTest: Readonly<Record<string, string>>
  /** Servers of others whose scripts may answer (acceptance C3). */
  scriptOrigins: readonly string[]
  /** Codes of the systems outside that the server works with; absent in development, where only the server knows. */
  systems?: readonly string[]
  /** Schemas can be worked on in the browser, by those who may. */
  playground?: true
}

const none: Settings = {
  parentOrigins: [],
  subApps: {},
  subAppsTest: {},
  scriptOrigins: [],
  ...(import.meta.env.DEV ? { playground: true } : {}),
}

/** Without a server that fills it in, as in development, nothing outside is known. */
export function readSettings(page: Document = document): Settings {
  const text = page.querySelector<HTMLMetaElement>('meta[name="settings"]')?.content ?? ''
  try {
    return { ...none, ...(JSON.parse(text) as Partial<Settings>) }
  } catch {
    return none
  }
}
