import { afterEach, vi } from 'vitest'

const slips: Error[] = []
const { error } = console

/** A slip of the program is told to the user and to the console, and the test around it may pass all the same: here it does not. */
vi.spyOn(console, 'error').mockImplementation((...said: unknown[]) => {
  slips.push(...said.filter((each) => each instanceof TypeError || each instanceof ReferenceError))
  error(...said)
})

afterEach(() => {
  const [slip] = slips.splice(0)
  if (slip !== undefined) throw slip
})
