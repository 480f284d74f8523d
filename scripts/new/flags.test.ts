import { describe, expect, it } from 'vitest'
import { kinds, manual, readFlags } from './flags'

describe('the command line', () => {
  it('is read whatever stands first', () => {
    const flags = readFlags(['screen', '--title', '车辆', 'base/vehicle', '--apply', '--fields=a:text:甲'])
    expect(flags).toEqual({ kind: 'screen', path: 'base/vehicle', values: { title: '车辆', fields: 'a:text:甲' }, set: new Set(['apply']) })
  })

  it.each([
    [['scren'], '不能新建“scren”  可用：entity, screen, field-type, rule  是否想写“screen”？'],
    [['constructor'], '不能新建“constructor”'],
    [['entity', 'a/b', '--titel', 'x'], '--titel:1:1  没有这个选项'],
    [['entity', 'a/b', '--toString', 'x'], '--toString:1:1  没有这个选项'],
    [['entity', 'a/b', '--roles', 'OP=*'], '--roles:1:1  没有这个选项'],
    [['entity', 'a/b', '--title'], '--title:1:1  没有值  可用：车辆'],
    [['entity', 'a/b', '--title', '--apply'], '--title:1:1  没有值'],
    [['entity', 'a/b', '--title', 'x', '--title', 'y'], '--title:1:1  写了两次'],
    [['entity', 'a/b', 'c/d'], 'c/d:1:1  多出的参数'],
  ])('%j is refused', (args, sentence) => {
    expect(() => readFlags(args)).toThrow(sentence)
  })

  it('has a manual that names every flag, of one kind when it is said', () => {
    for (const { flags } of Object.values(kinds)) for (const flag of Object.keys(flags)) expect(manual()).toContain(`--${flag}`)
    expect(manual('rule')).not.toContain('--fields')
    expect(readFlags(['rule', '--help']).set.has('help')).toBe(true)
  })
})
