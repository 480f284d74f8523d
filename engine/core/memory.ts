import type { ProductSources } from './sources/sources'

/** Keeps what was made of the sources of a product, for as long as they are the same: check and compiler ask it part by part. */
export interface Memory {
  /** Answers the value of `make`; the one from before, as long as everything that it has read is still the same. */
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
    const outer = this.#reads
    const isKnown = known !== undefined && [...known.reads].every(([name, value]) => this.#isStill(name, value))
    const reads: Reads = isKnown ? known.reads : new Map()
    try {
      if (isKnown) return known.value as T
      this.#reads = reads
      const value = make()
      this.#parts.set(part, { value, reads })
      return value
    } finally {
      this.#reads = outer
      // The part around this one depends on everything that this one has read.
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
  return isSame(ourBase, theirBase, 2)
}

/** The same object, or, so many levels down, objects with the same names and the same objects under them. */
function isSame(one: unknown, other: unknown, levels: number): boolean {
  if (Object.is(one, other)) return true
  if (levels === 0 || typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(Reflect.get(one, name), Reflect.get(other, name), levels - 1))
  )
}
