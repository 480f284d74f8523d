import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Option } from '../../core/wire'
import { usualTestDatabaseKinds } from '../database/testDatabase'
import { openDesk, type Desk, type Who } from '../write/testing/deskServer'

describe.each(usualTestDatabaseKinds)('choices that not everybody may take on %s', (kind) => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk(kind)
    await desk.addMember('Recluse')
    await desk.addMember('Sociable')
  })
  afterAll(() => desk?.close())

  const offered = async (who: Who, query = '') => {
    const { body } = await desk.call<Option[]>(who, 'GET', `/api/desk/member/options/friendIds${query}`)
    return body.map(({ label, refused }) => ({ label, refused }))
  }

  it('are shown with the reason to whom the rule says so', async () => {
    expect(await offered('clerk')).toEqual([
      { label: 'Recluse', refused: 'Wants to be left alone' },
      { label: 'Sociable', refused: undefined },
    ])
    expect(await offered('clerk', '?keyword=Soc')).toEqual([{ label: 'Sociable', refused: undefined }])
  })

  it('are choices as all others to everybody else', async () => {
    expect(await offered('boss')).toEqual([
      { label: 'Recluse', refused: undefined },
      { label: 'Sociable', refused: undefined },
    ])
  })
})
