/**
 * The texts of the engine for both sides of the wire, by stable code. `{name}` is a hole that is filled from the error's params.
 * Each line says what is wrong and, where the reader can mend it, what to do.
 */
export const messages = {
  'decimal.invalid': '“{value}”不是有效的数字',
  'decimal.division-by-zero': '除数不能为零',
  'decimal.too-many-decimals': '“{value}”的小数位数超过 {decimals} 位',
  'decimal.no-weight': '分摊权重合计为零，无法分摊',

  'date.invalid': '“{value}”不是有效的日期，格式应为 YYYY-MM-DD',
  'date.out-of-range': '日期计算结果超出 0000 至 9999 年',

  'endpoint.missing-param': '请求地址 {url} 缺少参数 {param}',
  'endpoint.unsafe-param': '请求地址 {url} 的参数 {param} 不能是“{value}”',

  'expression.empty': '表达式为空',
  'expression.too-long': '表达式有 {found} 个字符，上限为 {allowed}',
  'expression.too-deep': '表达式嵌套超过 {allowed} 层',
  'expression.unexpected': '此处不应出现“{found}”',
  'expression.unexpected-end': '表达式不完整',
  'expression.unclosed-text': '文本缺少结束引号',
  'expression.unknown-escape': '文本中不支持转义“{found}”',
  'expression.invalid-number': '“{found}”不是有效的数字',
  'expression.foreign-word': '不支持“{found}”',
  'expression.forbidden-name': '名称“{found}”不允许使用',
  'expression.unknown-function': '没有名为“{found}”的函数',
  'expression.member-call': '不能调用字段上的方法“{found}”',
  'expression.computed-member': '不能用方括号读取字段',
  'expression.chained-comparison': '比较不能连写，请用 and 连接',

  'expression.unknown-name': '没有名为“{found}”的字段',
  'expression.no-fields': '“{found}”没有下级字段',
  'expression.wrong-type': '类型为 {found}，此处需要 {allowed}',
  'expression.incomparable': '类型 {found} 不能与 {allowed} 比较',
  'expression.mixed-types': '类型 {found} 与 {allowed} 不一致',
  'expression.argument-count': '参数个数为 {found}，应为 {allowed}',

  'compile.unknown-name': '{where}：没有名为“{name}”的 {what}',
  'compile.action-without-title': '{where}：动作“{name}”没有标题',
  'compile.no-record-page': '{where}：按钮“{name}”没有可打开的页面',

  'field.id': '主键ID',
  'field.version': '版本号',
  'field.createdBy': '创建人',
  'field.createdAt': '创建时间',
  'field.updatedBy': '更新人',
  'field.updatedAt': '更新时间',

  'problem.bad-request': '请求格式不正确',
  'problem.key-required': '此操作缺少 Idempotency-Key，请刷新页面后重试',
  'problem.unauthorized': '认证失败，请重新登录',
  'problem.forbidden': '您没有此操作的权限，如需开通请联系管理员',
  'problem.not-found': '页面不存在',
  'problem.method-not-allowed': '此地址不支持 {method} 请求',
  'problem.stale': '数据已被 {updatedBy} 修改，请刷新后重试',
  'problem.in-flight': '相同的操作正在处理中，请稍后查看结果',
  'problem.wrong-state': '当前状态为“{state}”，不能{action}',
  'problem.refused': '业务规则不允许此操作',
  'problem.in-use': '该数据已被其他记录引用，不能删除',
  'problem.broken-check': '数据不满足业务约束，请核对数量与金额',
  'problem.too-large': '上传内容超过大小限制',
  'problem.unsupported-type': '不支持的内容类型',
  'problem.invalid': '提交的内容有误，请检查标出的字段',
  'problem.duplicate': '“{title}”已存在，不能重复',
  'problem.key-reused': '同一 Idempotency-Key 已用于其他内容，请刷新页面后重试',
  'problem.too-many': '操作过于频繁，请稍后再试',
  'problem.too-many-rows': '共 {total} 行，超过单次导出上限 {limit} 行，请缩小查询范围',
  'problem.server': '服务器错误',
  'problem.unavailable': '服务暂时不可用，请稍后重试',

  'question.unknown-filter': '不支持按“{name}”查询',
  'question.unknown-sort': '不支持按“{name}”排序',
  'question.unknown-parameter': '没有名为“{name}”的参数',
  'question.wrong-value': '“{name}”的值不正确',
  'question.out-of-range': '“{name}”应为 {min} 至 {max} 的整数',
  'question.missing': '缺少参数“{name}”',

  'action.add': '新增',
  'action.edit': '编辑',
  'action.view': '查看',
  'action.delete': '删除',
  'action.export': '导出',
  'action.import': '导入',
  'action.attach': '附件',
  'action.print': '打印',

  'database.in-use': '数据目录 {directory} 正被进程 {pid}（{place}）使用，请先停止该进程',
  'database.wrong-major': '数据目录 {directory} 属于 PostgreSQL {found}，本程序使用 {expected}；请用原版本的程序备份，再恢复到新的目录',
  'database.unreachable': '无法连接数据库：{reason}',
  'database.version-too-old': '数据库版本为 PostgreSQL {found}，至少需要 {required}',
  'database.wrong-encoding': '数据库编码为 {found}，需要 UTF8',
  'database.unavailable': '数据库暂时不可用，请稍后重试',
  'database.invalid-parameter': '“{found}”不能作为查询参数',
  'database.nested-transaction': '事务中的查询必须使用该事务本身，不能另开连接或事务',
  'database.transaction-aborted': '事务中有语句失败，事务已整体回滚',
  'database.name-too-long': '名称“{name}”超过 63 字节',
  'database.duplicate-name': '名称“{name}”重复定义',
  'database.unknown-column': '“{name}”引用了表 {table} 中不存在的列 {column}',
  'database.unknown-table': '“{name}”引用了不存在的表 {table}',
  'database.migration-name': '迁移文件 {name} 的名称应为“四位编号_英文名.sql”，且编号不重复',
  'database.migration-unknown': '没有名为 {name} 的迁移文件',
  'database.migration-changed': '迁移文件 {name} 执行后被改动，请恢复原内容，改动写入新的迁移文件',
  'database.migration-late': '迁移文件 {name} 排在已执行的 {applied} 之前，请重新编号',
  'database.backup-unreadable': '备份文件 {path} 第 {line} 行无法识别',
  'database.backup-incomplete': '备份文件 {path} 不完整',
  'database.backup-mismatch': '备份的表结构版本为 {found}，数据库为 {expected}，两者必须一致',
  'database.not-empty': '表 {table} 中已有数据，备份只能恢复到空的数据库',
} as const

export type MessageCode = keyof typeof messages
export type MessageParams = Readonly<Record<string, unknown>>

/** The text of a code with its holes filled; a hole without a param stays visible, so that the mistake can be seen. */
export function messageText(code: MessageCode, params: MessageParams = {}): string {
  return messages[code].replace(/\{(\w+)\}/g, (hole, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : hole))
}
