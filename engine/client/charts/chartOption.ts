import type { PieSeriesOption } from 'echarts/charts'
import type { ChartPlan } from '../../core/plan'
import { groupText, measureOf, type ChartTable } from './chartTable'
import type { ChartOption } from './drawChart'

/** How a chart looks where it stands. */
export interface ChartLook {
  /** Of the lines, one after the other. */
  colors: string[]
  text: string
  quiet: string
  border: string
  background: string
  font: string
  moves: boolean
  /** Groups can be pressed. */
  pressable: boolean
}

/** What echarts is told. Numbers are floats here for their places alone; what is read comes from the table. */
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
      // Markup of a tooltip would need styles that the content policy does not let in.
      renderMode: 'richText',
      trigger: kind === 'pie' ? 'item' : 'axis',
      confine: true,
      backgroundColor: look.background,
      borderColor: look.border,
      textStyle,
      formatter: (said) => groupText(table, (Array.isArray(said) ? said[0] : said)?.dataIndex ?? 0),
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
      // Of a part of nothing only the name would be drawn, over those of others.
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
  // Days stand as far apart as they are.
  const isTimed = kind === 'line' && per === 'day'
  const measures = [...new Set(lines.map(({ series }) => measureOf(series)))]
  const label = { color: look.quiet, hideOverlap: true }
  const line = { lineStyle: { color: look.border } }
  const xAxis = isTimed
    ? ({ type: 'time', axisLabel: { ...label, formatter: '{yyyy}-{MM}-{dd}' }, axisLine: line, splitLine: { show: false } } as const)
    : ({
        type: 'category',
        data: groups.map(({ title }) => title),
        axisLabel: { ...label, width: 96, overflow: 'truncate' },
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
      // A price says little beside its distance from nothing.
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
      // Which line is which is to be seen without its colour, too.
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

/** 1.2万, 85%. */
const large = new Intl.NumberFormat('zh-CN', { notation: 'compact', maximumFractionDigits: 2 })
const share = new Intl.NumberFormat('zh-CN', { style: 'percent', maximumFractionDigits: 2 })
