import { useQuery } from '@tanstack/react-query'
import { useServices, type WidgetProps } from '../../../../engine/client/context'
import { bodyOrThrow } from '../../../../engine/client/request'
import { extraEndpoint } from '../extraEndpoint'
import type { MenuPermission, PermissionMenu } from './permissions'

export interface RoleRightsResponse {
  tree: PermissionMenu[]
  menuPermissions: MenuPermission[]
  version: number
}

/**
 * All menus with their buttons, and which of them a role has. They are loaded anew each time, in the dialog too although the pane under it
 * has them, because others may have changed them.
 */
export function useRoleRights(screen: WidgetProps['screen'], id: string, shownIn: 'dialog' | 'pane') {
  const { request } = useServices()
  const { url } = extraEndpoint(screen, 'permission')
  return useQuery({
    queryKey: ['rolePermissions', screen.base, id, shownIn],
    queryFn: async ({ signal }) =>
      bodyOrThrow(await request<RoleRightsResponse>({ method: 'GET', url, values: { id }, signal, quiet: true })),
    gcTime: 0,
  })
}
