import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { useProgram } from '../programContext'
import type { ButtonList } from '../embedded/buttonList'
import type { EmbeddingState } from '../embedded/embedding'

const nobody = createStore<EmbeddingState>(() => ({}))

/** The parent page's list of buttons, when it has given one. */
export function useButtonList(): ButtonList | undefined {
  return useStore(useProgram().embedding?.state ?? nobody, (state) => state.buttons)
}
