import { expect, it } from 'vitest'
import { compileProduct } from '../../compile'
import { stacksSources } from '../../testing/stacks'
import { checkProduct } from '../index'
import { changedStacks } from './testing'

it('finds nothing wrong in a right product, which compiles', () => {
  expect(checkProduct(stacksSources())).toEqual([])
  expect(compileProduct(stacksSources()).entities['request']?.effects['approve']?.moves).toHaveLength(2)
})

const request = 'entities/request'
const approve = `${request}/actions/approve/moves`
const serve = `${request}/actions/serve/then/0`
const close = `${request}/actions/close/then`
const copies = 'ledgers/copies'
const quota = 'ledgers/quota'

/** A step that takes holds over. */
const taking = (part: object): object => ({ take: 'quota.booked', of: 'cardId', from: 'id', amount: 'total', ...part })

/** What is changed, to what, where that is told, and how. */
it.each<[string, string, unknown, string, string, string?]>([
  ['a ledger', `${approve}/0/type`, 'qouta.BOOK', `${approve}/0/type`, '没有名为“qouta”的 ledger', 'quota'],
  ['a type', `${approve}/0/type`, 'quota.BOK', `${approve}/0/type`, '没有名为“BOK”的 type', 'BOOK'],
  ['a line table of each', `${approve}/1/each`, 'itms', `${approve}/1/each`, '没有名为“itms”的 lines', 'items'],
  ['a row where there is none', `${approve}/0/of`, 'it.titleId', `${approve}/0/of`, '这里没有行可读：写明 each，才能用 it'],
  [
    'a row in an amount without each',
    `${approve}/0/amount`,
    'total + it.qty',
    `${approve}/0/amount`,
    '这里没有行可读：写明 each，才能用 it',
  ],
  ['a path', `${approve}/0/of`, 'cardIdd', `${approve}/0/of`, '没有名为“cardIdd”的 field', 'cardId'],
  [
    'a path over what is no reference',
    `${approve}/0/of`,
    'requestNo',
    `${approve}/0/of`,
    '“requestNo”不是按主键指向单条记录的引用，路径不能经过它',
  ],
  ['a path beyond a reference', `${approve}/0/of`, 'cardId.club', `${approve}/0/of`, '没有名为“club”的 field', 'clubId'],
  ['what is no balance of the ledger', `${approve}/0/of`, 'branchId', `${approve}/0/of`, '“branch”不是账本 quota 的余额'],
  [
    'what is no key of the balance',
    `${approve}/0/of`,
    { card: { name: 'requestNo' } },
    `${approve}/0/of/card`,
    '“name”不是 card 的唯一键（不带 where），不能据此找到余额',
  ],
  [
    'a field of a key',
    `${approve}/0/of`,
    { card: { cardNr: 'requestNo' } },
    `${approve}/0/of/card/cardNr`,
    '没有名为“cardNr”的 field',
    'cardNo',
  ],
  ['an amount', `${approve}/0/amount`, 'totl', `${approve}/0/amount`, '没有名为“totl”的字段', 'total'],
  ['an amount that is no number', `${approve}/0/amount`, 'requestNo', `${approve}/0/amount`, '表达式的结果类型是 text'],
  ['the name of an amount', `${approve}/0/amount`, { sum: 'total' }, `${approve}/0/amount/sum`, '没有名为“sum”的 amount'],
  ['a field of the balance', `${approve}/1/when`, 'of.onShelve > 0', `${approve}/1/when`, '没有名为“of.onShelve”的字段', 'of.onShelf'],
  ['what is held where nothing is drawn', `${approve}/0/amount`, 'held', `${approve}/0/amount`, '这一步不动用占用，不能用 held'],
  ['a target where there is none', `${approve}/0/when`, 'on.total > 0', `${approve}/0/when`, '这里没有对象单据可读，不能用 on'],
  [
    'whose hold is opened where none is',
    `entities/count/actions/finish/moves/0/for`,
    'id',
    'entities/count/actions/finish/moves/0/for',
    '“copies.FOUND”不产生占用，for 不起作用',
  ],
  ['whose hold is drawn on where none is', `${approve}/0/from`, 'id', `${approve}/0/from`, '“quota.BOOK”不动用占用，from 不起作用'],
  [
    'a bucket to free',
    `${request}/actions/serve/free/0/hold`,
    'quota.boked',
    `${request}/actions/serve/free/0/hold`,
    '没有名为“boked”的 held bucket',
    'booked',
  ],
  [
    'a bucket that nobody holds',
    `${request}/actions/serve/free/0/hold`,
    'copies.onShelf',
    `${request}/actions/serve/free/0/hold`,
    '没有名为“onShelf”的 held bucket',
  ],
  ['a field that a move notes', `${approve}/1/note`, { days: 'it.qty' }, `${approve}/1/note/days`, '没有名为“days”的 noted field'],
  [
    'a field that a journal leaves to its moves',
    `${copies}/journal/noted`,
    ['dayz'],
    `${copies}/journal/noted/0`,
    '没有名为“dayz”的 field',
  ],
  [
    'a field that a journal takes from documents',
    `${copies}/journal/ofDocument`,
    ['dayz'],
    `${copies}/journal/ofDocument/0`,
    '没有名为“dayz”的 field',
  ],
  [
    'one that no document has',
    `${copies}/journal/ofDocument`,
    ['shelfAfter'],
    `${copies}/journal/ofDocument/0`,
    '没有记账的单据有字段“shelfAfter”',
  ],
  [
    'one that is another thing in a document',
    'entities/copyMovement/fields/cardId',
    { type: 'text', title: 'Card', maxLength: 20 },
    `${copies}/journal/ofDocument/0`,
    '单据 request 的“cardId”是另一种字段，流水不能取用',
  ],
  [
    'a move that does not note what its journal requires',
    `${copies}/journal/noted`,
    ['docNo'],
    `${approve}/1/type`,
    '账本 copies 的流水要求每笔自带 docNo：写在 note 中',
  ],
  [
    'what is noted where units are freed by themselves',
    `${copies}/journal/noted`,
    ['docNo'],
    `${copies}/journal/noted`,
    '有占用的账本释放时无人可问，流水不能要求 noted',
  ],
  [
    'what a row says whose movement is taken back',
    `${copies}/journal/undone`,
    { docNo: "concat(note.docNo, '-R')" },
    `${copies}/journal/undone/docNo`,
    '没有名为“note.docNo”的字段',
  ],
  ['an entity to create', `${serve}/create`, 'parcl', `${serve}/create`, '没有名为“parcl”的 entity', 'parcel'],
  ['a field of what is created', `${serve}/with/adress`, "'Desk'", `${serve}/with/adress`, '没有名为“adress”的 field', 'address'],
  ['the type of a value', `${serve}/with/address`, 'total', `${serve}/with/address`, '表达式的结果类型是 number'],
  ['a state to create in', `${serve}/with/status`, "'PACKT'", `${serve}/with/status`, '没有名为“PACKT”的 code', 'PACKED'],
  ['a line table of what is created', `${serve}/lines/row`, [{ fields: {} }], `${serve}/lines/row`, '没有名为“row”的 lines', 'rows'],
  [
    'a field of its rows',
    `${serve}/lines/rows/0/fields/qtty`,
    'it.qty',
    `${serve}/lines/rows/0/fields/qtty`,
    '没有名为“qtty”的 field',
    'qty',
  ],
  [
    'a row of a sketch without each',
    `${serve}/lines/rows/0/each`,
    undefined,
    `${serve}/lines/rows/0/when`,
    '这里没有行可读：写明 each，才能用 it',
  ],
  [
    'the figures that leave a row out',
    `${serve}/lines/rows/0/nonZero/0`,
    'qt',
    `${serve}/lines/rows/0/nonZero/0`,
    '没有名为“qt”的 field',
    'qty',
  ],
  [
    'what each of several would take over',
    `${serve}/each`,
    'items',
    `${serve}/takes`,
    '“takes”把全部占用转给第一张新单据，不能与 each 同用：让新单据自己用 take 逐行接管',
  ],
  ['what is taken over', `${serve}/takes/0`, 'copies.reservd', `${serve}/takes/0`, '没有名为“reservd”的 held bucket', 'reserved'],
  [
    'movements on what is no balance',
    `${serve}/moves`,
    [{ type: 'copies.FOUND', amount: '1' }],
    `${serve}/moves/0/type`,
    '“parcel”不是账本 copies 的余额',
  ],
  ['what keeps the new record', `${serve}/keep`, 'cardId', `${serve}/keep`, '“cardId”不是指向 parcel 的引用，不能保存新单据'],
  ['what the new record goes through', `${serve}/through`, 'packt', `${serve}/through`, '没有名为“packt”的 action', 'pack'],
  ['a template', `${close}/0/use`, 'letters.close', `${close}/0/use`, '没有名为“close”的 template', 'closed'],
  ['a file of templates', `${close}/0/use`, 'leters.closed', `${close}/0/use`, '没有名为“leters”的 templates', 'letters'],
  [
    'what a template gives',
    'templates/letters/templates/closed/with/cardId',
    'crdId',
    'templates/letters/templates/closed/with/cardId',
    '没有名为“crdId”的字段（request 引用时）',
    'cardId',
  ],
  ['an action to perform', `${close}/1/perform`, 'stopp', `${close}/1/perform`, '没有名为“stopp”的 action of parcel', 'stop'],
  ['an answer', `${close}/1/form/raeson`, "'x'", `${close}/1/form/raeson`, '没有名为“raeson”的 question of parcel.stop', 'reason'],
  [
    'whose records are meant',
    `${close}/1/on`,
    { parcels: { requestId: 'id' } },
    `${close}/1/on/parcels`,
    '没有名为“parcels”的 entity',
    'parcel',
  ],
  [
    'a condition on them',
    `${close}/1/on/parcel/requstId`,
    'id',
    `${close}/1/on/parcel/requstId`,
    '没有名为“requstId”的 field',
    'requestId',
  ],
  ['a state of them', `${close}/1/on/parcel/status/0`, 'NEWW', `${close}/1/on/parcel/status/0`, '没有名为“NEWW”的 code', 'NEW'],
  [
    'a map that leaves a kind out',
    'entities/notice/actions/read/then/0/perform',
    { request: 'noted' },
    'entities/notice/actions/read/then/0/perform',
    '引用还可能指向 parcel，写明对它执行什么',
  ],
  [
    'a map with a kind too many',
    'entities/notice/actions/read/then/0/perform/letter',
    'discard',
    'entities/notice/actions/read/then/0/perform/letter',
    '没有名为“letter”的 target',
  ],
  [
    'what only some targets have',
    'entities/notice/actions/read/then/0/when',
    'on.total > 0',
    'entities/notice/actions/read/then/0/when',
    '没有名为“on.total”的字段',
  ],
  [
    'an action to undo',
    'entities/count/actions/reverse/undo',
    'finsh',
    'entities/count/actions/reverse/undo',
    '没有名为“finsh”的 action',
    'finish',
  ],
  [
    'an inverse',
    'entities/parcel/actions/pack/inverse',
    'unpak',
    'entities/parcel/actions/pack/inverse',
    '没有名为“unpak”的 action',
    'unpack',
  ],
  [
    'what is refreshed',
    'entities/count/actions/finish/refresh/0',
    'cardId',
    'entities/count/actions/finish/refresh/0',
    '“card”没有 rules.refresh',
  ],
  ['a balance of a ledger', `${copies}/balances`, { titel: 'titleId' }, `${copies}/balances/titel`, '没有名为“titel”的 entity', 'title'],
  [
    'the journal’s reference to it',
    `${copies}/balances/title`,
    'tilteId',
    `${copies}/balances/title`,
    '没有名为“tilteId”的 field',
    'titleId',
  ],
  ['a reference to something else', `${copies}/balances/title`, 'docNo', `${copies}/balances/title`, '“docNo”不是指向 title 的引用'],
  [
    'the engine’s journal for one with an own',
    `${copies}/balances/title`,
    true,
    `${copies}/balances/title`,
    '写明流水中指向 title 的引用字段',
  ],
  ['a journal', `${copies}/journal/entity`, 'copyMovment', `${copies}/journal/entity`, '没有名为“copyMovment”的 entity', 'copyMovement'],
  [
    'a journal that can be changed',
    'entities/copyMovement/appendOnly',
    undefined,
    `${copies}/journal/entity`,
    '“copyMovement”不是 appendOnly，不能作为流水',
  ],
  ['its type', `${copies}/journal/type`, 'qty', `${copies}/journal/type`, '“qty”不是文本或选项，不能记流水类型'],
  ['its fields', `${copies}/journal/set/qtty`, 'amount', `${copies}/journal/set/qtty`, '没有名为“qtty”的 field', 'qty'],
  [
    'what they are set to',
    `${copies}/journal/set/qty`,
    'by.onShelve',
    `${copies}/journal/set/qty`,
    '没有名为“by.onShelve”的字段',
    'by.onShelf',
  ],
  ['a bucket', `${copies}/buckets/onShelve`, {}, `${copies}/buckets/onShelve`, '没有名为“onShelve”的 field of title', 'onShelf'],
  [
    'a bucket that is no number',
    'entities/title/fields/lent',
    { type: 'text', title: 'Lent', maxLength: 5, system: true },
    `${copies}/buckets/lent`,
    '“lent”在 title 中不是 digit 或 money',
  ],
  [
    'what gives a bucket back',
    `${copies}/buckets/reserved/held`,
    'GIVEBACK',
    `${copies}/buckets/reserved/held`,
    '没有名为“GIVEBACK”的 type',
    'GIVE_BACK',
  ],
  [
    'a bucket of a type',
    `${copies}/types/FOUND/by`,
    { onShelve: 1 },
    `${copies}/types/FOUND/by/onShelve`,
    '没有名为“onShelve”的 bucket',
    'onShelf',
  ],
  ['an inverse type', `${copies}/types/FOUND/inverse`, 'LOSST', `${copies}/types/FOUND/inverse`, '没有名为“LOSST”的 type', 'LOST'],
  ['a limit', `${quota}/limits/0/that`, 'booked <= ceilng', `${quota}/limits/0/that`, '没有名为“ceilng”的字段', 'ceiling'],
  ['a type of a limit', `${quota}/limits/0/on/0`, 'BOK', `${quota}/limits/0/on/0`, '没有名为“BOK”的 type', 'BOOK'],
  ['what a movement is carried along', `${quota}/also/0/on`, 'club', `${quota}/also/0/on`, '没有名为“club”的 field', 'clubId'],
  [
    'where it is carried to',
    `${quota}/also/0/types`,
    { BOOK: 'copies.FOUND' },
    `${quota}/also/0/types/BOOK`,
    '“club”不是账本 copies 的余额',
  ],
  ['the type there', `${quota}/also/0/types`, { BOOK: 'quota.BUUK' }, `${quota}/also/0/types/BOOK`, '没有名为“BUUK”的 type', 'BOOK'],
  ['who holds older units', `${quota}/holders/0/of`, 'branchId', `${quota}/holders/0/of`, '“branch”不是账本 quota 的余额'],
  [
    'what keeps how much was taken, where it is no number',
    approve,
    [taking({ keep: 'branchId' })],
    `${approve}/0/keep`,
    '“branchId”不是可写的数值字段，不能保存数量',
  ],
  [
    'the row that keeps it where there is none',
    approve,
    [taking({ keep: 'it.qty' })],
    `${approve}/0/keep`,
    '这里没有行可读：写明 each，才能用 it',
  ],
  [
    'the field of a row that keeps it',
    approve,
    [taking({ each: 'items', keep: 'it.qtty' })],
    `${approve}/0/keep`,
    '没有名为“qtty”的 field',
    'qty',
  ],
  ['whose holds are taken', approve, [taking({ from: 'cardIdd' })], `${approve}/0/from`, '没有名为“cardIdd”的 field', 'cardId'],
  ['of which balance they are taken', approve, [taking({ of: 'branchId' })], `${approve}/0/of`, '“branch”不是账本 quota 的余额'],
  ['how much is taken', approve, [taking({ amount: 'totl' })], `${approve}/0/amount`, '没有名为“totl”的字段', 'total'],
  [
    'how much is freed',
    `${request}/actions/serve/free`,
    [{ hold: 'quota.booked', amount: 'hold' }],
    `${request}/actions/serve/free/0/amount`,
    '没有名为“hold”的字段',
    'held',
  ],
  [
    'one of the amounts of a movement',
    'entities/count/actions/finish/moves',
    [{ type: 'copies.FOUND', of: 'titleId', amount: { amount: 'fund' } }],
    'entities/count/actions/finish/moves/0/amount/amount',
    '没有名为“fund”的字段',
    'found',
  ],
  [
    'a balance where there is none to read',
    'entities/count/actions/finish/then/1/when',
    'of.onShelf > 0',
    'entities/count/actions/finish/then/1/when',
    '这里没有余额可读，不能用 of',
  ],
  [
    'an entity that is no balance',
    `${approve}/0/of`,
    { crd: { cardNo: 'requestNo' } },
    `${approve}/0/of/crd`,
    '没有名为“crd”的 balance',
    'card',
  ],
  ['the value of a key', `${approve}/0/of`, { card: { cardNo: 'total' } }, `${approve}/0/of/card/cardNo`, '表达式的结果类型是 number'],
  [
    'a condition that the database cannot be asked',
    'entities/parcel/fields/requestId',
    { type: 'ref', title: 'Request', to: 'request', value: 'null' },
    `${close}/1/on/parcel/requestId`,
    '“requestId”是计算值，不能用于查询',
  ],
  ['a balance that cannot change', 'entities/club/appendOnly', true, `${quota}/balances/club`, '“club”不可修改，不能作为余额'],
  [
    'a reference in a journal of the engine',
    `${quota}/balances/club`,
    'clubId',
    `${quota}/balances/club`,
    '流水由系统保管，club 处写 true',
  ],
  [
    'the figure of a refusal',
    `${quota}/limits/0/params`,
    { left: 'ceilng' },
    `${quota}/limits/0/params/left`,
    '没有名为“ceilng”的字段',
    'ceiling',
  ],
  [
    'what older units belong to',
    `${quota}/holders/0/bucket`,
    'bocked',
    `${quota}/holders/0/bucket`,
    '没有名为“bocked”的 held bucket',
    'booked',
  ],
  ['whose records hold them', `${quota}/holders/0/entity`, 'requst', `${quota}/holders/0/entity`, '没有名为“requst”的 entity', 'request'],
  ['how much they hold', `${quota}/holders/0/amount`, 'totl', `${quota}/holders/0/amount`, '没有名为“totl”的字段', 'total'],
  [
    'a reference to several, along which nothing can be carried',
    'entities/card/fields/clubId/to',
    ['club', 'branch'],
    `${quota}/also/0/on`,
    '“clubId”不是按主键指向单条记录的引用，路径不能经过它',
  ],
])('reports %s', (_what, path, value, pointer, found, suggestion) => {
  const findings = checkProduct(changedStacks(path, value)).map(({ source, pointer: at, ...reported }) => ({
    ...reported,
    place: source + at,
  }))
  expect(findings).toContainEqual(expect.objectContaining({ place: pointer, found, ...(suggestion === undefined ? {} : { suggestion }) }))
})

