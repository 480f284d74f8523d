/** Slips in names: of something that is nowhere, and of something that is elsewhere. */
import { misspelt, renamed, replaced, replacedInside, type Slip, type SlipClass } from '../mutant'
import { roleOf, type Role } from '../names'
import { isAt, type Place } from '../places'
import { engineWords, entityOf, type Shipped } from '../product'
import type { Random } from '../random'

const roles: readonly Role[] = [
  'action',
  'bucket',
  'dictionary',
  'dimension',
  'endpoint',
  'entity',
  'field',
  'format',
  'group',
  'handler',
  'lines',
  'menu',
  'menuName',
  'movement',
  'page',
  'parameter',
  'permission',
  'query',
  'refusal',
  'role right',
  'route',
  'rule',
  'screen',
  'shape',
  'state',
  'view',
  'widget',
]

interface Named {
  place: Place
  of: 'key' | 'value'
}

const namedIn = new WeakMap<Shipped, Map<Role, Named[]>>()

/** Keys and values that name something of this role. */
function namesOf(shipped: Shipped, role: Role): Named[] {
  const named = namedIn.get(shipped) ?? new Map<Role, Named[]>()
  if (!namedIn.has(shipped)) {
    namedIn.set(shipped, named)
    for (const place of shipped.places)
      for (const of of ['key', 'value'] as const) {
        const found = roleOf(place, of)
        if (found) named.set(found, [...(named.get(found) ?? []), { place, of }])
      }
  }
  return named.get(role) ?? []
}

function written({ place, of }: Named, name: string): Slip | undefined {
  return of === 'key' ? renamed(place, name) : replaced(place, name)
}

/** One word of a name that may be a path. */
function slipOfName(place: Place, of: 'key' | 'value', shipped: Shipped, random: Random): Slip | undefined {
  const name = of === 'key' ? (place.path.at(-1) ?? '') : String(place.value)
  const words = [...name.matchAll(/[A-Za-z0-9]+/g)].filter(([word]) => /[A-Za-z]/.test(word))
  const word = random.one(words)
  if (!word) return undefined
  const wrong = misspelt(word[0], shipped, random)
  if (wrong === undefined) return undefined
  const text = name.slice(0, word.index) + wrong + name.slice(word.index + word[0].length)
  return written({ place, of }, text)
}

const misspelling = roles
  .filter((role) => role !== 'menu' && role !== 'menuName' && role !== 'role right')
  .map((role): SlipClass => ({
    name: `${role} misspelt`,
    wrong: 'The name leads to something said elsewhere, and its misspelling stands nowhere in the schemas.',
    candidates: (shipped) =>
      namesOf(shipped, role).map(
        ({ place, of }) =>
          (random) =>
            slipOfName(place, of, shipped, random),
      ),
  }))

/** A name at one of these places is read in the entity of its file. */
const ofOwnEntity = [
  'pages/*/columns/#',
  'pages/*/columns/#/field',
  'pages/*/search/#',
  'pages/*/search/#/field',
  'pages/*/sort/field',
  'pages/*/sections/*/#',
  'pages/*/sections/*/#/field',
  'endpoints/extra/*/list/fields/#',
  'label',
  'summary/about',
  'summary/figures/#',
  'unique/#/#',
  'indexes/#/#',
  'actions/*/set/*',
].map((path) => path.split('/'))

/** Addresses of the pages that there are. */
function pageRoutes({ sources }: Shipped): Set<string> {
  return new Set(
    Object.entries(sources.screens).flatMap(([id, { pages }]) => {
      const menu = id.split('/')[1]?.split('.')[0] ?? ''
      return Object.entries(pages).flatMap(([name, page]) => page?.route ?? (name === 'list' ? `/${menu}` : `/${menu}/${name}`))
    }),
  )
}

/** Permission names of the screens that there are; a role may have rights to others, which are still to be built. */
function screenMenus({ sources }: Shipped): Set<string> {
  return new Set(Object.keys(sources.screens).map((id) => id.replace('/', '_').split('.', 1)[0] ?? id))
}

