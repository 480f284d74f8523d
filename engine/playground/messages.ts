import { textsOf } from '../core/messages'

/** The texts of the playground. `{name}` is a hole, filled by `say`. */
export const messages = {
  'judge.compile': '通过检查但无法编译：{reason}',
  'judge.tooSlow': '检查超过 {seconds} 秒，已停止；此文本过于复杂，修改后再试',
  'judge.stopped': '检查已停止（{reason}）；此文本修改后再试',
} as const

export const say = textsOf(messages)
