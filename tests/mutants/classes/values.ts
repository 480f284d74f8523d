/** Slips in values: of another type than the field's, beyond their bounds, said twice, of the wrong kind. */
import { misspelt, replaced, withItem, withProperty, type SlipClass } from '../mutant'
import { isAt, type Place } from '../places'
import { entityOf, hasCodes, type Shipped } from '../product'
import type { Field } from '../../../engine/spec/generated/entity'

/** Declarations of fields, wherever they stand. */
function declarations({ places }: Shipped): { place: Place; field: Field }[] {
  return places.flatMap((place) => {
    const field = place.value as Field
    const isField = typeof field === 'object' && field !== null && 'type' in field && 'title' in field && place.path.length > 1
    return isField && place.shapes.some(({ properties }) => 'internal' in properties) ? [{ place, field }] : []
  })
}

function child(place: Place, key: string): Place | undefined {
  return place.children.find(({ path }) => path.at(-1) === key)
}

/** The entity whose rows a related table shows. */
function relatedOf({ value }: Place): string | undefined {
  return (value as { related?: string }).related
}

/** What no field of the type has as its value. */
const notOf: Partial<Record<Field['type'], unknown>> = {
  digit: 'many',
  money: 'much',
  percent: 'half',
  date: 'tomorrow',
  dateTime: 'tomorrow',
  switch: 'yes',
  select: 'NO_SUCH_CODE',
  text: true,
}

const numbers = ['digit', 'money', 'percent']

/** Fields of the file's entity whose type is none of these. */
function ofOtherType(shipped: Shipped, place: Place, types: readonly string[]): string[] {
  const { fields = {} } = entityOf(shipped, place.file) ?? {}
  return Object.entries(fields).flatMap(([name, field]) => (types.includes(field.type) ? [] : [name]))
}

/** Places of one kind of file, as a class that names a field of another type there. */
function namesOfType(kind: string, paths: readonly string[], types: readonly string[]): SlipClass['candidates'] {
  return (shipped) =>
    shipped.places
      .filter(
        ({ file, path, value }) =>
          file.kind === kind && typeof value === 'string' && paths.some((pattern) => isAt(path, pattern.split('/'))),
      )
      .map((place) => (random) => {
        const name = random.one(ofOtherType(shipped, place, types))
        return name === undefined ? undefined : replaced(place, name)
      })
}

