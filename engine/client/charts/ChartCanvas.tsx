import { useEffect, useRef, useState } from 'react'
import type { ChartOption, Drawing } from './drawChart'

interface ChartCanvasProps {
  option: ChartOption
  /** Called with the index of a group or point when it is clicked, and that of its series. */
  onPress: (index: number, series: number) => void
  /** Called when the chart cannot be drawn: the browser has no canvas, or echarts could not be loaded. Must keep its identity between renders. */
  onUndrawable: () => void
}

/** The picture. It is hidden from screen readers, which read the table beside it. */
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
      opened = openDrawing(place.current, (index, series) => press.current(index, series))
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
