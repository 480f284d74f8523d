import { readFileSync } from 'node:fs'
import { findNodeAtLocation, parseTree, type JSONPath, type Node } from 'jsonc-parser'
import { expect, it, vi } from 'vitest'
import { readSources } from '../../engine/core/check/sources'
import { Report, type Names } from '../../engine/core/check/report'
import { loadSchemas } from '../../engine/spec/load'
import { checkOptions } from '../checkOptions'
import { editorSchemas } from '../../engine/core/editing/editorSchemas'
import { Editor } from './testing/editor'
import { editorGiven } from './writeEditorSchemas'

const root = process.cwd()
const loaded = loadSchemas(root)
const schemas = editorSchemas(editorGiven(root, loaded.files))
const editor = new Editor(root, schemas)

/** Where somebody types. */
const sign = '‸'

const screenFile = 'schemas/screens/loans/new.screen.json'
const entityFile = 'schemas/entities/loans/new.entity.json'

/** A screen of loans that is not saved yet, and says no `$schema`. */
function screen(page: string, further = ''): [string, string] {
  return [
    screenFile,
    `{ "language": 1, "title": "新", "entity": "loan", "endpoints": { "base": "/api/new" }, ${further} "pages": { ${page} } }`,
  ]
}

/** A file as it is shipped, with one part of it being typed anew. */
function shipped(path: string, part: string, typed: string): [string, string] {
  const text = readFileSync(path, 'utf8')
  if (!text.includes(part)) throw new Error(`${path} does not say ${part}`)
  return [path, text.replace(part, () => typed)]
}

const loan = 'schemas/entities/loans/loan.entity.json'
const loansmgr = 'schemas/screens/loans/loansmgr.screen.json'

/** What a proposal must say, by its name; then what must not be proposed. */
type Spot = [where: string, file: [path: string, text: string], has: Record<string, RegExp>, hasNot: string[]]

