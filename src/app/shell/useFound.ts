import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { bodyOrThrow } from '../../../engine/client/request'
import type { SearchResponse, StateTag, WorkRecord } from '../../../engine/core/wire'
import { useApp, useProduct, useProgram } from '../programContext'
import { menuTree } from '../routing/menuTree'
import { openableRecents } from '../routing/openableRecents'
import { addersOf, openAdder } from './adders'
import { WORKBENCH } from '../routing/decidePlace'
import { WORKBENCH_TITLE } from './breadcrumbTrail'
import { pagesOf, searchMenus, soundsLike, wordsOf, type FoundMenu, type Spellings } from './searchMenus'

/** Something that the palette opens. */
export interface Found {
  key: string
  title: string
  detail?: string
  /** Of a record: what it is about, in place of `detail`. */
  facts?: Pick<WorkRecord, 'title' | 'about' | 'facts'>
  state?: StateTag
  /** Found for the text before this one, whose own search is still under way. */
  isOld?: boolean
  open: () => void
}

export interface FoundGroup {
  title: string
  items: Found[]
}

/** While somebody types, a request for each letter would find nothing that he wants. */
const RESTED_MS = 180
const MAX_SHOWN = 8
const NEW = '新增'
/** As the menus are spelled by the server. */
const NEW_SPELLED = 'xin zeng'

/** Everybody's page, which is no menu. */
const workbench: FoundMenu = { id: 'workbench', title: WORKBENCH_TITLE, trail: '', href: WORKBENCH, blank: false }
const WORKBENCH_SPELLED = 'gong zuo tai'

/** What a text may mean: pages opened lately, menus, what can be added, and records by number, name and code. */
export function useFound(text: string): { groups: FoundGroup[]; searching: boolean; failed: boolean } {
  const { navigate, partnerEntries, recents, services, screens } = useProgram()
  const menus = useProduct((state) => state.menus)
  const match = useProduct((state) => state.match)
  const subMenus = useApp((state) => state.user?.subMenu)
  const pages = useMemo(() => pagesOf(menuTree(menus, subMenus)), [menus, subMenus])
  const adders = useMemo(() => addersOf(pages, match, subMenus), [pages, match, subMenus])
  const lately = useMemo(() => openableRecents(recents.list(), match), [recents, match])
  const spellings = useSpellings()
  const { records, searching, failed } = useRecords(text)

  const words = wordsOf(text)
  const isEmpty = words.length === 0
  const holds = (haystack: string): boolean => words.every((word) => haystack.toLowerCase().includes(word))

  const openMenu =
    ({ href, blank }: FoundMenu) =>
    (): void => {
      if (partnerEntries.has(href)) void partnerEntries.open(href).catch(() => undefined)
      else if (blank) window.open(href, '_blank', 'noopener,noreferrer')
      else navigate(href)
    }
  const shownLately = lately.filter(({ title, of = '' }) => isEmpty || holds(`${title} ${of}`)).slice(0, isEmpty ? MAX_SHOWN : 3)
  const named = isEmpty ? pages : [...pages, workbench]
  const shownMenus = searchMenus(named, text, { ...spellings, [workbench.id]: WORKBENCH_SPELLED }).slice(
    0,
    isEmpty ? pages.length : MAX_SHOWN,
  )
  const shownAdders = adders
    .filter(({ id, title }) =>
      words.every((word) => `${NEW} ${title}`.toLowerCase().includes(word) || soundsLike(`${NEW_SPELLED} ${spellings[id] ?? ''}`, word)),
    )
    .slice(0, isEmpty ? 0 : MAX_SHOWN)

  const groups: FoundGroup[] = [
    {
      title: '最近',
      items: shownLately.map(({ href, title, of }) => ({
        key: `recent ${href}`,
        title,
        ...(of === undefined ? {} : { detail: of }),
        open: () => navigate(href),
      })),
    },
    {
      title: '菜单',
      items: shownMenus.map((page) => ({ key: `menu ${page.id}`, title: page.title, detail: page.trail, open: openMenu(page) })),
    },
    {
      title: '操作',
      items: shownAdders.map((adder) => ({
        key: `add ${adder.id}`,
        title: `${NEW} ${adder.title}`,
        open: () => void openAdder(adder, { screens, navigate, notify: services.notify }),
      })),
    },
    {
      title: '单据',
      items: records.map(({ entity, id, title, label, state, about, facts, address }) => ({
        key: `record ${entity} ${id}`,
        title: label,
        facts: { title, ...(about === undefined ? {} : { about }), ...(facts ? { facts } : {}) },
        ...(state ? { state } : {}),
        isOld: searching,
        open: () => navigate(address),
      })),
    },
  ]
  return { groups: groups.filter(({ items }) => items.length > 0), searching, failed }
}

function useSpellings(): Spellings {
  const { request } = useProgram()
  const userId = useApp((state) => state.user?.userId)
  const { data } = useQuery({
    queryKey: ['spellings', userId],
    queryFn: async ({ signal }) =>
      bodyOrThrow(await request<{ spellings: Spellings }>({ method: 'GET', url: '/api/spellings', signal, quiet: true })).spellings,
    staleTime: Infinity,
  })
  return data ?? {}
}

/** A newer text ends the request for the one before. */
function useRecords(text: string) {
  const { request } = useProgram()
  const sought = useRested(text.trim())
  const { data, isFetching, isError } = useQuery({
    queryKey: ['work', 'search', sought],
    enabled: sought !== '',
    queryFn: async ({ signal }) =>
      bodyOrThrow(await request<SearchResponse>({ method: 'GET', url: '/api/search', values: { text: sought }, signal, quiet: true })),
    placeholderData: keepPreviousData,
  })
  const isAsked = text.trim() !== ''
  const waits = isAsked && (isFetching || sought !== text.trim())
  return { records: isAsked && sought !== '' ? (data?.records ?? []) : [], searching: waits, failed: isAsked && isError }
}

function useRested(text: string): string {
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), RESTED_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
