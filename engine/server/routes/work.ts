/**
 * What an account has to see to, and what it looks for, over all its screens. Each answers records of screens that the account may read, within
 * its row scope and with the fields that these screens show, so that being signed in is right enough to ask.
 *
 *   GET /api/work             what waits for the account, what it has submitted, what falls due
 *   GET /api/work/waiting     what waits alone, for the bell
 *   GET /api/chain?entity=&id= where a document comes from, and what has come of it
 *   GET /api/timeline?entity=&id= the life of a record, in lanes
 *   GET /api/search?text=     records by number, name or code
 *   GET /api/spellings        how its menus sound
 */
import type { FastifyInstance } from 'fastify'
import type { ChainResponse, SearchResponse, TimelineResponse, WorkResponse } from '../../core/wire'
import { userOf } from '../authorise'
import { messageText } from '../messages'
import { fieldProblem, invalid, notFound } from '../problem'
import type { Reading } from '../read/reading'
import { chainReader } from '../work/chain'
import { dueReader, submittedReader } from '../work/records'
import { maxSearchLength, searchReader } from '../work/search'
import { shownRecords } from '../work/shownRecords'
import { timelineReader } from '../work/timeline'
import { spellingsReader } from '../work/spelling'
import { waitingReader } from '../work/waiting'

const session = { config: { permission: 'session' } }

export function registerWorkRoutes(app: FastifyInstance, reading: Reading): void {
  const { plan } = reading.services
  const shown = Object.values(plan.screens).flatMap((screen) => shownRecords(reading, screen) ?? [])
  const waiting = waitingReader(reading)
  const submitted = submittedReader(reading, shown)
  const due = dueReader(reading, shown)
  const search = searchReader(reading, shown)
  const chain = chainReader(reading, shown)
  const timeline = timelineReader(reading, shown)
  const spellings = spellingsReader(plan)

  app.get('/api/work', session, async (request): Promise<WorkResponse> => {
    const user = userOf(request)
    return { waiting: await waiting(user), mine: await submitted(user), due: await due(user) }
  })

  app.get('/api/work/waiting', session, async (request): Promise<Pick<WorkResponse, 'waiting'>> => ({
    waiting: await waiting(userOf(request)),
  }))

  const ofRecord = {
    config: { ...session.config, takes: { query: { entity: { type: 'string', maxLength: 60 }, id: { type: 'string', maxLength: 20 } } } },
  }
  app.get<OfRecord>('/api/chain', ofRecord, async (request): Promise<ChainResponse> => chain(...recordOf(request.query), userOf(request)))

  app.get<OfRecord>('/api/timeline', ofRecord, async (request): Promise<TimelineResponse> =>
    timeline(...recordOf(request.query), userOf(request)),
  )

  const asked = { config: { ...session.config, takes: { query: { text: { type: 'string', maxLength: maxSearchLength } } } } }
  app.get<{ Querystring: { text?: string } }>('/api/search', asked, async (request): Promise<SearchResponse> => {
    const { text = '' } = request.query
    if (text.length > maxSearchLength || text.includes('\0'))
      throw invalid([fieldProblem('text', 'type', messageText('query.wrong-value', { name: 'text' }))])
    return { records: await search(text, userOf(request)) }
  })

  app.get('/api/spellings', session, (request) => ({ spellings: spellings(userOf(request)) }))
}

interface OfRecord {
  Querystring: { entity?: string; id?: string }
}

/** @throws HttpProblem 404 for what is no id */
function recordOf({ entity = '', id = '' }: OfRecord['Querystring']): [entity: string, id: string] {
  if (!/^[1-9]\d{0,17}$/.test(id)) throw notFound()
  return [entity, id]
}
