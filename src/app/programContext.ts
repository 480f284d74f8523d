import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { Program } from './program'
import type { ProductState } from './product'
import type { PlacesState } from './routing/places'
import type { SessionState } from './session/sessionState'
import type { AppState } from './state/appStore'

export const ProgramContext = createContext<Program | undefined>(undefined)

export function useProgram(): Program {
  const program = use(ProgramContext)
  if (!program) throw new Error('A part of the shell is drawn outside <ProgramContext>')
  return program
}

export function useApp<T>(select: (state: AppState) => T): T {
  return useStore(useProgram().store, select)
}

export function useSession<T>(select: (state: SessionState) => T): T {
  return useStore(useProgram().session.state, select)
}

export function useProduct<T>(select: (state: ProductState) => T): T {
  return useStore(useProgram().product, select)
}

/** Renders only who reads what has changed: a list that writes its page into the address moves nothing of the shell. */
export function usePlaces<T>(select: (state: PlacesState) => T): T {
  return useStore(useProgram().places.state, select)
}
