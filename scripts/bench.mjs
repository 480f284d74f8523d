/**
 * Measures pages, forms and endpoints against hand-written ones and prints the ratios.
 *   npm run bench
 *   npm run bench -- <arguments of tests/bench/main.ts>
 */
process.argv.splice(2, 0, 'tests/bench/main.ts')
await import('./run.mjs')
