import type { CodeNames } from '../core/check/codeNames'
import type { SubMenu } from '../core/permission'
import type { ProductPlan } from '../core/plan'
import type { SchemaProblem } from '../spec/problem'

/** What the server tells the playground: the schemas that run, and what they are judged by. */
export interface PlaygroundContents {
  /** Texts as they run; of a screen that was published on this server, the published one. */
  files: readonly SchemaText[]
  /** Names that the program's code has. */
  codeNames: CodeNames
  /** System actions that code performs, as `task.run`. */
  performedByCode: readonly string[]
  /** Icons that a menu may have. */
  icons: readonly string[]
  /** Roles and the rights that they give, as they are kept by now. */
  roles: readonly PlaygroundRole[]
}

export interface SchemaText {
  /** From the root of the repository, as `schemas/screens/base/book.screen.json`. */
  path: string
  text: string
}

export interface PlaygroundRole {
  id: string
  name: string
  subMenus: readonly SubMenu[]
}

/** Whose rights a preview is looked at with, as the server knows the account. */
export interface PlaygroundAccount {
  account: string
  name: string
  subMenus: readonly SubMenu[]
  /** It is a partner's. */
  outside: boolean
}

/** What the worker makes of the texts as they are typed. */
export interface Judgement {
  /** Counts the edits; a judgement of an earlier one is of no interest. */
  edit: number
  problems: readonly SchemaProblem[]
  /** Of the last texts without a problem, which may be those of an earlier edit: a preview goes on while a text is broken. */
  plan: ProductPlan
  /** The edit that `plan` is of. */
  planOf: number
}

/** What a preview beside the editor is given. */
export interface PreviewProps {
  /** Undefined until the first judgement: what a preview needs beside it is made ready meanwhile. */
  judgement: Judgement | undefined
  /** path of the file that is edited */
  path: string
  roles: readonly PlaygroundRole[]
}

/** What the part that compares and publishes is given. */
export interface ReleaseProps {
  path: string
  /** text that runs */
  running: string
  /** text in the editor */
  draft: string
  judgement: Judgement
  /** take another text into the editor */
  onText: (text: string) => void
  /** contents have changed on the server */
  onReleased: () => void
}
