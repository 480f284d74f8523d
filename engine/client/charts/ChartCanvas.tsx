import { useEffect, useRef, useState } from 'react'
import type { ChartOption, Drawing } from './drawChart'

interface ChartCanvasProps {
  option: ChartOption
  /** Told the index of the group that was pressed. */
  onPress: (group: number) => void
  /** Told when there is nothing to draw with: no canvas, or what draws could not be loaded. Always the same function. */
  onUndrawable: () => void
}

/** The picture; readers of the screen have the table beside it. */
export function ChartCanvas({ option, onPress, onUndrawable }: ChartCanvasProps) {
  const place = useRef<HTMLDivElement>(null)
  const press = useRef(onPress)
  const [drawing, setDrawing] = useState<Drawing>()
  useEffect(() => {
    press.current = onPress
  })

  useEffect(() => {
    let left = false
    let opened: Drawing | undefined
    import('./drawChart').then(({ openDrawing }) => {
      if (left || !place.current) return
      opened = openDrawing(place.current, (group) => press.current(group))
      if (opened) setDrawing(opened)
      else onUndrawable()
    }, onUndrawable)
    return () => {
      left = true
      opened?.end()
    }
  }, [onUndrawable])

  useEffect(() => drawing?.draw(option), [drawing, option])

  return <div ref={place} className="engine-chart-place" aria-hidden="true" />
}
