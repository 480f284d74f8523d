/**
 * Templates of the button `print`, with its right.
 *
 *   GET  {base}/print/{name}?ids=1,2   what the template prints of these records, and how (`PrintResponse`)
 *   POST {base}/print/{name} {ids}     they go to a printer: each record's history says so
 */
import type { FastifyInstance } from 'fastify'
import { withoutInternal } from '../../core/outside'
import type { PrintPlan, ScreenPlan } from '../../core/plan'
import type { PrintResponse } from '../../core/wire'
import { userOf } from '../authorise'
import { messageText } from '../messages'
import { printedIds, printReader, refuseUnprintable } from '../read/print'
import type { Reading } from '../read/reading'
import { objectBody } from '../record/body'
import type { WriteContext } from '../record/context'
import { addHistory } from '../record/history'
import { loadRecord } from '../record/load'
import { fieldProblem, invalid } from '../problem'
import { bodyOf, fromScreen, routeOptions, writeOptions } from './route'
import { write } from './write'

/** Shorter responses are not worth compressing. */
const compressed = { threshold: 2_048 }

export function printRoutes(app: FastifyInstance, reading: Reading, screen: ScreenPlan): void {
  const { print: button } = screen.actions
  if (button?.does.kind !== 'print' || !screen.prints) return
  const { services } = reading
  for (const print of Object.values(screen.prints)) {
    const url = `${screen.base}/print/${print.name}`
    const reader = printReader(reading, screen, print)
    app.get(
      url,
      { ...routeOptions(screen, 'print', button.permission, print.name), compress: compressed },
      async (request): Promise<PrintResponse> => {
        const user = userOf(request)
        const ids = idsIn(request.query as Record<string, unknown>)
        const shown = user.outside === undefined ? print : withoutInternal(print)
        return { print: shown, records: await reader.read(ids, user), by: user.name, at: services.clock.now() }
      },
    )
    app.post(url, writeOptions(screen, 'printed', button.permission, print.name), (request, reply) => {
      const ids = idsIn(bodyOf(request))
      return write(services, request, reply, false, async (context) => {
        for (const id of ids) await note(context, screen, print, id)
        return JSON.stringify({ ids })
      })
    })
  }
}

/** @throws HttpProblem 422 for anything else than ids */
function idsIn(submitted: Record<string, unknown>): string[] {
  const { ids, ...rest } = objectBody(submitted)
  const [other] = Object.keys(rest)
  if (other !== undefined) throw invalid([fieldProblem(other, 'unknown', messageText('invalid.unknown', { name: other.slice(0, 40) }))])
  return printedIds(Array.isArray(ids) && ids.every((id) => typeof id === 'string') ? ids.join(',') : ids)
}

/** @throws HttpProblem 404 for a record that is absent or invisible, 417 for one that the template is not for */
async function note(context: WriteContext, screen: ScreenPlan, print: PrintPlan, id: string): Promise<void> {
  const entity = context.writing.entity(screen.entity)
  const record = await loadRecord(context, screen.entity, id, { visible: true, ...fromScreen(screen) })
  refuseUnprintable(print, entity, record, context.environment)
  await addHistory(context, entity, record, {
    action: 'print',
    title: messageText('history.print', { title: print.title }),
    extra: { print: print.name },
  })
}
