/**
 * ms that a test waits for something to be seen before it gives it up, of a page, a server or a process: by `expect.poll` and in the browser's
 * windows. Nothing is measured by it: a machine that does other work besides is slow, not wrong.
 */
export const patience = 120_000
