/** For every build: the bundler would tell whoever starts the product on a busy machine how long our plugins took. */
export const bundlerChecks = { bundlerTimings: false }
