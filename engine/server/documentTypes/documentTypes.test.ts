import { describe, expect, it } from 'vitest'
import { libraryPlan } from '../testing/library'
import { deskPlan } from '../write/testing/desk'
import { documentTypes } from '.'

const sources = documentTypes(deskPlan, { engine: '../engine' })

/** The members of an interface of a generated file: name → type. */
function membersOf(file: string, name: string): Record<string, string> {
  const [, text = ''] = (sources.get(file) ?? '').split(new RegExp(`interface ${name} (?:extends \\w+ )?\\{`))
  const [body = ''] = text.split('export ')
  return Object.fromEntries([...body.matchAll(/(\w+\??): ([^;]+);/g)].map(([, member = '', type = '']) => [member, type]))
}

/** The columns of a table of the generated `Tables`: name → type. */
function columnsOf(table: string, text = sources.get('tables') ?? ''): Record<string, string> {
  const [, body = ''] = new RegExp(`\\b${table}: \\{([^}]*)\\}`).exec(text) ?? []
  return Object.fromEntries([...body.matchAll(/(\w+): ([^;]+);/g)].map(([, member = '', type = '']) => [member, type]))
}

describe('the types of a document', () => {
  it('follow the types of its fields', () => {
    expect(membersOf('member', 'MemberRow')).toMatchObject({
      memberName: 'string',
      deposit: 'Decimal | null',
      age: 'number | null',
      newsletter: 'boolean | null',
      topics: '(string)[] | null',
      settings: 'shapes.Settings | null',
      joinedAt: 'string | null',
    })
  })

  it('name the codes of a closed dictionary', () => {
    const { memberLevel = { name: '', title: '', items: [] } } = deskPlan.dictionaries
    const closed = documentTypes({ ...deskPlan, dictionaries: { memberLevel: { ...memberLevel, closed: true } } }, { engine: '' })
    expect(sources.get('member')).toContain('level: string | null;')
    expect(closed.get('member')).toContain('level: "BASIC" | "GOLD" | null;')
  })

  it('know what never is empty: what is required, filled from what is, counted or computed', () => {
    expect(membersOf('lending', 'LendingRow')).toMatchObject({
      lendingNo: 'string',
      dueDate: 'string',
      // A member may be of no level.
      memberLevel: 'string | null',
      purpose: 'string | null',
      totalQty: 'number',
      extensions: 'number',
      checkedById: 'string | null',
      status: 'LendingState',
    })
    expect(membersOf('lending', 'LendingItems')).toMatchObject({
      id: 'string',
      bookTitle: 'string',
      price: 'Decimal | null',
      fee: 'Decimal | null',
      returned: 'number',
    })
    expect(membersOf('lending', 'Lending')).toMatchObject({ memberName: 'string', checkedByName: 'string | null', items: 'LendingItems[]' })
  })

  it('leave out what rules do not see', () => {
    expect(membersOf('lending', 'LendingRow')).not.toHaveProperty('receipts')
  })

  it('say what a rule must say of a new one', () => {
    const written = membersOf('lending', 'NewLending')
    expect(written).toMatchObject({
      memberId: 'string',
      'dueDate?': 'string',
      'purpose?': 'string | null',
      'items?': 'NewLendingItems[]',
      'status?': 'LendingState',
    })
    expect(Object.keys(written)).not.toContain('totalQty?')
  })

  it('name the states an action leads to and what its dialog answers', () => {
    const text = (sources.get('lending') ?? '').replaceAll(/\/\*\*.*?\*\//g, '').replaceAll(/\s+/g, ' ')
    expect(text).toContain(`type LendingNeededToSubmit = "purpose"`)
    expect(text).toContain(
      `approve: { form: { opinion?: string | null; waitIfNone?: boolean | null; }; to: "LENT" | "WAITING"; complete: LendingNeededToSubmit }`,
    )
    expect(text).toContain(
      `giveBack: { form: { receipts?: string[] | null; items: { id: string; backNow: number; remark?: string | null; }[]; }; to: "LENT" | "RETURNED"; complete: LendingNeededToSubmit }`,
    )
  })

  it('know the cells of a row that only an action needs, and nothing of those that it needs under a condition', () => {
    const lending = deskPlan.entities['lending']!
    const items = lending.lines['items']!
    const fields = { ...items.fields, qty: { ...items.fields['qty']!, required: false, requiredFor: ['submit'] } }
    const entities = { ...deskPlan.entities, lending: { ...lending, lines: { items: { ...items, fields } } } }
    const text = (documentTypes({ ...deskPlan, entities }, { engine: '' }).get('lending') ?? '').replaceAll(/\s+/g, ' ')
    expect(text).toContain('type LendingNeededToSubmit = "purpose" | "items.qty"')
    expect(text).toContain('qty: number | null;')
  })

  it('say which rule belongs to what', () => {
    const text = (sources.get('index') ?? '').replaceAll(/\s+/g, ' ')
    expect(text).toContain(`save: { saveMember: "member"; savePass: "pass"; }`)
    expect(text).toContain(`lend: { entity: "lending"; action: "approve" };`)
    expect(text).toContain(`line: { checkItem: { entity: "lending"; lines: "items" }; nameNote: { entity: "note" }; }`)
    expect(text).toContain(`"desk/shelf": "lending";`)
  })

  it('ask for the read models that schemas name, not for the lines of a document', () => {
    const text = documentTypes(libraryPlan, { engine: '../engine' }).get('index') ?? ''
    expect(text.replaceAll(/\s+/g, ' ')).toContain(`views: "genreSummary" tables: Tables }`)
  })
})

describe('the types of the tables', () => {
  it('are those of the fields that the columns hold', () => {
    expect(columnsOf('lending')).toMatchObject({
      id: 'GeneratedAlways<LendingRow["id"]>',
      member_id: 'LendingRow["memberId"]',
      due_date: 'LendingRow["dueDate"]',
      status: 'LendingRow["status"]',
    })
    expect(columnsOf('member')).toMatchObject({ settings: 'Json<MemberRow["settings"], null>', member_name_sort: 'string | null' })
    expect(columnsOf('lending_items')).toMatchObject({ parent_id: 'string', line_no: 'number', returned: 'LendingItems["returned"]' })
    expect(columnsOf('lending')).not.toHaveProperty('receipts')
  })

  it('are those of the driver for what the engine and the program itself keep', () => {
    expect(columnsOf('document_history')).toMatchObject({
      document_id: 'string',
      opinion: 'string | null',
      extra: 'Json<unknown | null, null>',
    })
    expect(columnsOf('ledger_hold')).toMatchObject({ open: 'Decimal' })
    expect(columnsOf('stored_file')).toMatchObject({ kept: 'Generated<boolean>' })
    const shelf = { name: 'shelf_plan', primaryKey: [], unique: [], indexes: [], foreignKeys: [], checks: [] }
    const columns = [
      { name: 'places', type: 'jsonb', nullable: false },
      { name: 'rows', type: 'integer', nullable: true },
    ] as const
    const own = { tables: [{ ...shelf, columns: [...columns] }], shapes: { 'shelf_plan.places': 'places' } }
    const text = documentTypes(deskPlan, { engine: '', own }).get('tables')
    expect(columnsOf('shelf_plan', text)).toEqual({ places: 'Json<shapes.Places>', rows: 'number | null' })
  })
})
