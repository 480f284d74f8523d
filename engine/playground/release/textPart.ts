import { lazyPart } from '../../client/ui/lazyPart'

/** The comparison of texts has code of its own, which who only reads words does not load. */
export const TextDifference = lazyPart(() => import('./TextDifference').then((module) => module.TextDifference))