export const valueClasses: readonly SlipClass[] = [
  {
    name: 'default of another type',
    wrong: 'No value of the field’s type looks so; of a selection, its dictionary has no such code.',
    candidates: (shipped) =>
      declarations(shipped).map(({ place, field }) => () => {
        const value = notOf[field.type]
        if (value === undefined) return undefined
        const found = child(place, 'default')
        return found
          ? replaced(found, value)
          : field.value === undefined && field.query === undefined
            ? withProperty(place, 'default', value)
            : undefined
      }),
  },
  {
    name: 'default against min and max',
    wrong: 'The default is less than the smallest value.',
    candidates: (shipped) =>
      declarations(shipped).map(({ place, field }) => () => {
        const found = child(place, 'default')
        return found && 'min' in field && typeof field.default === 'string' ? replaced(found, '-5') : undefined
      }),
  },
  {
    name: 'min above max',
    wrong: 'No number is both.',
    candidates: (shipped) =>
      declarations(shipped)
        .filter(({ field }) => numbers.includes(field.type))
        .map(({ place, field }) => () => {
          const [min, max] = [child(place, 'min'), child(place, 'max')]
          if (max && 'min' in field) return replaced(max, '-1000')
          if (min && 'max' in field) return replaced(min, '999999')
          return min && Number((field as { min?: string }).min) >= 0 ? withProperty(place, 'max', '-1') : undefined
        }),
  },
  {
    name: 'unsafe pattern',
    wrong: 'A short text makes a search by this pattern take for ever.',
    candidates: (shipped) =>
      declarations(shipped)
        .filter(({ field }) => field.type === 'text')
        .map(({ place }) => (random) => {
          const pattern = random.one(['^(a+)+$', '^(\\w+\\s?)*$', '(x|x)*y', '^([A-Z0-9]+)*-$']) ?? ''
          const found = child(place, 'pattern')
          return found ? replaced(found, pattern) : withProperty(place, 'pattern', pattern)
        }),
  },
  {
    name: 'code of a condition misspelt',
    wrong: 'Every field of this name has codes, and none of them is this one.',
    candidates: (shipped) =>
      shipped.places
        .filter(({ value, path, isExpression }) => {
          const at = path.findLastIndex((step) => step === 'where' || step === 'filter')
          if (at < 0 || isExpression || typeof value !== 'string' || !/^[A-Z][A-Z_]+$/.test(value)) return false
          const name = path.slice(at + 1).findLast((step) => !/^(not|anyOf|\d+)$/.test(step))
          return name !== undefined && hasCodes(shipped, name)
        })
        .map((place) => (random) => {
          const code = misspelt(String(place.value), shipped, random)
          return code === undefined ? undefined : replaced(place, code)
        }),
  },
  {
    name: 'code of a state list misspelt',
    wrong: 'The entity has no such state.',
    candidates: (shipped) =>
      shipped.places
        .filter(({ path, value }) => typeof value === 'string' && isAt(path, ['actions', '*', 'from', '#']))
        .map((place) => (random) => {
          const code = misspelt(String(place.value), shipped, random)
          return code === undefined ? undefined : replaced(place, code)
        }),
  },
  {
    name: 'data scope misspelt',
    wrong: 'The dictionary of data scopes has no such code.',
    candidates: (shipped) =>
      shipped.places
        .filter(({ path, file }) => file.kind === 'roles' && path.at(-1) === 'dataScope')
        .map((place) => (random) => {
          const code = misspelt(String(place.value), shipped, random)
          return code === undefined ? undefined : replaced(place, code)
        }),
  },
  {
    name: 'serial prefix twice',
    wrong: 'Two kinds of documents would have the same numbers.',
    candidates: (shipped) => {
      const prefixes = shipped.places.filter(({ path }) => isAt(path, ['serial', 'prefix']))
      return prefixes.map((place) => (random) => {
        const other = random.one(prefixes.filter(({ value }) => typeof value === 'string' && value !== place.value))
        return other && typeof place.value === 'string' ? { ...replaced(place, other.value), twin: other } : undefined
      })
    },
  },
  {
    name: 'base twice',
    wrong: 'Two screens would answer at one address.',
    candidates: (shipped) => {
      const bases = shipped.places.filter(({ path }) => isAt(path, ['endpoints', 'base']))
      return bases.map((place) => (random) => {
        const other = random.one(bases.filter(({ value }) => value !== place.value))
        return other ? { ...replaced(place, other.value), twin: other } : undefined
      })
    },
  },
  {
    name: 'menu id twice',
    wrong: 'Two entries would be one.',
    candidates: (shipped) => {
      const ids = shipped.places.filter(({ path, file }) => file.kind === 'menus' && path.at(-1) === 'id')
      // Of an entry without others below it, so that the id is the only thing that is wrong.
      const parents = new Set(shipped.sources.menus.menus.flatMap(({ pid, mpid }) => [pid, String(mpid)]))
      return ids
        .filter(({ value }) => !parents.has(String(value)))
        .map((place) => (random) => {
          const other = random.one(ids.filter(({ value }) => value !== place.value))
          return other ? { ...replaced(place, other.value), twin: other } : undefined
        })
    },
  },
  {
    name: 'column twice',
    wrong: 'The table would show the same column twice.',
    candidates: (shipped) =>
      shipped.places
        .filter(
          ({ path, value, file }) =>
            file.kind === 'screen' && path.at(-1) === 'columns' && Array.isArray(value) && !path.includes('prints'),
        )
        .map((place) => (random) => {
          const column = random.one(place.value as (string | { field: string })[])
          return column === undefined ? undefined : withItem(place, typeof column === 'string' ? column : column.field)
        }),
  },
  {
    name: 'search item twice',
    wrong: 'The search form would ask for the same field twice.',
    candidates: (shipped) =>
      shipped.places
        .filter(({ path, value, file }) => file.kind === 'screen' && isAt(path, ['pages', '*', 'search']) && Array.isArray(value))
        .map((place) => (random) => {
          const item = random.one(place.value as (string | { field: string })[])
          return item === undefined ? undefined : withItem(place, typeof item === 'string' ? item : item.field)
        }),
  },
  {
    name: 'field twice in a form',
    wrong: 'The form would ask for the same field twice in one section.',
    candidates: (shipped) =>
      shipped.places
        .filter(({ path, value, file }) => file.kind === 'screen' && isAt(path, ['pages', '*', 'sections', '*']) && Array.isArray(value))
        .map((place) => (random) => {
          const item = random.one(place.value as (string | { field: string })[])
          return item === undefined ? undefined : withItem(place, typeof item === 'string' ? item : item.field)
        }),
  },
  {
    name: 'total of a text',
    wrong: 'Texts cannot be summed up.',
    candidates: (shipped) =>
      shipped.places
        .filter(({ path, value, file }) => {
          const own = entityOf(shipped, file)
          return (
            file.kind === 'screen' &&
            isAt(path, ['pages', '*', 'columns', '#']) &&
            typeof value === 'string' &&
            own?.fields[value]?.type === 'text'
          )
        })
        .map((place) => () => replaced(place, { field: place.value, total: true })),
  },
  {
    name: 'figure of a text',
    wrong: 'Only numbers are summed up or averaged.',
    candidates: namesOfType('screen', ['pages/*/figures/*/sum', 'pages/*/figures/*/avg', 'pages/*/charts/*/series/*/sum'], numbers),
  },
  {
    name: 'summary figure that is no number',
    wrong: 'A figure is a number.',
    candidates: namesOfType('entity', ['summary/figures/#'], numbers),
  },
  {
    name: 'summary date that is no date',
    wrong: 'A date is a date or a moment.',
    candidates: namesOfType('entity', ['summary/date'], ['date', 'dateTime']),
  },
  {
    name: 'tree by what is no reference',
    wrong: 'A tree needs a reference to the entity itself.',
    candidates: namesOfType('screen', ['pages/*/tree'], ['ref']),
  },
  {
    name: 'interval between what has no order',
    wrong: 'An interval is between dates or moments.',
    candidates: namesOfType('entity', ['intervals/#/from', 'intervals/#/until'], ['date', 'dateTime']),
  },
  {
    name: 'four eyes of what is no user',
    wrong: 'The field is no reference, so that it names no user.',
    candidates: namesOfType('entity', ['actions/*/notBy', 'actions/*/onlyBy'], ['ref']),
  },
  {
    name: 'ordinals of what has no codes',
    wrong: 'Only codes of a dictionary have an order number.',
    candidates: namesOfType('screen', ['endpoints/ordinals/*'], ['select']),
  },
  {
    name: 'related by what is no reference',
    wrong: 'The related rows are found by the id of the record, which only a reference holds.',
    candidates: (shipped) =>
      shipped.places
        .filter(({ path, parent, file }) => file.kind === 'screen' && path.at(-1) === 'by' && parent && relatedOf(parent) !== undefined)
        .filter(({ value }) => typeof value === 'string')
        .map((place) => (random) => {
          const { fields = {} } = shipped.entities[(place.parent && relatedOf(place.parent)) ?? ''] ?? {}
          const name = random.one(
            Object.keys(fields).filter((field) => numbers.includes(fields[field]?.type ?? '') || fields[field]?.type === 'date'),
          )
          return name === undefined ? undefined : replaced(place, name)
        }),
  },
  {
    name: 'condition of another type',
    wrong: 'The field is a number, a date or a switch, and is compared with a word.',
    candidates: (shipped) =>
      shipped.places
        .filter(({ path, value, file }) => file.kind === 'screen' && isAt(path, ['endpoints', 'where', '*']) && typeof value !== 'object')
        .map((place) => () => {
          const type = entityOf(shipped, place.file)?.fields[place.path.at(-1) ?? '']?.type
          const value = type && notOf[type]
          return value === undefined ? undefined : replaced(place, value)
        }),
  },
  {
    name: 'filled from another type',
    wrong: 'A number or a date is filled with a text, or a text reference with a number.',
    candidates: (shipped) =>
      declarations(shipped).flatMap(({ place, field }) => {
        if (field.type !== 'ref' || typeof field.to !== 'string') return []
        const target = shipped.entities[field.to]?.fields ?? {}
        const siblings = place.parent?.value as Record<string, Field>
        const fill = child(place, 'fill')
        return Object.entries(field.fill ?? {}).flatMap(([ours, theirs]) => {
          const own = siblings[ours]?.type
          const at = fill && child(fill, ours)
          if (!at || own === undefined) return []
          const wanted = numbers.includes(own)
            ? ['text', 'date', 'select']
            : own === 'date'
              ? ['text', 'money']
              : ['text', 'ref', 'select'].includes(own)
                ? ['money', 'date', 'switch']
                : []
          return [
            (random) => {
              const other = random.one(Object.keys(target).filter((name) => name !== theirs && wanted.includes(target[name]?.type ?? '')))
              return other === undefined ? undefined : replaced(at, other)
            },
          ] satisfies ReturnType<SlipClass['candidates']>
        })
      }),
  },
  {
    name: 'condition from another type',
    wrong: 'A reference is compared with a number or a date of the form.',
    candidates: (shipped) =>
      shipped.places
        .filter(({ path, file }) => file.kind === 'entity' && isAt(path, ['fields', '*', 'where', '*', 'from']))
        .map((place) => (random) => {
          const own = entityOf(shipped, place.file)?.fields ?? {}
          const target = own[place.path[1] ?? '']
          const theirs = target?.type === 'ref' && typeof target.to === 'string' ? shipped.entities[target.to]?.fields : undefined
          if (theirs?.[place.path[3] ?? '']?.type !== 'ref') return undefined
          const other = random.one(Object.keys(own).filter((name) => [...numbers, 'date', 'switch'].includes(own[name]?.type ?? '')))
          return other === undefined ? undefined : replaced(place, other)
        }),
  },
  {
    name: 'row action in the toolbar',
    wrong: 'The action works on one record, of which a toolbar has none.',
    candidates: buttonsWith('toolbar', (shipped, place) => ['edit', 'delete', 'view', ...stateActions(shipped, place)]),
  },
  {
    name: 'toolbar action beside a row',
    wrong: 'The action belongs to no row.',
    candidates: buttonsWith('rowActions', () => ['add', 'import', 'export']),
  },
  {
    name: 'single action for many rows',
    wrong: 'The action opens one record or belongs to none.',
    candidates: buttonsWith('batchActions', () => ['add', 'edit', 'view', 'import']),
  },
]

/** Actions by which a document changes its state. */
function stateActions(shipped: Shipped, place: Place): string[] {
  return Object.entries(entityOf(shipped, place.file)?.actions ?? {}).flatMap(([name, { from, system, via }]) =>
    from && system !== true && via === undefined ? [name] : [],
  )
}

function buttonsWith(list: string, actions: (shipped: Shipped, place: Place) => readonly string[]): SlipClass['candidates'] {
  return (shipped) =>
    shipped.places
      .filter(({ path, value, file }) => file.kind === 'screen' && isAt(path, ['pages', '*', list]) && Array.isArray(value))
      .map((place) => (random) => {
        // An action of the screen's own may do anything, whatever it is called.
        const own = shipped.sources.screens[place.file.key]?.actions ?? {}
        const action = random.one(actions(shipped, place).filter((name) => !(name in own) && !(place.value as string[]).includes(name)))
        return action === undefined ? undefined : withItem(place, action)
      })
}