const names: Spot[] = [
  [
    'the entity of a reference',
    [entityFile, `{ "fields": { "a": { "type": "ref", "title": "甲", "to": "${sign}" } } }`],
    { enterprise: /^\*\*.+\*\* · entity$/, loan: /融资申请/ },
    ['loanNo', 'member'],
  ],
  ['the entity of a screen', [screenFile, `{ "entity": "${sign}" }`], { loan: /融资申请/, warehouse: /仓库/ }, ['loanNo', 'book']],
  [
    'a column',
    screen(`"list": { "columns": ["${sign}"] }`),
    { loanNo: /融资单号.*serial/, borrowerName: /name of borrowerId/ },
    ['pledgeNo', 'bookTitle'],
  ],
  [
    'the field of a column',
    screen(`"list": { "columns": [{ "field": "${sign}" }] }`),
    { status: /status/, goodsAmount: /money/ },
    ['pledgeNo', 'authorName'],
  ],
  [
    'an item of the search form',
    screen(`"list": { "search": [{ "field": "${sign}" }] }`),
    { loanNo: /融资单号/ },
    ['borrowerName', 'pledgeNo'],
  ],
  [
    'a field of a section',
    screen(`"edit": { "kind": "record", "sections": { "甲": ["loanNo", "${sign}"] } }`),
    { projectName: /项目名称/ },
    ['pledgeNo'],
  ],
  ['a sort', screen(`"list": { "sort": { "field": "${sign}" } }`), { loanNo: /融资单号/, createdAt: /every record/ }, ['pledgeNo']],
  [
    'a related entity',
    screen(`"detail": { "kind": "record", "tabs": { "甲": { "related": "${sign}" } } }`),
    { pledge: /entity/ },
    ['loanNo'],
  ],
  [
    'a column of related rows',
    screen(`"detail": { "kind": "record", "tabs": { "甲": { "related": "pledge", "by": "loanId", "columns": ["${sign}"] } } }`),
    { pledgeNo: /serial/ },
    ['projectName', 'goodsAmount'],
  ],
  [
    'a column of a line table',
    screen(`"detail": { "kind": "record", "tabs": { "甲": { "lines": "goods", "columns": ["${sign}"] } } }`),
    { goodsId: /ref to/ },
    ['loanNo', 'pledgeNo'],
  ],
  [
    'an action of a row',
    shipped(loansmgr, '"rowActions": [', `"rowActions": ["${sign}", `),
    { approve: /→/, trial: /calculate/, print: /built in/ },
    ['loanNo', 'countNotice'],
  ],
  [
    'the state that an action leads to',
    shipped(loan, '"to": "APPROVED"', `"to": "${sign}"`),
    { APPROVED: /state/, DRAFT: /草稿/ },
    ['approve', 'loanNo'],
  ],
  [
    'a field of the entity itself',
    shipped(loan, '"about": "borrowerId"', `"about": "${sign}"`),
    { borrowerId: /ref to/, remark: /备注/ },
    ['pledgeNo'],
  ],
  [
    'a dictionary',
    [entityFile, `{ "fields": { "a": { "type": "select", "title": "甲", "dictionary": "${sign}" } } }`],
    { bizMode: /dictionary/ },
    ['loan', 'genre'],
  ],
  [
    'the default of a select',
    [entityFile, `{ "fields": { "a": { "type": "select", "title": "甲", "dictionary": "waterLevel", "default": "${sign}" } } }`],
    { NORMAL: /正常/ },
    ['ACTIVE', 'NOVEL'],
  ],
  [
    'a fixed value',
    [entityFile, `{ "fields": { "a": { "type": "ref", "title": "甲", "to": "loan", "where": { "status": "${sign}" } } } }`],
    { APPROVED: /./, DRAFT: /草稿/ },
    ['ISSUED'],
  ],
  [
    'a value of the form around',
    shipped(loan, '"borrowerId": { "from": "borrowerId" }', `"borrowerId": { "from": "${sign}" }`),
    { borrowerId: /ref to/, productId: /融资产品/ },
    ['pledgeNo'],
  ],
  [
    'a condition',
    screen(`"edit": { "kind": "record", "sections": { "甲": [{ "field": "loanNo", "visible": "${sign}" }] } }`),
    { purpose: /./, "status == 'DRAFT'": /草稿/ },
    ['pledgeNo'],
  ],
  ['a rule', shipped(loan, '"rule": "submitLoan"', `"rule": "${sign}"`), { submitLoan: /program/, approveLoan: /program/ }, ['trialLoan']],
  ['a handler', shipped(loansmgr, '"handler": "trialLoan"', `"handler": "${sign}"`), { trialLoan: /program/ }, ['submitLoan']],
  [
    'a type of movement',
    shipped(loan, '"type": "credit.RESERVE"', `"type": "${sign}"`),
    { 'credit.RESERVE': /./, 'stock.FREEZE_A': /./ },
    ['RESERVE'],
  ],
  ['a group', [entityFile, `{ "include": ["${sign}"] }`], { approval: /group/ }, ['loan', 'attached']],
  [
    'a screen',
    screen('"list": { "columns": ["loanNo"] }', `"actions": { "a": { "title": "甲", "does": "list", "screen": "${sign}" } },`),
    { 'loans/loansmgr': /融资申请/ },
    ['base/visit'],
  ],
  ['an icon', ['schemas/menus.json', `{ "menus": [{ "icon": "${sign}" }] }`], { 'pie-chart': /icon/ }, ['question']],
  [
    'a right of a role',
    ['schemas/roles.json', `{ "roles": { "AB": { "menus": { "loans_loansmgr": ["view", "${sign}"] } } } }`],
    { approve: /./, print: /built in/ },
    ['count', 'loanNo'],
  ],
  [
    'a daily action',
    ['schemas/schedule.json', `{ "steps": { "a": { "actions": ["${sign}"] } } }`],
    { 'customerLine/expire': /./ },
    ['loan/approve'],
  ],
]

