export interface OutsideRequest {
  method: 'GET' | 'POST'
  path: string
  body?: string
  /** The same for all tries of a request, so that the system does once what it is asked twice. */
  requestNo: string
  /** How often it was sent before. */
  attempt: number
  /** Business day, YYYY-MM-DD. */
  day: string
}

export interface OutsideResponse {
  /** Absent: nobody answered. */
  httpStatus?: number
  body: string
  /** Why nobody answered. */
  error?: string
  costMs: number
}

/** A system outside. */
export interface Provider {
  /** Goes before the path of a request. */
  address: string
  /** Never throws for what goes wrong outside. */
  call(request: OutsideRequest): Promise<OutsideResponse>
}
