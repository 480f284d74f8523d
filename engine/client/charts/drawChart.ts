/**
 * The only module that knows echarts: a lazy chunk of the parts that are used, drawn on a canvas, which needs no style in its markup and so
 * keeps to the content policy.
 */
import { BarChart, LineChart, PieChart, type BarSeriesOption, type LineSeriesOption, type PieSeriesOption } from 'echarts/charts'
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

take([BarChart, LineChart, PieChart, GridComponent, LegendScrollComponent, TooltipComponent, CanvasRenderer])

export type ChartOption = ComposeOption<
  BarSeriesOption | LineSeriesOption | PieSeriesOption | GridComponentOption | LegendComponentOption | TooltipComponentOption
>

export interface Drawing {
  /** In place of what was drawn before. */
  draw(option: ChartOption): void
  end(): void
}

/**
 * A drawing that fills its place and keeps to its size.
 * @param onPress told the index of the group that was pressed
 * @returns undefined where nothing can be drawn
 */
export function openDrawing(place: HTMLElement, onPress: (group: number) => void): Drawing | undefined {
  if (!document.createElement('canvas').getContext('2d')) return undefined
  const chart = init(place, undefined, { renderer: 'canvas', locale: 'ZH' })
  chart.on('click', ({ dataIndex }) => onPress(dataIndex))
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
