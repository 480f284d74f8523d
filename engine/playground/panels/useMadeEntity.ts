import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useServices } from '../../client/context'
import { bodyOrThrow } from '../../client/request'
import type { MadeEntity } from '../../core/madeEntity'
import type { ProductPlan } from '../../core/plan'
import { playgroundPath } from '../../core/wire'
import { schemaFileAt } from '../../spec/schemaPaths'
import type { SchemaText } from '../contents'
import { screenAt } from './operations'

/** What the server would make of the entity of a file. */
export interface Made {
  result: UseQueryResult<MadeEntity>
  /** The drafts are others than those that this is of. */
  isOld: boolean
  renew: () => void
}

/**
 * Judging all files is work of the server that others wait for: it is asked when a panel is opened and when somebody wants it anew, not at each
 * key.
 * @param drafts sound texts that differ from those that run
 */
export function useMadeEntity(entity: string, drafts: readonly SchemaText[]): Made {
  const { request } = useServices()
  const [asked, setAsked] = useState(drafts)
  const result = useQuery({
    queryKey: ['playground', 'made', entity, asked],
    retry: false,
    queryFn: async ({ signal }): Promise<MadeEntity> =>
      bodyOrThrow(
        await request<MadeEntity>({
          method: 'POST',
          url: `${playgroundPath}/entity`,
          values: { entity, drafts: asked },
          signal,
          quiet: true,
        }),
      ),
  })
  return { result, isOld: !isSame(asked, drafts), renew: () => setAsked(drafts) }
}

function isSame(one: readonly SchemaText[], other: readonly SchemaText[]): boolean {
  return one.length === other.length && one.every(({ path, text }, at) => path === other[at]?.path && text === other[at].text)
}

/** The entity that a file is, or that its screen shows. */
export function entityAt(path: string, plan: ProductPlan): string | undefined {
  const file = schemaFileAt(path.slice('schemas/'.length))
  return file?.kind === 'entity' ? file.key : screenAt(path, plan)?.entity
}
