import { theme } from 'antd'
import { useId, useMemo, useRef, useState, type ReactNode, type Ref } from 'react'
import { saveBlob } from '../../client/files'
import { Button } from '../../client/ui/Button'
import { sayPreview } from '../previewMessages'
import { fontSize, labelOf, layoutOf, lineHeight, pathOf, type DrawnEdge, type DrawnNode } from './layout'
import { sentencesOf, whoText, type StateDiagram } from './stateDiagram'
import './diagram.css'

const scales = [0.5, 0.75, 1, 1.25, 1.5, 2] as const

interface StateDiagramViewProps {
  diagram: StateDiagram
}

/** The diagram as a picture that can be scrolled, enlarged and saved, and below it the same in sentences. */
export function StateDiagramView({ diagram }: StateDiagramViewProps) {
  const picture = useRef<SVGSVGElement>(null)
  const [scale, setScale] = useState(1)
  const sentences = useMemo(() => sentencesOf(diagram), [diagram])
  const step = (by: 1 | -1): void => setScale((now) => scales[scales.findIndex((each) => each === now) + by] ?? now)

  return (
    <div className="playground-diagram">
      <div className="playground-diagram-tools" role="toolbar" aria-label={sayPreview('diagram.tools')}>
        <Button onClick={() => step(-1)}>{sayPreview('diagram.smaller')}</Button>
        <output aria-live="polite">{Math.round(scale * 100)}%</output>
        <Button onClick={() => step(1)}>{sayPreview('diagram.larger')}</Button>
        <Button onClick={() => picture.current && save(picture.current, diagram.title)}>{sayPreview('diagram.save')}</Button>
      </div>
      <div
        className="playground-diagram-picture"
        role="group"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to take the focus, so that keys scroll it
        tabIndex={0}
        aria-label={sayPreview('diagram.picture', { title: diagram.title })}
      >
        <Picture diagram={diagram} scale={scale} ref={picture} />
      </div>
      <details className="playground-diagram-words engine-disclosure">
        <summary>{sayPreview('diagram.words')}</summary>
        <ul>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </details>
    </div>
  )
}

interface PictureProps {
  diagram: StateDiagram
  scale: number
  ref: Ref<SVGSVGElement>
}

/** Colours stand in it as they are, so that what is saved looks as it did. */
function Picture({ diagram, scale, ref }: PictureProps) {
  const id = useId()
  const { token } = theme.useToken()
  const drawn = useMemo(() => layoutOf(diagram), [diagram])
  const { width, height } = drawn
  const tones: Readonly<Record<string, string>> = {
    processing: token.colorInfo,
    success: token.colorSuccess,
    warning: token.colorWarning,
    error: token.colorError,
  }
  return (
    <svg
      ref={ref}
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${width} ${height}`}
      width={width * scale}
      height={height * scale}
      role="img"
      aria-label={sayPreview('diagram.picture', { title: diagram.title })}
      aria-describedby={`${id}desc`}
      fontFamily={token.fontFamily}
      fontSize={fontSize}
    >
      <title>{sayPreview('diagram.picture', { title: diagram.title })}</title>
      <desc id={`${id}desc`}>{sentencesOf(diagram).join('\n')}</desc>
      <defs>
        <marker id={`${id}arrow`} viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse">
          <path d="M0 0 10 5 0 10z" fill={token.colorTextSecondary} />
        </marker>
      </defs>
      <rect width={width} height={height} fill={token.colorBgContainer} />
      {drawn.edges.map((edge) => (
        <path
          key={`${edge.edge.from} ${edge.edge.to}`}
          d={pathOf(edge.points)}
          fill="none"
          stroke={token.colorTextSecondary}
          markerEnd={`url(#${id}arrow)`}
        />
      ))}
      {drawn.edges.map((edge) => (
        <EdgeLabel key={`${edge.edge.from} ${edge.edge.to}`} drawn={edge} ground={token.colorBgContainer} ink={token.colorText} />
      ))}
      {drawn.nodes.map((node) => (
        <Node
          key={node.node.code}
          drawn={node}
          ground={token.colorBgElevated}
          line={tones[node.node.color] ?? token.colorBorder}
          ink={token.colorText}
        />
      ))}
    </svg>
  )
}

function EdgeLabel({ drawn: { edge, label }, ground, ink }: { drawn: DrawnEdge; ground: string; ink: string }): ReactNode {
  const top = label.y - label.height / 2
  return (
    <g>
      <rect x={label.x - label.width / 2} y={top} width={label.width} height={label.height} fill={ground} />
      {edge.actions.map((action, at) => (
        <text key={action.name} x={label.x} y={top + at * lineHeight + lineHeight * 0.72} textAnchor="middle" fill={ink}>
          <title>{[whoText(action), ...action.effects].join('\n')}</title>
          {labelOf(action)}
        </text>
      ))}
    </g>
  )
}

function Node({
  drawn: { node, x, y, width, height },
  ground,
  line,
  ink,
}: {
  drawn: DrawnNode
  ground: string
  line: string
  ink: string
}) {
  return (
    <g>
      <rect
        x={x - width / 2}
        y={y - height / 2}
        width={width}
        height={height}
        rx={6}
        fill={ground}
        stroke={line}
        strokeWidth={node.ended ? 3 : 1.5}
      />
      <text x={x} y={y + fontSize * 0.36} textAnchor="middle" fill={ink}>
        {node.title}
      </text>
    </g>
  )
}

function save(picture: SVGSVGElement, title: string): void {
  const text = new XMLSerializer().serializeToString(picture)
  saveBlob(new Blob([text], { type: 'image/svg+xml' }), `${title}.svg`)
}
