import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EntityPlan, ProductPlan } from '../../engine/core/plan'
import { documentTypes } from '../../engine/server/documentTypes'
import { toColumn } from '../../engine/server/rows'
import { saidByCompiler } from '../../engine/server/testing/typeScript'
import { readProduct } from './product'
import { productTables, productTableShapes } from './tables'

const root = fileURLToPath(new URL('../..', import.meta.url))
const plan = readProduct(root)
const own = { tables: productTables, shapes: productTableShapes }

/**
 * For each entity that hand-written SQL reads, fields that the SQL names: `<entity>.<field>` or `<entity>.<lines>.<field>`. Fields of the same
 * statement are renamed one at a time, because the compiler reports only the first wrong name of a statement.
 */
const inSql: Record<string, string> = {
  'accountPeriod.period': 'evidenceQueries.ts',
  'appUser.email': 'accountColumns.ts',
  'appUser.roleIds': 'queries.ts',
  'appUser.dataScope': 'session/account.ts',
  'bankAccount.openingBalance': 'evidenceQueries.ts',
  'bankFlow.flowDirection': 'evidenceQueries.ts',
  'calendar.days.dayType': 'rules/calendar.ts',
  'category.categoryName': 'handlers/lookups.ts',
  'client.productIds': 'handlers/enterprises.ts',
  'client.enterpriseId': 'queries.ts',
  'clientRelation.relatedEnterpriseId': 'handlers/relations.ts',
  'collateralPrice.priceCny': 'queries.ts',
  'controlGoods.minControlValue': 'queries.ts',
  'customerLine.borrowerId': 'handlers/trials.ts',
  'customerPrice.effectiveDate': 'steps/prices.ts',
  'debtNote.totalDue': 'handlers/debts.ts',
  'department.departmentName': 'handlers/users.ts',
  'dictItem.itemCode': 'liveDictionaries.ts',
  'entAccount.accountNo': 'handlers/enterprises.ts',
  'enterprise.enterpriseNo': 'handlers/enterprises.ts',
  'exchangeRate.rateDate': 'handlers/lookups.ts',
  'fundAccount.availableAmount': 'queries.ts',
  'goods.goodsNo': 'queries.ts',
  'interestAccrual.basePrincipal': 'handlers/debts.ts',
  'loan.goods.stockBatchId': 'queries.ts',
  'loan.outstandingPrincipal': 'steps/waterlines.ts',
  'pledgeItem.remainQty': 'queries.ts',
  'pledge.registrationExpireDate': 'warnings/measures.ts',
  'product.productName': 'handlers/enterprises.ts',
  'quota.quotaNo': 'warnings/measures.ts',
  'receipt.unverifiedAmount': 'handlers/repayments.ts',
  'receivable.payerId': 'handlers/verifications.ts',
  'role.menuPermissions': 'session/roleRights.ts',
  'saleInvoice.lines.itemName': 'handlers/invoices.ts',
  'stockBatch.costPrice': 'queries.ts',
  'stockIn.goods.goodsId': 'queries.ts',
  'shortOrder.stockInId': 'warnings/measures.ts',
  'stockIn.expectedDate': 'warnings/measures.ts',
  'stockMovement.docType': 'queries.ts',
  'subAccount.subjectCode': 'evidenceQueries.ts',
  'verification.lines.verifyPart': 'handlers/verifications.ts',
  'verification.verificationNo': 'handlers/verifications.ts',
  'voucher.docNo': 'handlers/evidence.ts',
  'voucher.entries.debitAmount': 'evidenceQueries.ts',
  'warnRecord.warnDate': 'steps/warnings.ts',
  'warnRule.effectiveDate': 'warnings/levels.ts',
  'waterline.loanId': 'queries.ts',
  'withdrawal.fundAccountId': 'queries.ts',
}

const secondInSql: Record<string, string> = {
  'bond.dueAmount': 'queries.ts',
  'client.fundingPartyId': 'handlers/trials.ts',
  'contract.contractNo': 'warnings/measures.ts',
  'creditLimit.creditLimitNo': 'warnings/measures.ts',
  'customerLine.fundingPartyId': 'queries.ts',
  'customerPrice.price': 'queries.ts',
  'department.departmentCode': 'handlers/lookups.ts',
  'enterprise.enterpriseName': 'handlers/users.ts',
  'interfaceLog.requestNo': 'handlers/institutionAccounts.ts',
  'loanPayment.payeeAccountId': 'queries.ts',
  'product.productTypeId': 'queries.ts',
  'repayment.repaymentNo': 'handlers/debts.ts',
  'repayment.allocs.interestPart': 'handlers/debts.ts',
  'role.roleName': 'session/preview.ts',
  'subAccount.subjectName': 'handlers/evidence.ts',
  'voucher.postedAt': 'evidenceQueries.ts',
  'warehouse.warehouseType': 'queries.ts',
}

