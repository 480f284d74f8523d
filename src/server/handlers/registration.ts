import { Readable } from 'node:stream'
import { cleanFileName, extensionOf } from '../../../engine/server/files/fileName'
import type { FileStore } from '../../../engine/server/files/fileStore'
import { fileType } from '../../../engine/server/files/fileType'
import { fieldProblem, invalid, tooMany } from '../../../engine/server/problem'
import type { Handler, RuleTools } from '../../../engine/server/extensions'

export type LicenceStore = Pick<FileStore, 'write'>

/** One registration for a mobile number in this time (domain 40, enterpriseStatus.register). */
const pauseMinutes = 10
const licenceMaxBytes = 2_097_152
const licenceExtensions = ['.pdf', '.jpg', '.jpeg', '.png']

interface InlineFile {
  name: string
  /** base64 */
  content: string
}

/** An enterprise registers itself, without an account (acceptance R1); it waits for review. Answers its number and nothing else. */
export function registerEnterprise(store: LicenceStore): Handler {
  return async ({ tools, body }) => {
    const { licenses, agreed, ...values } = body as { licenses: InlineFile[]; agreed: boolean; contactName: string; contactMobile: string }
    if (agreed !== true) throw invalid([fieldProblem('agreed', 'required', '请先阅读并同意注册须知')])
    await refuseTooSoon(tools, values.contactMobile)
    const enterprise = await tools.create('enterprise', {
      ...values,
      source: 'REGISTER',
      contacts: [{ contactName: values.contactName, contactMobile: values.contactMobile, isPrimary: true }],
    })
    for (const [index, licence] of licenses.entries()) await attachLicence(tools, store, enterprise.id, licence, index)
    return { enterpriseNo: enterprise['enterpriseNo'] }
  }
}

async function refuseTooSoon(tools: RuleTools, contactMobile: string): Promise<void> {
  const since = new Date(Date.parse(tools.now) - pauseMinutes * 60_000).toISOString()
  const recent = await tools.trx
    .selectFrom('enterprise')
    .select('id')
    .where('contact_mobile', '=', contactMobile)
    .where('source', '=', 'REGISTER')
    .where('created_at', '>', since)
    .limit(1)
    .execute()
  if (recent.length > 0) throw tooMany(pauseMinutes * 60)
}

async function attachLicence(
  tools: RuleTools,
  store: LicenceStore,
  enterpriseId: string,
  licence: InlineFile,
  index: number,
): Promise<void> {
  const name = cleanFileName(licence.name)
  const content = Buffer.from(licence.content, 'base64')
  const type = licenceExtensions.includes(extensionOf(name)) ? fileType(extensionOf(name), content) : undefined
  if (type === undefined) throw invalid([fieldProblem(`licenses.${index}`, 'accept', `“${name}”不是有效的 PDF、JPG 或 PNG 文件`)])
  const stored = await store.write(Readable.from([content]), licenceMaxBytes)
  if (!stored) throw invalid([fieldProblem(`licenses.${index}`, 'size', `“${name}”超过 2 MB`)])
  await tools.trx
    .insertInto('stored_file')
    .values({ id: stored.id, name, size: stored.size, type, sha256: stored.sha256, uploaded_at: tools.now })
    .execute()
  await tools.trx
    .insertInto('attachment')
    .values({ entity: 'enterprise', document_id: enterpriseId, field: 'licenseFiles', file_id: stored.id, created_at: tools.now })
    .execute()
}
