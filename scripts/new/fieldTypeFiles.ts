import { engineCells } from '../../engine/core/cellNames'
import { fieldTypes } from '../../engine/core/fields/schemas'
import { codeNames } from '../../src/server/generated/codeNames'
import { capital, readName, type CodeFiles, withEntry, withImport } from './codeText'

export interface FieldTypeWish {
  name: string
  /** What it shows, for whoever reads the code. */
  title: string
}

const registry = 'src/app/widgets/index.ts'

/**
 * The files of a field type of the product's own: its cell and its input, their test, and the registry with both.
 * @param read a file of the repository
 */
export function fieldTypeFiles({ name: wished, title }: FieldTypeWish, read: (path: string) => string): CodeFiles {
  const name = readName(wished, [...codeNames.cells, ...codeNames.inputs, ...engineCells, ...fieldTypes], '字段类型')
  const folder = `src/app/widgets/${name}`
  const added = new Map([
    [`${folder}/${name}.tsx`, moduleText(name, title)],
    [`${folder}/${name}.test.tsx`, testText(name)],
  ])
  return { added, grown: new Map([[registry, registered(name, read(registry))]]) }
}

function registered(name: string, source: string): string {
  const imported = withImport(source, `import { ${name}Cell, ${capital(name)}Input } from './${name}/${name}'`)
  const blocks = { inputs: `${name}: ${capital(name)}Input`, cells: `${name}: ${name}Cell` }
  return Object.entries(blocks).reduce((text, [kind, entry]) => {
    const opening = `  ${kind}: {\n`
    const withBlock = text.includes(opening) ? text : text.replace('  formats,\n', `  formats,\n${opening}  },\n`)
    return withBlock.includes(`${opening}  },`)
      ? withBlock.replace(opening, `${opening}    ${entry},\n`)
      : withEntry(registry, withBlock, opening, entry)
  }, imported)
}

function moduleText(name: string, title: string): string {
  return `import type { ClientExtensions } from '../../../../engine/client/context'
import type { InputProps } from '../../../../engine/client/fieldDefinition'
import { TextInput } from '../../../../engine/client/fields/controls/TextInput'
import { textOf } from '../../../../engine/core/fields'

/** ${title} in a column that says \`"as": "${name}"\`: as its type reads, and never broken over two lines. */
export const ${name}Cell: ClientExtensions['cells'][string] = ({ field }, context) => {
  const text = textOf(field, context)
  return (value) => <span style={{ whiteSpace: 'nowrap' }}>{text(value)}</span>
}

/** ${title} in a form item that says \`"as": "${name}"\`: without the blanks that come with a pasted text. */
export function ${capital(name)}Input(props: InputProps) {
  const { onChange } = props
  return <TextInput {...props} onChange={(value) => onChange(typeof value === 'string' ? value.replace(/\\s/g, '') : value)} />
}
`
}

function testText(name: string): string {
  return `import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { dictionaries, columnPlan, fields } from '../../../../engine/client/testing/plans'
import { ${name}Cell, ${capital(name)}Input } from './${name}'

afterEach(cleanup)

it('${name} reads in a cell as its type does, in one line', () => {
  const cell = ${name}Cell(columnPlan(fields.name), { dictionaries })
  render(<>{cell('A 1', { id: '1' })}</>)
  expect(screen.getByText('A 1').style.whiteSpace).toBe('nowrap')
})

it('${name} takes what is typed without its blanks', async () => {
  const Form = () => {
    const [value, setValue] = useState<unknown>('')
    return <${capital(name)}Input field={fields.name} label="${name}" value={value} onChange={setValue} />
  }
  render(<Form />)
  await userEvent.type(screen.getByLabelText('${name}'), ' A 1 ')
  expect(screen.getByLabelText<HTMLInputElement>('${name}').value).toBe('A1')
})
`
}
