/**
 * The program inside another system's page (acceptance S6): the parent says who is signed in, and may lead the user to a page, empty the
 * search forms and hide buttons. It can do nothing else, and nothing that the user who is signed in could not do.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { ownPlace } from '../routing/ownPlace'
import type { SessionState } from '../session/sessionState'
import type { ButtonList } from './buttonList'
import { ignore, type ParentChannel } from './parentChannel'

export interface EmbeddingState {
  buttons?: ButtonList
}

export interface Embedding {
  state: StoreApi<EmbeddingState>
  /** Asks the parent for a token, for the page in front. */
  requestToken: () => void
  /** Begins to listen, and to ask again while a token is missing. */
  start: () => void
}

export interface EmbeddingOptions {
  channel: ParentChannel
  session: () => {
    state: StoreApi<SessionState>
    /** Resolves with whether the token is in use now. */
    adopt: (accessToken: string) => Promise<boolean>
  }
  /** Path of the page in front. */
  where: () => string
  /** The route table has the page. */
  isKnown: (pathname: string) => boolean
  navigate: (to: string) => void
  clearConditions: () => void
}

/** Delay before a request for a token is repeated: the parent may not listen yet, or its user may not be signed in. */
const ASK_AGAIN_MS = 3000

export function createEmbedding({ channel, session, where, isKnown, navigate, clearConditions }: EmbeddingOptions): Embedding {
  const state = createStore<EmbeddingState>(() => ({}))
  const requestToken = (): void => channel.requestToken(where())
  return {
    state,
    requestToken,
    start() {
      channel.listen((message) => {
        switch (message.type) {
          case 'accessToken':
            void session()
              .adopt(message.accessToken)
              .then((adopted) => !adopted && ignore('the token was not accepted'))
            break
          case 'navigate': {
            const to = pageOf(message.path, isKnown)
            if (to === undefined) ignore('no page of ours')
            else navigate(to)
            break
          }
          case 'clearConditions':
            clearConditions()
            break
          case 'buttonList':
            state.setState({ buttons: { permissionGroup: message.permissionGroup, buttons: message.buttons } })
        }
      })
      setInterval(() => {
        if (session().state.getState().phase === 'waiting') requestToken()
      }, ASK_AGAIN_MS)
    },
  }
}

/** Path and query of a page of ours; undefined for whatever leads out of the program or to no page. */
function pageOf(path: string, isKnown: (pathname: string) => boolean): string | undefined {
  const place = ownPlace(path, window.location.origin)
  return place && isKnown(place.pathname) ? place.pathname + place.search : undefined
}
