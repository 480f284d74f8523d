/** Whether there is a process with this id, whoever's it is. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: there is such a process, of another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
