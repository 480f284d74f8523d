import { beforeEach, describe, expect, it } from 'vitest'
import { FixedClock } from '../clock'
import { Diary } from './diary'

describe('the diary', () => {
  const clock = new FixedClock('2026-01-01T00:00:00+08:00')
  let diary: Diary
  let lived: string[]
  const write = (day: string, time: string, what: string, then = () => Promise.resolve()) =>
    diary.at(day, time, what, async () => {
      lived.push(`${clock.now()} ${what}`)
      await then()
    })
  beforeEach(() => {
    diary = new Diary(clock, '2026-01-05', '2026-01-09')
    lived = []
  })

  it('lives entries by day and time, those of one time in the order of their writing, on the clock of each', async () => {
    write('2026-01-06', '09:00', 'third')
    write('2026-01-05', '10:00', 'first')
    write('2026-01-05', '10:00', 'second')
    await diary.run('2026-01-09')
    expect(lived).toEqual(['2026-01-05T02:00:00.000Z first', '2026-01-05T02:00:00.000Z second', '2026-01-06T01:00:00.000Z third'])
  })

  it('takes entries that are written while it runs, for the same day and later ones', async () => {
    write('2026-01-05', '10:00', 'first', async () => {
      write('2026-01-05', '11:00', 'second')
      write('2026-01-07', '08:00', 'third')
    })
    await diary.run('2026-01-09')
    expect(lived.map((line) => line.split(' ')[1])).toEqual(['first', 'second', 'third'])
  })

  it('stops after the day it is to run through', async () => {
    write('2026-01-05', '10:00', 'first')
    write('2026-01-06', '10:00', 'second')
    await diary.run('2026-01-05')
    expect(lived.length).toBe(1)
  })

  it('refuses a moment that is over, and days that it does not have', async () => {
    expect(() => write('2026-01-10', '10:00', 'too late')).toThrow('outside the diary')
    write('2026-01-06', '10:00', 'first', async () => write('2026-01-06', '09:00', 'too late'))
    await expect(diary.run('2026-01-09')).rejects.toThrow('is over')
  })

  it('says when what went wrong, and keeps the reason', async () => {
    const reason = new Error('the bank said no')
    write('2026-01-06', '10:00', 'asking', () => Promise.reject(reason))
    await expect(diary.run('2026-01-09')).rejects.toMatchObject({ message: '2026-01-06 10:00 asking: the bank said no', cause: reason })
  })
})