/** A copy of the rules beside the engine they are written against, to be compiled with other types. */
describe('rules compiled against the types of their entities', () => {
  let copy: string
  beforeAll(() => {
    mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
    copy = mkdtempSync(join(root, 'node_modules/.cache/renamed-'))
    mkdirSync(join(copy, 'src'))
    for (const name of ['engine', 'src/rules', 'tsconfig.base.json']) symlinkSync(join(root, name), join(copy, name))
    cpSync(join(root, 'src/server'), join(copy, 'src/server'), { recursive: true })
    const compilerOptions = {
      noEmit: true,
      incremental: true,
      emitDeclarationOnly: false,
      composite: false,
      declarationMap: false,
      types: ['node'],
    }
    writeFileSync(
      join(copy, 'tsconfig.json'),
      JSON.stringify({
        extends: './tsconfig.base.json',
        compilerOptions,
        files: ['src/server/extensions.ts', 'src/server/session/preview.ts'],
      }),
    )
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  /** What the compiler says with the types of this plan, one line per mistake. */
  function mistakes(changed: ProductPlan): string[] {
    for (const [name, source] of documentTypes(changed, { engine: '../../../engine', own }))
      writeFileSync(join(copy, 'src/server/generated', `${name}.ts`), source)
    return saidByCompiler(copy)
      .split('\n')
      .filter((line) => line.includes('error TS'))
  }

  it('compile as the schemas are', () => {
    expect(mistakes(plan)).toEqual([])
  })

  it('do not where a field, a state or an action of loans, or a column that SQL names, is called something else', () => {
    const loanRenamed = withLoan(({ fields, states = {}, actions, ...loan }) => ({
      ...loan,
      fields: renamed(fields, 'appliedAmount', 'requestedAmount'),
      states: renamed(states, 'APPROVED', 'GRANTED'),
      actions: renamed(actions, 'approve', 'accept'),
    }))
    const found = mistakes(withRenamed(Object.keys(inSql), loanRenamed))
    for (const mistake of [/'appliedAmount'/, /LoanState.*"APPROVED"/, /"approve"/])
      expect(found).toContainEqual(expect.stringMatching(new RegExp(`rules/loan\\.ts.*${mistake.source}`)))
    expect(unnoticed(inSql, found)).toEqual([])
  })

  it('nor where a second column of the same statements is', () => {
    expect(unnoticed(secondInSql, mistakes(withRenamed(Object.keys(secondInSql))))).toEqual([])
  })

  /** The columns, each with its file, that no mistake of the compiler names. */
  function unnoticed(named: Record<string, string>, found: string[]): [string, string][] {
    const broken = found.map((mistake) => statementOf(mistake))
    return Object.entries(named).filter(([name, file]) => {
      const column = toColumn(name.slice(name.lastIndexOf('.') + 1))
      return !broken.some((statement) => new RegExp(`^${file}: .*\\b${column}\\b`).test(statement))
    })
  }

  /** The file and the line of a mistake, with the rest of a list of columns that begins there. */
  function statementOf(mistake: string): string {
    const [, file = '', line = ''] = /src\/server\/([^(]+)\((\d+),/.exec(mistake) ?? []
    const [first = '', ...rest] = readFileSync(join(copy, 'src/server', file), 'utf8')
      .split('\n')
      .slice(Number(line) - 1)
    const list = first.endsWith('([')
      ? rest.slice(
          0,
          rest.findIndex((text) => text.trim().startsWith('])')),
        )
      : []
    return `${file}: ${[first, ...list].join(' ')}`
  }
})

describe('the list of SQL above', () => {
  const files = ['queries.ts', 'evidenceQueries.ts', ...['handlers', 'steps', 'warnings'].flatMap((folder) => filesOf(folder))]
  const sources = files.map((file) => readFileSync(join(root, 'src/server', file), 'utf8')).join('\n')
  const tables = new Map(
    Object.values(plan.entities).flatMap(({ name, table, lines }) => [
      [table, name] as const,
      ...Object.values(lines).map((each) => [each.table, `${name}.${each.name}`] as const),
    ]),
  )

  it('has each entity that handlers, queries and steps name', () => {
    const named = [...sources.matchAll(/(?:From|Join|Table|Into|aliased)\('(\w+)/g)].flatMap(([, table = '']) => tables.get(table) ?? [])
    const known = Object.keys({ ...inSql, ...secondInSql }).map((name) => name.slice(0, name.lastIndexOf('.')))
    // SQL reads only the ids of product types, and ids are never renamed.
    expect([...new Set(named)].filter((name) => !known.includes(name)).toSorted()).toEqual(['productType'])
  })

  it('is all of it: no text of SQL names a table', () => {
    const raw = [...sources.matchAll(/\b(?:from|join|update|into) (\w+)/g)].filter(([, table = '']) => tables.has(table))
    expect(raw.map(([text]) => text)).toEqual([])
  })
})

function filesOf(folder: string): string[] {
  return readdirSync(join(root, 'src/server', folder)).map((file) => `${folder}/${file}`)
}

function withRenamed(names: string[], { entities: given } = plan): ProductPlan {
  const entities = { ...given }
  for (const [entityName = '', ...path] of names.map((name) => name.split('.'))) {
    const entity = entities[entityName]
    const [field = '', linesName] = path.toReversed()
    const lines = entity?.lines[linesName ?? '']
    if (!entity || (linesName !== undefined && !lines)) throw new TypeError(`there is no ${entityName}.${path.join('.')}`)
    entities[entityName] = lines
      ? { ...entity, lines: { ...entity.lines, [lines.name]: { ...lines, fields: renamed(lines.fields, field, `${field}Renamed`) } } }
      : { ...entity, fields: renamed(entity.fields, field, `${field}Renamed`) }
  }
  return { ...plan, entities }
}

function withLoan(change: (loan: EntityPlan) => EntityPlan): ProductPlan {
  const { loan } = plan.entities
  if (!loan) throw new TypeError('there is no entity loan')
  return { ...plan, entities: { ...plan.entities, loan: change(loan) } }
}

function renamed<T extends object>(map: Record<string, T>, from: string, to: string): Record<string, T> {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => (name === from ? [to, { ...value, name: to }] : [name, value])))
}