it('reports a number of an amount of several', () => {
  const sources = changedStacks(`${quota}/types/BOOK/by`, { booked: { first: 1, second: 1 } })
  expect(checkProduct(sources)).toContainEqual(
    expect.objectContaining({ pointer: '/actions/approve/moves/0/amount', found: '“BOOK”有多项金额，逐项写明', allowed: 'first, second' }),
  )
})

it('reports what is carried by more amounts than there are', () => {
  const sources = changedStacks(`${quota}/types/BOOK/by`, { booked: { first: 1, second: 1 } })
  sources.ledgers!['quota']!.also = [{ balance: 'card', on: 'clubId', types: { UNBOOK: 'quota.BOOK' } }]
  expect(checkProduct(sources)).toContainEqual(
    expect.objectContaining({
      source: quota,
      pointer: '/also/0/types/UNBOOK',
      found: '“quota.BOOK”的金额不在“quota.UNBOOK”的金额之中，无法随带',
      allowed: 'amount',
    }),
  )
})

it('reports a type of movements that the dictionary of the journal does not name', () => {
  const sources = changedStacks('entities/copyMovement/fields/kind', { type: 'select', title: 'Kind', dictionary: 'moves', required: true })
  const items = Object.fromEntries(Object.keys(sources.ledgers!['copies']!.types).map((type) => [type, type]))
  sources.dictionaries['moves'] = { language: 1, title: 'Moves', items }
  expect(checkProduct(sources)).toEqual([])
  delete sources.dictionaries['moves'].items['LEND']
  expect(checkProduct(sources)).toMatchObject([{ source: copies, pointer: '/types/LEND', found: '没有名为“LEND”的 code' }])
})

it('reports a template that nothing uses', () => {
  expect(checkProduct(changedStacks(`${close}/0/use`, undefined))).toContainEqual(
    expect.objectContaining({ source: 'templates/letters', pointer: '/templates/closed', found: 'template“closed”没有被使用' }),
  )
})

it('tells what is wrong in a group at the group', () => {
  const sources = changedStacks('groups/sent/actions/send/moves', [{ type: 'quota.BOOK', of: 'cardNo', amount: 'total' }])
  expect(checkProduct(sources)).toContainEqual(
    expect.objectContaining({
      source: 'groups/sent',
      pointer: '/actions/send/moves/0/of',
      found: '没有名为“cardNo”的 field（request 引用时）',
    }),
  )
})
