import type { ProductAnswer } from '../../../engine/core/wire'

/** What the user may see of the product, as far as the session has to do with it (src/app/product.ts). */
export interface UserProduct {
  /** Of the user's part; undefined while only the pages for everybody are known. */
  version: () => string | undefined
  /** How often plans had changed when the server told it last. */
  changes: () => number
  /** Begins with what is stored. Tells whether it is this user's. */
  restore: (userId: string) => boolean
  /** What the server has answered. Tells whether anything has changed. */
  take: (userId: string, answer: ProductAnswer | undefined) => boolean
  /** Nobody is signed in here any more. */
  forget: () => void
  /** Nor to be remembered. */
  discard: () => void
}
