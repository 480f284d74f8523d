import { readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'

const sources = ['engine/client', 'src/app']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
  .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx') && !name.includes('/testing/'))
const dialogs = sources.filter((name) => /<(Modal|Drawer|ModalDialog)\b/.test(readFileSync(name, 'utf8')))

/** Dialogs that Esc closes without a confirmation, with what they hold instead of input. */
const nothingToLose: Readonly<Record<string, string>> = {
  'engine/client/exchange/ImportDialog.tsx': 'a file, which is still where it was chosen',
  'engine/client/form/view/LeaveGuard.tsx': 'the confirmation itself',
  'engine/client/list/ListDrawer.tsx': 'a list; the dialogs over it ask for themselves',
  'engine/client/print/PrintPreview.tsx': 'sheets to print',
  'engine/client/record/AttachmentsDialog.tsx': 'files, which are stored at once',
  'engine/client/upload/FilePreview.tsx': 'a file to look at',
  'src/app/shell/KeyList.tsx': 'keys to look at',
  'src/app/shell/MenuDrawer.tsx': 'links',
  'src/app/shell/Palette.tsx': 'a word to search by',
  'src/app/widgets/explanation/Explanation.tsx': 'figures to look at',
  'src/app/widgets/invoicePreview/InvoicePreview.tsx': 'a sheet to look at',
  'src/app/widgets/rolePreview/RolePreview.tsx': 'a preview',
}

it('every dialog asks before Esc gives up what was typed, or holds nothing that was', () => {
  // What asks for the input of an action asks for both that show it.
  const asking = dialogs.filter((name) => /useLeaveConfirmation|notify\.confirm|useAsk\(|<AskPanel/.test(readFileSync(name, 'utf8')))
  const silent = dialogs.filter((name) => !asking.includes(name))
  expect(silent.toSorted()).toEqual(Object.keys(nothingToLose))
  expect(asking.length).toBeGreaterThan(5)
})
