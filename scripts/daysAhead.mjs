/**
 * Lets a test run live on a later day: `DAYS_AHEAD=45 npm test -- --project e2e`. scripts/test.mjs has every process of the run begin with this
 * program, and so does each window of the browser tests, so that all clocks agree: it imports and exports nothing. What depends on the day on
 * which it was written fails.
 */
const Now = Date
const aheadMs = Number(process.env.DAYS_AHEAD ?? 0) * 24 * 60 * 60 * 1000

class Later extends Now {
  /** @param {[] | [value: number | string | Date]} given */
  constructor(...given) {
    super(...(given.length === 0 ? /** @type {[number]} */ ([Later.now()]) : given))
  }
  /** @override */
  static now() {
    return Now.now() + aheadMs
  }
  /**
   * Also of dates that the system makes, as of a file.
   *
   * @override
   * @param {unknown} value
   */
  static [Symbol.hasInstance](value) {
    return value instanceof Now
  }
}

if (aheadMs !== 0) Object.assign(globalThis, { Date: new Proxy(Later, { apply: () => new Later().toString() }) })
