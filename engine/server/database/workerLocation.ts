/**
 * Where the worker's program lies. Written exactly like this for the build: `scripts/vite/workerFiles.ts` finds the expression, bundles
 * `pgliteWorker.ts` and makes the address true, beside the server program in `dist` as well as under vitest.
 */
export const pgliteWorkerLocation = new URL('./pgliteWorker.js', import.meta.url)
