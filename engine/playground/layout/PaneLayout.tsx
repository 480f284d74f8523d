import type { ReactNode } from 'react'
import { Button } from '../../client/ui/Button'
import { say } from '../messages'
import { Splitter } from './Splitter'
import type { Panes } from './usePanes'

export type Pane = 'tree' | 'editor' | 'preview'

interface PaneLayoutProps extends Record<Pane, ReactNode> {
  panes: Panes
  /** The pane that is shown where there is no room for all. */
  front: Pane
  onFront: (pane: Pane) => void
}

/** Three panes beside each other; with less room the tree and one of the others, or one alone. All of them stay as they are. */
export function PaneLayout({ panes, front, onFront, tree, editor, preview }: PaneLayoutProps) {
  const { room } = panes
  const shown = room === 'two' && front === 'tree' ? 'editor' : front
  const isShown = (pane: Pane): boolean => room === 'three' || pane === shown || (room === 'two' && pane === 'tree')
  const choices: readonly Pane[] = room === 'one' ? ['tree', 'editor', 'preview'] : ['editor', 'preview']
  return (
    <>
      {room !== 'three' && (
        <div role="group" aria-label={say('pane.all')} className="playground-fronts">
          {choices.map((pane) => (
            <Button key={pane} pressed={pane === shown} onClick={() => onFront(pane)}>
              {say(`pane.${pane}`)}
            </Button>
          ))}
        </div>
      )}
      <div className="playground-panes">
        <section
          aria-label={say('pane.tree')}
          hidden={!isShown('tree')}
          className="playground-pane"
          style={room === 'one' ? undefined : { flex: `0 0 ${room === 'three' ? panes.tree : Math.min(panes.tree, 240)}px` }}
        >
          {tree}
        </section>
        {room === 'three' && <Splitter width={panes.tree} min={180} max={420} isLeft onWidth={panes.setTree} />}
        <section aria-label={say('pane.editor')} hidden={!isShown('editor')} className="playground-pane playground-pane-wide">
          {editor}
        </section>
        {room === 'three' && <Splitter width={panes.preview} min={320} max={900} isLeft={false} onWidth={panes.setPreview} />}
        <section
          aria-label={say('pane.preview')}
          hidden={!isShown('preview')}
          className={room === 'three' ? 'playground-pane' : 'playground-pane playground-pane-wide'}
          style={room === 'three' ? { flex: `0 1 ${panes.preview}px` } : undefined}
        >
          {preview}
        </section>
      </div>
    </>
  )
}
