import { textsOf } from './messages'

/** Words of conditions. Not among the messages that every browser loads: only who explains says them. */
export const sayCondition = textsOf({
  value: '{title}为 {value}',
  and: '；',
  comma: '、',
  quoted: '“{text}”',
  nothing: '空',
  something: '有值',
  rows: '{count} 行',
  true: '是',
  false: '否',
  not: '非 ',
  user: '当前用户',
  today: '今日',
  'operator.and': '且',
  'operator.or': '或',
  'operator.in': '属于',
  conditional: '若 {when} 则 {yes}，否则 {no}',
})
