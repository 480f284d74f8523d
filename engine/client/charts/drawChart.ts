/**
 * The only module that imports echarts, and only the parts of it that are used; it is loaded when the first chart is drawn. Charts are drawn
 * on a canvas, because SVG would need inline styles, which the content security policy forbids.
 */
import {
  BarChart,
  LineChart,
  PieChart,
  ScatterChart,
  type BarSeriesOption,
  type LineSeriesOption,
  type PieSeriesOption,
  type ScatterSeriesOption,
} from 'echarts/charts'
import {
  GridComponent,
  LegendScrollComponent,
  TooltipComponent,
  type GridComponentOption,
  type LegendComponentOption,
  type TooltipComponentOption,
} from 'echarts/components'
import { init, use as take, type ComposeOption } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

take([BarChart, LineChart, PieChart, ScatterChart, GridComponent, LegendScrollComponent, TooltipComponent, CanvasRenderer])

export type ChartOption = ComposeOption<
  | BarSeriesOption
  | LineSeriesOption
  | PieSeriesOption
  | ScatterSeriesOption
  | GridComponentOption
  | LegendComponentOption
  | TooltipComponentOption
>

export interface Drawing {
  /** Draws a chart in place of the one that was drawn before. */
  draw(option: ChartOption): void
  end(): void
}

/**
 * Opens a drawing that fills the element and follows its size.
 * @param onPress called with the index of what is clicked, and that of its series
 * @returns undefined when the browser has no canvas
 */
export function openDrawing(place: HTMLElement, onPress: (index: number, series: number) => void): Drawing | undefined {
  if (!document.createElement('canvas').getContext('2d')) return undefined
  const chart = init(place, undefined, { renderer: 'canvas', locale: 'ZH' })
  chart.on('click', ({ dataIndex, seriesIndex = 0 }) => onPress(dataIndex, seriesIndex))
  const resized = new ResizeObserver(() => chart.resize())
  resized.observe(place)
  return {
    draw: (option) => chart.setOption(option, { notMerge: true }),
    end() {
      resized.disconnect()
      chart.dispose()
    },
  }
}
