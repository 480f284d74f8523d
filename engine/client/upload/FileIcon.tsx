import { FileExcelOutlined, FileImageOutlined, FileOutlined, FilePdfOutlined, FileWordOutlined, FileZipOutlined } from '@ant-design/icons'
import { say } from '../laterMessages'
import { kindOf } from './fileKind'

const icons = {
  word: FileWordOutlined,
  excel: FileExcelOutlined,
  pdf: FilePdfOutlined,
  zip: FileZipOutlined,
  image: FileImageOutlined,
  other: FileOutlined,
}

/** What kind of file it is, by its extension (acceptance I4). */
export function FileIcon({ name }: { name: string }) {
  const kind = kindOf(name)
  const Icon = icons[kind]
  return <Icon className={`engine-file-icon engine-file-icon-${kind}`} role="img" aria-label={say(`files.${kind}`)} />
}