const keys: Spot[] = [
  [
    'fields of what a reference points to',
    [entityFile, `{ "fields": { "a": { "type": "ref", "title": "甲", "to": "warehouse", "where": { "${sign}": "" } } } }`],
    { status: /status/, warehouseType: /select of/ },
    ['loanNo', 'kind'],
  ],
  [
    'fields that an action sets',
    shipped(loan, '"set": { "approvedAmount"', `"set": { "${sign}": "", "approvedAmount"`),
    { dueDate: /date/, remark: /备注/ },
    ['pledgeNo'],
  ],
  ['fields that an action asks for', shipped(loan, '"ask": {', `"ask": { "${sign}": true,`), { remark: /备注/ }, ['pledgeNo']],
  [
    'fields that a choice fills',
    shipped(loan, '"fill": { "bizMode"', `"fill": { "${sign}": "", "bizMode"`),
    { projectName: /text/ },
    ['pledgeNo'],
  ],
  [
    'fields of related rows',
    screen(`"detail": { "kind": "record", "tabs": { "甲": { "related": "pledge", "by": { "${sign}": "id" }, "columns": ["pledgeNo"] } } }`),
    { loanId: /ref to 融资申请/ },
    ['projectName'],
  ],
  [
    'values of what is imported',
    screen('"list": { "columns": ["loanNo"] }', `"actions": { "a": { "title": "甲", "does": "import", "values": { "${sign}": "" } } },`),
    { bizMode: /select of bizMode/ },
    ['pledgeNo'],
  ],
  [
    'menus of a role',
    ['schemas/roles.json', `{ "roles": { "AB": { "menus": { "${sign}": [] } } } }`],
    { loans_loansmgr: /融资/ },
    ['loans/loansmgr'],
  ],
  [
    'fields of a record that a step creates',
    shipped(loan, '"create": "stockIn"', `"create": "stockIn", "key": ["loanId"]`).map((text) =>
      text.replace('"with": {\n            "stockInType"', `"with": {\n            "${sign}": "", "stockInType"`),
    ) as [string, string],
    { billOfLadingNo: /./ },
    ['projectName'],
  ],
]

it.each(names)('proposes %s', async (_where, [path, text], has, hasNot) => {
  await expectProposals(path, text, has, hasNot)
})

it.each(keys)('proposes as keys the %s', async (_where, [path, text], has, hasNot) => {
  await expectProposals(path, text, has, hasNot)
})

async function expectProposals(path: string, text: string, has: Record<string, RegExp>, hasNot: string[]): Promise<void> {
  const proposed = new Map((await editor.proposals(path, text, sign)).map(({ name, says }) => [name, says]))
  for (const [name, says] of Object.entries(has)) {
    expect([...proposed.keys()]).toContain(name)
    expect(proposed.get(name)).toMatch(says)
  }
  for (const name of hasNot) expect([...proposed.keys()]).not.toContain(name)
}

it('proposes where nothing is written yet', async () => {
  const [path, text] = screen(`"list": { "columns": [${sign}], "sort": { "field": "loanNo", "order": "ascend" } }`)
  expect((await editor.proposals(path, text, sign)).map(({ name }) => name)).toContain('projectName')
})

it.each([
  ['a column', ...screen(`"list": { "columns": ["${sign}projectName"] }`), /项目名称\*\* · text/],
  ['a field of the entity itself', ...shipped(loan, '"about": "borrowerId"', `"about": "${sign}borrowerId"`), /ref to/],
  ['a state', ...shipped(loan, '"to": "APPROVED"', `"to": "${sign}APPROVED"`), /`APPROVED`: \*\*.+\*\* · state/],
  ['a code', ...shipped(loan, '"contractType": "LOAN"', `"contractType": "${sign}LOAN"`), /`LOAN`: ./],
  ['the key of a condition', ...shipped(loan, '"contractType": "LOAN"', `"${sign}contractType": "LOAN"`), /select of contractType/],
])('tells of %s what it is', async (_what, path, text, says) => {
  expect(await editor.hover(path, text, sign)).toMatch(says)
})

it.each([
  ['a column', ...shipped(loansmgr, '"columns": [', '"columns": ["loanNumber", '), '"loanNumber"'],
  ['a field of the entity itself', ...shipped(loan, '"about": "borrowerId"', '"about": "pledgeNo"'), '"pledgeNo"'],
  ['a key', ...shipped(loan, '"set": { "approvedAmount"', '"set": { "pledgeNo": "1", "approvedAmount"'), '"pledgeNo"'],
  ['a state', ...shipped(loan, '"to": "APPROVED"', '"to": "APROVED"'), '"APROVED"'],
  ['a code', ...shipped(loan, '"contractType": "LOAN"', '"contractType": "LOANS"'), '"LOANS"'],
  ['a rule', ...shipped(loan, '"rule": "submitLoan"', '"rule": "submitLoans"'), '"submitLoans"'],
  ['an action', ...shipped(loansmgr, '"rowActions": [', '"rowActions": ["aprove", '), '"aprove"'],
])('underlines %s that there is not', async (_what, path, text, under) => {
  expect((await editor.problems(path, text)).map((problem) => problem.under)).toEqual([under])
})

