import { useQuery } from '@tanstack/react-query'
import { useServices } from '../../client/context'
import { fileNameOf, saveBlob } from '../../client/files'
import { bodyOrThrow, problemOf, type Request } from '../../client/request'
import { playgroundPath, saveSchemaPath, type OvertakenRelease, type ScreenPlans, type ScreenReleases } from '../../core/wire'

export interface Loaded {
  releases: ScreenReleases
  plans: ScreenPlans
}

/** What is known of a screen's releases; asked anew whenever the panel is opened, because others publish too. */
export function useReleases(screen: string | undefined) {
  const { request } = useServices()
  return useQuery({
    queryKey: ['playground', 'releases', screen],
    enabled: screen !== undefined,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Loaded> => {
      const ask = async <Body>(what: string): Promise<Body> =>
        bodyOrThrow(await request<Body>({ method: 'GET', url: `${playgroundPath}/${what}`, values: { screen }, signal, quiet: true }))
      const [releases, plans] = await Promise.all([ask<ScreenReleases>('releases'), ask<ScreenPlans>('plans')])
      return { releases, plans }
    },
  })
}

export type Published = { version: number } | { overtaken: OvertakenRelease } | undefined

/** Undefined: it was refused, and the user has been told. */
export async function publishScreen(
  request: Request,
  draft: { path: string; text: string; basedOn: number; note: string },
): Promise<Published> {
  const result = await request<{ version: number }>({ method: 'POST', url: `${playgroundPath}/publish`, values: draft, quiet: true })
  if (result.success) return result.body
  const problem = problemOf(result)
  if (result.status === 409 && problem?.params) return { overtaken: problem.params as unknown as OvertakenRelease }
  throw new PublishRefused(problem?.errors?.map(({ detail }) => detail).join('\n') ?? result.message)
}

/** With why, in words. */
export class PublishRefused extends Error {}

export async function rollBackScreen(request: Request, screen: string, version: number): Promise<number | undefined> {
  const result = await request<{ holds: number }>({
    method: 'POST',
    url: `${playgroundPath}/rollback`,
    values: { screen, release: version },
  })
  return result.success ? result.body.holds : undefined
}

export async function textOfRelease(request: Request, screen: string, version: number): Promise<string | undefined> {
  const result = await request<{ text: string }>({ method: 'GET', url: `${playgroundPath}/releaseText`, values: { screen, version } })
  return result.success ? result.body.text : undefined
}

export async function exportReleases(request: Request): Promise<void> {
  const result = await request<Response>({ method: 'GET', url: `${playgroundPath}/export`, as: 'response' })
  if (result.success) saveBlob(await result.body.blob(), fileNameOf(result.body) ?? 'screens.zip')
}

/** Only the development server does it. */
export async function saveToFile(request: Request, path: string, text: string): Promise<boolean> {
  return (await request({ method: 'POST', url: saveSchemaPath, values: { path, text } })).success
}
