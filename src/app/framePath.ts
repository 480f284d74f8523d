/** Where the frame is in which the playground shows pages. */
export const framePath = '/playground/frame'
