import { Readable } from 'node:stream'
import { cleanFileName, extensionOf } from '../../../engine/server/files/fileName'
import type { FileStore } from '../../../engine/server/files/fileStore'
import { fileType } from '../../../engine/server/files/fileType'
import { fieldProblem, invalid, tooMany } from '../../../engine/server/problem'
import { MAX_LICENCE_BYTES, refuseLicenceSize } from '../../rules/licences'
import type { InlineFiles } from '../generated/shapes'
import type { Handler, Tools } from '../ruleTypes'

export type LicenceStore = Pick<FileStore, 'write' | 'remove'>

/** One registration for a mobile number in this time (domain 40, enterpriseStatus.register). */
const pauseMinutes = 10
const licenceExtensions = ['.pdf', '.jpg', '.jpeg', '.png']

interface Licence {
  name: string
  content: Buffer
  type: string
}

/** An enterprise registers itself, without an account (acceptance R1); it waits for review. Returns its number and nothing else. */
export function registerEnterprise(store: LicenceStore): Handler<'registerEnterprise'> {
  return async ({ tools, body }) => {
    const { licenses, agreed, ...values } = body
    if (agreed !== true) throw invalid([fieldProblem('agreed', 'required', '请先阅读并同意注册须知')])
    const checked = checkLicences(licenses)
    await refuseTooSoon(tools, values.contactMobile)
    const enterprise = await tools.create('enterprise', {
      ...values,
      source: 'REGISTER',
      contacts: [{ contactName: values.contactName, contactMobile: values.contactMobile, isPrimary: true }],
    })
    // Last, for a refusal takes rows back, not contents.
    await keepLicences(tools, store, enterprise.id, checked)
    return { enterpriseNo: enterprise.enterpriseNo }
  }
}

async function refuseTooSoon(tools: Tools, contactMobile: string): Promise<void> {
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

/** @throws HttpProblem 422 */
function checkLicences(licences: InlineFiles): Licence[] {
  let before = 0
  return licences.map((licence, index) => {
    const checked = checkLicence(licence, index)
    const { length } = checked.content
    const refusal = refuseLicenceSize(checked.name, length, before)
    if (refusal !== undefined) throw invalid([fieldProblem(`licenses.${index}`, 'size', refusal)])
    before += length
    return checked
  })
}

/** The content comes as base64. @throws HttpProblem 422 */
function checkLicence(licence: InlineFiles[number], index: number): Licence {
  const name = cleanFileName(licence.name)
  const content = Buffer.from(licence.content, 'base64')
  const type = licenceExtensions.includes(extensionOf(name)) ? fileType(extensionOf(name), content) : undefined
  if (type === undefined) throw invalid([fieldProblem(`licenses.${index}`, 'accept', `“${name}”不是有效的 PDF、JPG 或 PNG 文件`)])
  return { name, content, type }
}

/** All or none, as far as this handler sees; what a failure afterwards leaves behind is swept away a day later. */
async function keepLicences(tools: Tools, store: LicenceStore, enterpriseId: string, licences: Licence[]): Promise<void> {
  const kept: string[] = []
  try {
    for (const { name, content, type } of licences) {
      const stored = await store.write(Readable.from([content]), MAX_LICENCE_BYTES)
      if (!stored) throw new Error(`licence of ${content.length} bytes was not kept`)
      const { id, size, sha256 } = stored
      kept.push(id)
      await tools.trx
        .insertInto('stored_file')
        .values({ id, name, size: String(size), type, sha256, uploaded_at: tools.now })
        .execute()
      await tools.trx
        .insertInto('attachment')
        .values({ entity: 'enterprise', document_id: enterpriseId, field: 'licenseFiles', file_id: id, created_at: tools.now })
        .execute()
    }
  } catch (error) {
    for (const id of kept) await store.remove(id)
    throw error
  }
}
