import { useMemo } from 'react'
import type { PlaygroundAccount, PreviewProps } from '../../../engine/playground/contents'
import { PreviewPane, type PreviewHost } from '../../../engine/playground/preview/PreviewPane'
import { framePath } from '../framePath'
import { useApp, useProgram } from '../programContext'

/** The preview of the playground as this product has it: its own pages in the frame, and real data as roles read it. */
export function ProductPreview(props: PreviewProps) {
  const { request } = useProgram()
  const dark = useApp((state) => state.darkTheme)
  const host = useMemo(
    (): PreviewHost => ({
      frame: framePath,
      async askToken(roleId) {
        const result = await request<{ previewToken: string }>({
          method: 'POST',
          url: '/api/base/role/preview/{id}',
          values: { id: roleId },
          quiet: true,
        })
        return result.success ? { token: result.body.previewToken } : { failure: result.message }
      },
      async askAccount(account) {
        const values = { account }
        const result = await request<PlaygroundAccount>({ method: 'GET', url: '/api/playground/rights', values, quiet: true })
        return result.success ? result.body : { failure: result.message }
      },
    }),
    [request],
  )
  return <PreviewPane {...props} host={host} dark={dark} />
}