export const referenceClasses: readonly SlipClass[] = [
  ...misspelling,
  {
    name: 'menuName misspelt',
    wrong: 'The entry leads to a page of a screen, whose permission name it is; a role has rights to menus that there are.',
    candidates: (shipped) => {
      const routes = pageRoutes(shipped)
      return namesOf(shipped, 'menuName')
        .filter(
          ({ place }) =>
            place.file.kind === 'roles' || routes.has(String((place.parent?.value as { router?: string } | undefined)?.router)),
        )
        .map(
          ({ place, of }) =>
            (random) =>
              slipOfName(place, of, shipped, random),
        )
    },
  },
  {
    name: 'role right misspelt',
    wrong: 'The screen of the menu has no action of the misspelt name.',
    candidates: (shipped) => {
      const menus = screenMenus(shipped)
      return namesOf(shipped, 'role right')
        .filter(({ place }) => menus.has(place.path.at(-2) ?? ''))
        .map(
          ({ place, of }) =>
            (random) =>
              slipOfName(place, of, shipped, random),
        )
    },
  },
  {
    name: 'menu unknown',
    wrong: 'No menu entry has this id, and it is not the top level.',
    candidates: (shipped) =>
      namesOf(shipped, 'menu').map(
        ({ place }) =>
          () =>
            place.value === '0' ? undefined : replaced(place, '987-6'),
      ),
  },
  {
    name: 'field of another entity',
    wrong: 'An entity has a field of this name, but not the one whose records are meant; it is no display value either.',
    candidates: (shipped) => {
      const all = Object.values(shipped.entities).flatMap(({ fields }) => Object.keys(fields))
      return shipped.places
        .filter(
          ({ path, file, isExpression }) => !isExpression && entityOf(shipped, file) && ofOwnEntity.some((pattern) => isAt(path, pattern)),
        )
        .filter((place) => place.path.includes('set') || roleOf(place, 'value') === 'field')
        .map((place) => (random) => {
          const own = entityOf(shipped, place.file)
          const params = own?.params ?? {}
          const other = random
            .shuffled(all)
            .find((name) => own && !(name in own.fields) && !(name in params) && !shipped.displays.has(name))
          return other === undefined ? undefined : written({ place, of: place.path.includes('set') ? 'key' : 'value' }, other)
        })
    },
  },
  {
    name: 'action of another entity',
    wrong: 'An entity has an action of this name, but neither this one nor its screen has, nor the engine.',
    candidates: (shipped) => {
      const all = Object.values(shipped.entities)
        .flatMap(({ actions = {} }) => Object.keys(actions))
        .filter((name) => !engineWords.includes(name))
      return namesOf(shipped, 'action')
        .filter(
          ({ place, of }) =>
            of === 'value' && place.file.kind === 'screen' && /^(toolbar|rowActions|batchActions|actions)$/.test(place.path.at(-2) ?? ''),
        )
        .filter(({ place }) => place.path.length === 4)
        .map(({ place }) => (random) => {
          const own = entityOf(shipped, place.file)
          const screen = shipped.sources.screens[place.file.key]
          const other = random.shuffled(all).find((name) => own && !(name in (own.actions ?? {})) && !(name in (screen?.actions ?? {})))
          return other === undefined ? undefined : replaced(place, other)
        })
    },
  },
  {
    name: 'state of another entity',
    wrong: 'An entity has a state of this name, but not the one that the action belongs to.',
    candidates: (shipped) => {
      const all = Object.values(shipped.entities).flatMap(({ states = {} }) => Object.keys(states))
      return namesOf(shipped, 'state')
        .filter(({ place }) => place.file.kind === 'entity' && !place.path.includes('then'))
        .map(({ place }) => (random) => {
          const own = entityOf(shipped, place.file)
          const other = random.shuffled(all).find((name) => own && !(name in (own.states ?? {})))
          return other === undefined ? undefined : replaced(place, other)
        })
    },
  },
  {
    name: 'right of another menu',
    wrong: 'The action stands in the rights of a role for other menus, and the screen of this one has no action of the name.',
    candidates: (shipped) => {
      const all = Object.values(shipped.entities).flatMap(({ actions = {} }) => Object.keys(actions))
      return namesOf(shipped, 'role right').map(({ place }) => (random) => {
        const menu = place.path.at(-2) ?? ''
        const screens = Object.keys(shipped.sources.screens).filter((id) => id.replace('/', '_').split('.')[0] === menu)
        const texts = screens.map((id) =>
          JSON.stringify([shipped.sources.screens[id], shipped.entities[shipped.sources.screens[id]?.entity ?? '']]),
        )
        const other = random.shuffled(all).find((name) => texts.length > 0 && texts.every((text) => !text.includes(`"${name}"`)))
        return other === undefined ? undefined : replaced(place, other)
      })
    },
  },
  {
    name: 'rule as handler',
    wrong: 'A rule of this name is said in the schemas, but it handles no request.',
    candidates: (shipped) => {
      const rules = namesOf(shipped, 'rule').map(({ place }) => String(place.value))
      const handlers = new Set(namesOf(shipped, 'handler').map(({ place }) => String(place.value)))
      return namesOf(shipped, 'handler')
        .filter(({ place }) => place.file.kind === 'screen')
        .map(({ place }) => (random) => {
          const rule = random.one(rules.filter((name) => !handlers.has(name)))
          return rule === undefined ? undefined : replaced(place, rule)
        })
    },
  },
  {
    name: 'handler as rule',
    wrong: 'A handler of this name is said in the schemas, but it is no rule.',
    candidates: (shipped) => {
      const handlers = namesOf(shipped, 'handler').map(({ place }) => String(place.value))
      const rules = new Set(namesOf(shipped, 'rule').map(({ place }) => String(place.value)))
      return namesOf(shipped, 'rule').map(({ place }) => (random) => {
        const handler = random.one(handlers.filter((name) => !rules.has(name)))
        return handler === undefined ? undefined : replaced(place, handler)
      })
    },
  },
  {
    name: 'hole of a text misspelt',
    wrong: 'The hole is filled with a value of this name, and its misspelling stands nowhere in the schemas.',
    candidates: (shipped) =>
      shipped.places
        .filter(({ path, value, file }) => typeof value === 'string' && isHoled(path, file.kind))
        .flatMap((place) =>
          [...String(place.value).matchAll(/\{(\w+)\}/g)].map(([, hole = ''], index) => (random: Random) => {
            const wrong = misspelt(hole, shipped, random)
            const offset = [...String(place.value).matchAll(/\{(\w+)\}/g)][index]?.index ?? 0
            return wrong === undefined ? undefined : replacedInside(place, offset + 1, hole.length, wrong)
          }),
        ),
  },
  {
    name: 'route of a link misspelt',
    wrong: 'The link leads to a page, and no page has the misspelt address.',
    candidates: (shipped) =>
      shipped.places
        .filter(({ path, value, file }) => file.kind === 'screen' && typeof value === 'string' && isAt(path, ['actions', '*', 'to']))
        .flatMap((place) =>
          [...String(place.value).matchAll(/(?<=\/)[A-Za-z]+/g)].map((part) => (random: Random) => {
            const wrong = misspelt(part[0], shipped, random)
            return wrong === undefined ? undefined : replacedInside(place, part.index, part[0].length, wrong)
          }),
        ),
  },
  {
    name: 'router of a menu misspelt',
    wrong: 'A screen of the product stands at this address; no page has the misspelt one.',
    candidates: (shipped) => {
      const routes = pageRoutes(shipped)
      return shipped.places
        .filter(({ path, value, file }) => file.kind === 'menus' && path.at(-1) === 'router' && routes.has(String(value)))
        .map((place) => (random) => {
          const wrong = misspelt(String(place.value).split('/')[1] ?? '', shipped, random)
          return wrong === undefined ? undefined : replaced(place, String(place.value).replace(/^\/\w+/, `/${wrong}`))
        })
    },
  },
]

function isHoled(path: readonly string[], kind: string): boolean {
  const patterns =
    kind === 'screen'
      ? ['actions/*/confirm', 'actions/*/to', 'actions/*/figures/#/note', 'prints/*/parts/#/text']
      : ['actions/*/confirm', 'warnings/#/says', 'actions/*/warnings/#/says']
  return patterns.some((pattern) => isAt(path, pattern.split('/')))
}