it.each(loaded.files.map(({ path }) => path))('underlines nothing in %s', async (path) => {
  expect(await editor.problems(path, readFileSync(path, 'utf8'))).toEqual([])
})

it('proposes the names of the other files while one is broken', async () => {
  const files = loaded.files.map(({ json, ...file }) => (file.path === loan || !json ? file : { ...file, json }))
  const other = new Editor(root, editorSchemas(editorGiven(root, files)))
  const [path, text] = [screenFile, `{ "entity": "pledge", "pages": { "list": { "columns": ["${sign}"] } } }`]
  expect((await other.proposals(path, text, sign)).map(({ name }) => name)).toContain('pledgeNo')
})

it('proposes a field as soon as it is written, without being opened anew', async () => {
  const served = new Map(schemas)
  const open = new Editor(root, served)
  const [path, text] = shipped(loansmgr, '"rowActions": [', `"batchActions": [], "sort": { "field": "${sign}" }, "rowActions": [`)
  const proposed = async (): Promise<string[]> => (await open.proposals(path, text, sign)).map(({ name }) => name)
  expect(await proposed()).not.toContain('newField')

  const withField = loaded.files.map((file) => {
    if (file.path !== loan || !file.json) return file
    const value = file.json.value as { fields: object }
    const fields = { ...value.fields, newField: { type: 'date', title: '新' } }
    return { ...file, json: { ...file.json, value: { ...value, fields } } }
  })
  for (const [name, schema] of editorSchemas(editorGiven(root, withField))) {
    if (JSON.stringify(schema) === JSON.stringify(schemas.get(name))) continue
    served.set(name, schema)
    open.hearOf(name)
  }
  expect(await proposed()).toContain('newField')
})

/** A name that the check has looked up: where it stands, and among which others. */
interface Asked {
  source: string
  pointer: string
  among: ReadonlySet<string>
  isKey: boolean
}

it('proposes at most places the very names that the check lets pass there', async () => {
  const asked = namesAsked()
  const bySource = grouped(asked, ({ source }) => source)
  let alike = 0
  for (const { source, path } of loaded.files) {
    const text = readFileSync(path, 'utf8')
    const tree = parseTree(text)
    const placeOf = ({ offset, length }: Pick<Node, 'offset' | 'length'>) => `${offset} ${length}`
    const matching = grouped(await editor.matching(path, text), ({ node }) => placeOf(node))
    for (const { pointer, among, isKey } of bySource.get(source) ?? []) {
      const value = tree && findNodeAtLocation(tree, stepsOf(pointer))
      const node = isKey ? value?.parent?.parent : value
      const here = (node && matching.get(placeOf(node))) ?? []
      const isAlike = here.some(({ schema }) => {
        const said = isKey ? schema.propertyNames : schema
        const names = typeof said === 'object' ? said.enum : undefined
        return names?.length === among.size && names.every((name) => among.has(String(name)))
      })
      if (isAlike) alike += 1
    }
  }
  // The others are words inside of texts and expressions, and places where more is proposed than fits in the end.
  expect(alike / asked.length).toBeGreaterThan(2 / 3)
})

/** Reads the product as `npm run check` does, and listens to what it looks up. */
function namesAsked(): Asked[] {
  const lookUps = vi.spyOn(Report.prototype, 'known')
  try {
    readSources(loaded, checkOptions(root))
    return lookUps.mock.calls.map(([source, pointer, , , among, more]) => {
      return { source, pointer, among: new Set(listOf(among)), isKey: more?.key === true }
    })
  } finally {
    lookUps.mockRestore()
  }
}

function grouped<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

function listOf(names: Names): string[] {
  return Symbol.iterator in names ? [...(names as Iterable<string>)] : Object.keys(names)
}

function stepsOf(pointer: string): JSONPath {
  const steps = pointer.split('/').slice(1)
  return steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step.replace(/~1/g, '/').replace(/~0/g, '~')))
}
