import { vi } from 'vitest'
import { patience } from '../../patience'

/** Repeats `look` until it throws no error, and returns its result: for what the server does after it has responded. */
export const eventually = <T>(look: () => Promise<T>): Promise<T> => vi.waitFor(look, { timeout: patience, interval: 200 })
