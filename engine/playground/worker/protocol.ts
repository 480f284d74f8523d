import type { SchemaProblem } from '../../spec/problem'
import type { PlaygroundContents } from '../contents'
import type { PlanChanges } from './planChanges'

/** What the page says to the worker. */
export type ToWorker =
  | { kind: 'open'; contents: PlaygroundContents; drafts: readonly Draft[] }
  | { kind: 'edit'; edit: number; path: string; text: string }
  | { kind: 'ask'; id: number; question: Question }

export interface Draft {
  path: string
  text: string
}

/** What the worker says to the page. */
export type FromWorker =
  | { kind: 'judged'; edit: number; problems: readonly SchemaProblem[]; changes?: PlanChanges }
  | { kind: 'answer'; id: number; answer: Answers[keyof Answers] | undefined }
  | { kind: 'failed'; id: number; reason: string }

/** What may be asked about a place in a text. The text comes along: it may be newer than the last edit that was judged. */
export type Question =
  { about: 'completion'; path: string; text: string; offset: number } | { about: 'hover'; path: string; text: string; offset: number }

export interface Answers {
  completion: Proposals
  hover: HoverText
}

export interface Proposals {
  /** Where the word begins that a proposal takes the place of; and where it ends. */
  from: number
  to: number
  options: readonly Proposal[]
}

export interface Proposal {
  /** Without quotes. */
  label: string
  /** What is written in place of the word. */
  insert: string
  /** The part of it that is typed over. */
  select?: readonly [from: number, to: number]
  /** Its title, then what it is. */
  detail?: string
  /** A key, a value, or a name of the product. */
  type: 'property' | 'enum'
}

export interface HoverText {
  from: number
  to: number
  /** Markdown. */
  text: string
}
