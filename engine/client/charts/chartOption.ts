import type { PieSeriesOption } from 'echarts/charts'
import type { ChartPlan } from '../../core/plan'
import { groupText, measureOf, type ChartTable } from './chartTable'
import type { ChartOption } from './drawChart'

/** Up to so many groups there is room to name each below its place, or nearly each. */
const FEW_GROUPS = 20

/** How charts look in the current theme. */
export interface ChartLook {
  /** Colours of the lines, bars or slices, in their order. */
  colors: string[]
  text: string
  quiet: string
  border: string
  background: string
  font: string
  moves: boolean
  /** A click on a group filters the list. */
  pressable: boolean
}

/**
 * The options with which echarts draws a chart. Amounts become floats here, but only to place points and bars; every text that is shown
 * comes from the table, which keeps exact decimals.
 */
export function chartOption(plan: ChartPlan, table: ChartTable, look: ChartLook): ChartOption {
  const { kind } = plan
  const textStyle = { color: look.text, fontFamily: look.font, fontSize: 12 }
  const common: ChartOption = {
    color: look.colors,
    animation: look.moves,
    textStyle,
    legend: {
      type: 'scroll',
      show: kind === 'pie' || table.lines.length > 1,
      bottom: 0,
      textStyle,
      pageTextStyle: textStyle,
      pageIconColor: look.text,
      pageIconInactiveColor: look.border,
    },
    tooltip: {
      // An HTML tooltip would need inline styles, which the content security policy forbids.
      renderMode: 'richText',
      trigger: kind === 'pie' ? 'item' : 'axis',
      confine: true,
      backgroundColor: look.background,
      borderColor: look.border,
      textStyle,
      formatter: (values) => groupText(table, (Array.isArray(values) ? values[0] : values)?.dataIndex ?? 0),
    },
  }
  return kind === 'pie' ? { ...common, series: [pie(table, look)] } : { ...common, ...plot(plan, table, look) }
}

function pie({ groups, cells }: ChartTable, look: ChartLook): PieSeriesOption {
  return {
    type: 'pie',
    radius: ['40%', '68%'],
    center: ['50%', '44%'],
    cursor: cursor(look),
    itemStyle: { borderColor: look.background, borderWidth: 1 },
    label: { color: look.text },
    data: groups.map(({ title }, index) => {
      const value = place(cells[index]?.[0]?.value) ?? 0
      // A slice of 0 has no area, but its label would still be drawn, on top of the labels of other slices.
      return { name: title, value, ...(value > 0 ? {} : { label: { show: false }, labelLine: { show: false } }) }
    }),
  }
}

function plot(
  plan: ChartPlan,
  { groups, lines, cells }: ChartTable,
  look: ChartLook,
): Pick<ChartOption, 'grid' | 'xAxis' | 'yAxis' | 'series'> {
  const { kind, per, by } = plan
  // On an axis of days the distance between points is the time between them, so days without a value leave a gap.
  const isTimed = kind === 'line' && per === 'day'
  const measures = [...new Set(lines.map(({ series }) => measureOf(series)))]
  const label = { color: look.quiet, hideOverlap: true }
  const line = { lineStyle: { color: look.border } }
  const xAxis = isTimed
    ? ({ type: 'time', axisLabel: { ...label, formatter: '{yyyy}-{MM}-{dd}' }, axisLine: line, splitLine: { show: false } } as const)
    : ({
        type: 'category',
        data: groups.map(({ title }) => title),
        // Of few groups only those labels are left out that would lie on each other; by itself the axis leaves out more.
        axisLabel: { ...label, width: 96, overflow: 'truncate', interval: groups.length > FEW_GROUPS ? 'auto' : 0 },
        axisLine: line,
      } as const)
  return {
    grid: {
      top: 32,
      right: 12,
      bottom: lines.length > 1 ? 36 : 8,
      left: 8,
      outerBoundsMode: 'same' as const,
      outerBoundsContain: 'axisLabel' as const,
    },
    xAxis,
    yAxis: measures.slice(0, 2).map((measure, index) => ({
      type: 'value' as const,
      name: measure === '%' ? '' : measure,
      nameTextStyle: { color: look.quiet },
      // A line does not have to begin at 0: on such an axis the changes of a price would be too small to see.
      scale: kind === 'line',
      axisLabel: {
        ...label,
        formatter: (value: number) => (measure === '%' ? share : large).format(value),
      },
      splitLine: { show: index === 0, ...line },
    })),
    series: lines.map(({ title, series }, index) => {
      const yAxisIndex = Math.min(measures.indexOf(measureOf(series)), 1)
      const places = cells.map((row) => place(row[index]?.value))
      const data = isTimed ? places.map((value, group) => [groups[group]?.title ?? '', value]) : places
      const adds = series.of === 'sum' || series.of === 'count'
      if (kind === 'bar') {
        const stack = by && adds ? { stack: 'all' } : {}
        return { type: 'bar' as const, name: title, yAxisIndex, data, barMaxWidth: 40, cursor: cursor(look), ...stack }
      }
      // Lines have different symbols, so that they can be told apart without their colours.
      const symbol = symbols[index % symbols.length] ?? 'circle'
      return {
        type: 'line' as const,
        name: title,
        yAxisIndex,
        data,
        symbol,
        symbolSize: 7,
        showSymbol: groups.length <= 60,
        connectNulls: !adds,
        cursor: cursor(look),
      }
    }),
  }
}

const symbols = ['circle', 'rect', 'triangle', 'diamond', 'emptyCircle', 'emptyRect', 'emptyTriangle', 'emptyDiamond']

const cursor = ({ pressable }: ChartLook): string => (pressable ? 'pointer' : 'default')

function place(value: number | string | null | undefined): number | null {
  return value === null || value === undefined ? null : Number(value)
}

/** Numbers on the axes: 1.2万 and 85%. */
const large = new Intl.NumberFormat('zh-CN', { notation: 'compact', maximumFractionDigits: 2 })
const share = new Intl.NumberFormat('zh-CN', { style: 'percent', maximumFractionDigits: 2 })
