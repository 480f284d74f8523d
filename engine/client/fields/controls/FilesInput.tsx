import { lazy, Suspense } from 'react'
import { useServices } from '../../context'
import { messages } from '../../messages'
import type { InputProps } from '../../fieldDefinition'
import { storedFiles } from '../../../core/fields'

// Few forms have files, and no page begins with them.
const FilesControl = lazy(() => import('../../upload/FilesControl').then((module) => ({ default: module.FilesControl })))

/** Uploaded files of a field: each is stored at once, the record keeps the list. */
export function FilesInput(props: InputProps) {
  const { files } = useServices()
  const names = storedFiles(props.value).map(({ name }) => name)
  return (
    <Suspense fallback={<output id={props.id}>{names.join(messages.enumerate) || messages.loading}</output>}>
      <FilesControl {...props} target={files.target} />
    </Suspense>
  )
}
