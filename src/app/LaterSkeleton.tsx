import type { SkeletonProps } from 'antd'
import { lazy, Suspense } from 'react'

const Skeleton = lazy(() => import('antd/es/skeleton'))

/**
 * What antd's dialogs show while their content is on its way (`loading`), loaded when one does: with it every first page would load 20 kB for a
 * property that few dialogs have. vite.config.ts puts it in its place; a default export, as antd imports its own.
 */
// oxlint-disable-next-line import/no-default-export
export default function LaterSkeleton(props: SkeletonProps) {
  return (
    <Suspense fallback={null}>
      <Skeleton {...props} />
    </Suspense>
  )
}
