import { vi } from 'vitest'
import { patience } from '../../patience'

/** What `look` answers as soon as it does not throw: for what a server does behind its answer. */
export const eventually = <T>(look: () => Promise<T>): Promise<T> => vi.waitFor(look, { timeout: patience, interval: 200 })
