import { dirname, join } from 'node:path/posix'
import type { Import } from './imports'

/** What imports what, by name of file or room. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Which of the files a relative import means; `undefined` for packages, virtual modules and files that are no source. */
export function importedFile(file: string, specifier: string, files: ReadonlySet<string>): string | undefined {
  if (!specifier.startsWith('.')) return undefined
  const path = join(dirname(file), specifier.replace(/\?.*$/, ''))
  return [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`, `${path}/index.tsx`].find((candidate) => files.has(candidate))
}

/** @param chosen which imports count */
export function importGraph(imports: ReadonlyMap<string, readonly Import[]>, chosen: (each: Import) => boolean): Graph {
  const files = new Set(imports.keys())
  return new Map(
    [...imports].map(([file, list]) => {
      const targets = list.filter(chosen).flatMap(({ specifier }) => importedFile(file, specifier, files) ?? [])
      return [file, new Set(targets.filter((target) => target !== file))]
    }),
  )
}

/** Rooms that are divided once more: what is below must not know what is drawn with it. */
const divided = 'engine/client/form/'

/**
 * The room that a file stands in: the folder below its layer (`engine/client/list`, `src/app/shell`), with all that is inside. A file right below
 * its layer is a room of its own: such files are the ground that rooms stand on, or what puts them together, and these must not mix.
 */
export function roomOf(file: string): string {
  const parts = file.split('/')
  const depth = file.startsWith(divided) ? 4 : 3
  return parts.slice(0, depth).join('/')
}

/** The same imports, seen from so far away that only rooms remain. */
export function roomGraph(graph: Graph, roomOf: (file: string) => string): Graph {
  const rooms = new Map<string, Set<string>>()
  for (const [file, targets] of graph) {
    const room = roomOf(file)
    const reached = rooms.get(room) ?? new Set()
    rooms.set(room, reached)
    for (const target of targets) if (roomOf(target) !== room) reached.add(roomOf(target))
  }
  return rooms
}

/**
 * One circle, the shortest, of each group whose members all reach each other.
 * @returns each as the way around: first and last are the same
 */
export function circles(graph: Graph): string[][] {
  const seen = new Set<string>()
  const found: string[][] = []
  for (const start of [...graph.keys()].sort()) {
    if (seen.has(start)) continue
    const circle = wayBack(graph, start)
    if (circle === undefined) continue
    found.push(circle)
    const ahead = reachable(graph, start)
    for (const other of ahead) if (reachable(graph, other).has(start)) seen.add(other)
  }
  return found
}

/** The shortest way from a place back to itself. */
function wayBack(graph: Graph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>()
  let front = [start]
  while (front.length > 0) {
    const next: string[] = []
    for (const place of front) {
      for (const target of graph.get(place) ?? []) {
        if (target === start) return [...trail(cameFrom, start, place), start]
        if (cameFrom.has(target)) continue
        cameFrom.set(target, place)
        next.push(target)
      }
    }
    front = next
  }
  return undefined
}

function trail(cameFrom: ReadonlyMap<string, string>, start: string, end: string): string[] {
  const way = [end]
  while (way[0] !== start) way.unshift(cameFrom.get(way[0] as string) as string)
  return way
}

function reachable(graph: Graph, start: string): Set<string> {
  const reached = new Set<string>()
  const waiting = [start]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    for (const target of graph.get(place) ?? []) {
      if (reached.has(target)) continue
      reached.add(target)
      waiting.push(target)
    }
  }
  return reached
}
