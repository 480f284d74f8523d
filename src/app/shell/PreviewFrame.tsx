import { lazy, Suspense, type ReactNode } from 'react'
import { useProgram } from '../programContext'

// Loaded when it is needed: few users preview anything.
const PreviewBanner = lazy(() => import('./PreviewBanner').then((module) => ({ default: module.PreviewBanner })))

/** Drawn over everything that a preview shows, so that nobody takes it for their own account. Outside previews it draws nothing. */
export function PreviewFrame({ children }: { children: ReactNode }) {
  const { preview } = useProgram()
  if (!preview) return children
  return (
    <Suspense fallback={null}>
      <div className="app-preview">
        <PreviewBanner preview={preview} />
        <div className="app-preview-page">{children}</div>
      </div>
    </Suspense>
  )
}
