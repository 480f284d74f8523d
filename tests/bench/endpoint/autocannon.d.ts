/** What is used of autocannon, which brings no types. */
declare module 'autocannon' {
  interface Options {
    url: string
    connections: number
    /** In seconds. */
    duration: number
    headers?: Record<string, string>
    requests: { path: string }[]
  }
  interface Result {
    requests: { average: number }
    non2xx: number
    errors: number
  }
  // The package has no other export.
  export default function autocannon(options: Options): Promise<Result>
}
