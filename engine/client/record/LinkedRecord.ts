import { lazyPart } from '../ui/lazyPart'

/** What the record of a link in a table is about; loaded when somebody rests on a link for the first time. */
export const LinkedRecord = lazyPart(() => import('./RecordCard').then((module) => module.RecordCard))
