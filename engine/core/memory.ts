import type { ProductSources } from './sources/sources'

/** Keeps what was made of the sources of a product, for as long as they are the same: check and compiler ask it part by part. */
export interface Memory {
  /** What `make` answers; or what it has answered before, where all that it read then is still there. */
  remember: <T>(part: string, make: () => T) => T
}

/** For who reads sources once. */
export const noMemory: Memory = { remember: (_part, make) => make() }

type Screens = ProductSources['screens']
type Reads = Map<PropertyKey, unknown>

/** Stands for the list of all names among what was read. */
const allNames = Symbol('all names')

/**
 * For an editor, in which one file changes at a time, and mostly a screen. While everything but the screens is the same, so are the sources: the
 * same object, so that what others keep by it lasts too. Its screens note who reads which of them.
 */
export class SourcesMemory implements Memory {
  #sources: ProductSources | undefined
  #screens: Screens = {}
  /** Which screen shows what: as long as that is the same, others may keep it by the screens. */
  #shown = ''
  #reads: Reads | undefined
  #parts = new Map<string, { value: unknown; reads: Reads }>()

  /** The sources as check and compiler are to be given them. */
  take(next: ProductSources): ProductSources {
    this.#screens = next.screens
    const shown = shownBy(next.screens)
    if (!this.#sources || shown !== this.#shown || !isSameBase(this.#sources, next)) {
      this.#shown = shown
      this.#sources = { ...next, screens: this.#noted() }
      this.#parts = new Map()
    }
    return this.#sources
  }

  remember<T>(part: string, make: () => T): T {
    const known = this.#parts.get(part)
    if (known && [...known.reads].every(([name, value]) => this.#isStill(name, value))) return known.value as T
    const outer = this.#reads
    const reads: Reads = new Map()
    this.#reads = reads
    try {
      const value = make()
      this.#parts.set(part, { value, reads })
      return value
    } finally {
      this.#reads = outer
      // Who asked for this has read all of it.
      for (const [name, value] of reads) outer?.set(name, value)
    }
  }

  #isStill(name: PropertyKey, value: unknown): boolean {
    return name === allNames ? value === namesOf(this.#screens) : value === Reflect.get(this.#screens, name)
  }

  /** The screens as they are now, whenever they are read. */
  #noted(): Screens {
    const note = (name: PropertyKey): void => void this.#reads?.set(name, Reflect.get(this.#screens, name))
    return new Proxy<Screens>(
      {},
      {
        get: (_target, name) => {
          note(name)
          return Reflect.get(this.#screens, name) as unknown
        },
        has: (_target, name) => {
          note(name)
          return Reflect.has(this.#screens, name)
        },
        ownKeys: () => {
          this.#reads?.set(allNames, namesOf(this.#screens))
          return Reflect.ownKeys(this.#screens)
        },
        getOwnPropertyDescriptor: (_target, name) => {
          note(name)
          return Reflect.getOwnPropertyDescriptor(this.#screens, name)
        },
      },
    )
  }
}

function shownBy(screens: Screens): string {
  return JSON.stringify(Object.entries(screens).map(([id, { entity }]) => [id, entity]))
}

function namesOf(screens: Screens): string {
  return Object.keys(screens).join('\n')
}

function isSameBase(one: ProductSources, other: ProductSources): boolean {
  const [{ screens: _ours, ...ourBase }, { screens: _theirs, ...theirBase }] = [one, other]
  return isSame(ourBase, theirBase, (part, like) => isSame(part, like, Object.is))
}

/** Same names, and under each what is alike. */
function isSame(one: unknown, other: unknown, isAlike: (part: unknown, like: unknown) => boolean): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isAlike(Reflect.get(one, name), Reflect.get(other, name)))
  )
}
