import { textOf, type Titles } from '../../core/fields'
import type { TimelinePlan } from '../../core/plan'
import type { TimelinePoint } from '../../core/wire'
import type { ChartLook } from '../charts/chartOption'
import type { ChartOption } from '../charts/drawChart'
import { timeOf, type TimelineRow } from './timelineRows'

/** In px: of a lane, of what stands left of the lanes, of the numbers below them. */
const LANE = 32
const LEFT = 64
const LINE = 150
/** A place on the axis is a float; so many digits of it say where that is. */
const AXIS_DECIMALS = 4

interface Picture {
  plan: TimelinePlan
  /** As the table shows them; a point's index is that of its row. */
  rows: readonly TimelineRow[]
  line: readonly TimelinePoint[]
  titles: Titles
  look: ChartLook
}

/** The lanes, and below them, over the same days, the numbers. Numbers become floats only to place them: what is read comes from their texts. */
export function timelineOption({ plan, rows, line, titles, look }: Picture): ChartOption {
  const times = [...rows.map(({ at }) => timeOf(at)), ...line.map(({ at }) => timeOf(at))]
  const days = { type: 'time' as const, min: Math.min(...times), max: Math.max(...times) }
  const label = { color: look.quiet, hideOverlap: true }
  const border = { lineStyle: { color: look.border } }
  const textStyle = { color: look.text, fontFamily: look.font, fontSize: 12 }
  const below = plan.lanes.length * LANE
  const hasLine = line.length > 0
  const values = plan.line?.values ?? []
  return {
    color: look.colors,
    animation: look.moves,
    textStyle,
    legend: { show: hasLine, bottom: 0, textStyle, data: values.map(({ title }) => title) },
    tooltip: {
      // An HTML tooltip would need inline styles, which the content security policy forbids.
      renderMode: 'richText',
      trigger: 'item',
      confine: true,
      backgroundColor: look.background,
      borderColor: look.border,
      textStyle,
      formatter: (of) => {
        const { seriesIndex = 0, dataIndex = 0 } = Array.isArray(of) ? (of[0] ?? {}) : of
        return seriesIndex === 0 ? textOfRow(rows[dataIndex]) : textOfPoint(line[dataIndex])
      },
    },
    grid: [
      { top: 4, left: LEFT, right: 16, height: below },
      { top: below + 36, left: LEFT, right: 16, height: LINE },
    ],
    xAxis: [0, 1].map((gridIndex) => ({
      ...days,
      gridIndex,
      show: gridIndex === 0 || hasLine,
      axisLabel: { ...label, formatter: '{yyyy}-{MM}-{dd}' },
      axisLine: border,
      splitLine: { show: true, ...border },
    })),
    yAxis: [
      {
        type: 'category',
        gridIndex: 0,
        inverse: true,
        data: plan.lanes.map(({ title }) => title),
        axisLabel: { color: look.text },
        axisLine: border,
        splitLine: { show: true, ...border },
      },
      {
        type: 'value',
        gridIndex: 1,
        show: hasLine,
        scale: true,
        axisLabel: { ...label, formatter: axisText },
        splitLine: { show: true, ...border },
      },
    ],
    series: [
      {
        type: 'scatter',
        xAxisIndex: 0,
        yAxisIndex: 0,
        symbolSize: 12,
        cursor: 'pointer',
        data: rows.map(({ at, lane, address }) => ({
          value: [timeOf(at), lane],
          symbol: address === undefined ? 'diamond' : 'circle',
          itemStyle: { color: look.colors[lane % look.colors.length] ?? look.text },
        })),
      },
      ...values.map((field, index) => ({
        type: 'line' as const,
        name: field.title,
        xAxisIndex: 1,
        yAxisIndex: 1,
        showSymbol: index === 0 && line.length <= 60,
        symbol: 'circle',
        symbolSize: 6,
        lineStyle: { width: index === 0 ? 2 : 1, type: index === 0 ? ('solid' as const) : ('dashed' as const) },
        data: line.map(({ at, values: numbers }) => [timeOf(at), numbers[index] ?? null]),
      })),
    ],
  }

  function axisText(value: number): string {
    const [first] = values
    return first ? textOf(first, titles)(value.toFixed(AXIS_DECIMALS)) : ''
  }

  function textOfRow(row: TimelineRow | undefined): string {
    return row
      ? [row.at.slice(0, 10), `${row.title} ${row.label}`, row.state?.title, row.about].filter((text) => text !== undefined).join('\n')
      : ''
  }

  function textOfPoint(point: TimelinePoint | undefined): string {
    return point
      ? [point.at.slice(0, 10), ...values.map((field, index) => `${field.title} ${textOf(field, titles)(point.values[index])}`)].join('\n')
      : ''
  }
}
