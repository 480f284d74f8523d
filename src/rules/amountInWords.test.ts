import { describe, expect, it } from 'vitest'
import { amountInWords } from './amountInWords'

describe('an amount in words', () => {
  it.each([
    ['11300.00', '壹万壹仟叁佰元整'],
    ['999.99', '玖佰玖拾玖元玖角玖分'],
    ['0', '零元整'],
    ['0.00', '零元整'],
    ['-0.00', '零元整'],
    ['0.05', '伍分'],
    ['0.50', '伍角整'],
    ['10.00', '壹拾元整'],
    ['1409.50', '壹仟肆佰零玖元伍角整'],
    ['6007.14', '陆仟零柒元壹角肆分'],
    ['1680.32', '壹仟陆佰捌拾元叁角贰分'],
    ['16409.02', '壹万陆仟肆佰零玖元零贰分'],
    ['325.04', '叁佰贰拾伍元零肆分'],
    ['107000.53', '壹拾万柒仟元伍角叁分'],
    ['100070.00', '壹拾万零柒拾元整'],
    ['20000001.00', '贰仟万零壹元整'],
    ['100000000.00', '壹亿元整'],
    ['100010000.00', '壹亿零壹万元整'],
    ['1000000000000.10', '壹万亿元壹角整'],
    ['-11300.00', '负壹万壹仟叁佰元整'],
    ['5', '伍元整'],
    ['1.5', '壹元伍角整'],
    ['1.500', '壹元伍角整'],
  ])('%s is %s', (amount, words) => {
    expect(amountInWords(amount)).toBe(words)
  })

  it.each(['', 'x', '1e3', '1.234', '12345678901234567'])('refuses %j', (amount) => {
    expect(() => amountInWords(amount)).toThrow(RangeError)
  })

  it('can be read back to the same amount, whatever the digits', () => {
    // Each digit is 0 half of the time: zeros are where the rules are.
    let seed = 20_261_120
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let round = 0; round < 3_000; round++) {
      const digit = (): number => (random(2) === 0 ? 0 : random(10))
      const whole = Array.from({ length: 1 + random(16) }, digit)
        .join('')
        .replace(/^0+(?=\d)/, '')
      const amount = `${random(4) === 0 ? '-' : ''}${whole}.${digit()}${digit()}`
      const words = amountInWords(amount)
      if (words !== '零元整') expect(words).not.toMatch(/零零|零[元万亿整]/)
      expect([amount.replace(/^-0\.00$/, '0.00'), words]).toEqual([read(words), words])
    }
  })
})

/** The reverse, in another way: units multiply what stands before them. */
function read(words: string): string {
  const [, sign = '', yuan = '零', jiao = '零', fen = '零'] = /^(负?)(?:(.+)元)?(?:零(?=.分))?(?:(.)角)?(?:(.)分)?整?$/.exec(words) ?? []
  return `${sign && '-'}${readWhole(yuan)}.${valueOf(jiao)}${valueOf(fen)}`
}

function readWhole(words: string): bigint {
  for (const [unit, factor] of [
    ['亿', 100_000_000n],
    ['万', 10_000n],
    ['仟', 1_000n],
    ['佰', 100n],
    ['拾', 10n],
  ] as const) {
    const at = words.lastIndexOf(unit)
    if (at >= 0) return readWhole(words.slice(0, at)) * factor + readWhole(words.slice(at + 1))
  }
  return BigInt(valueOf(words.replace('零', '') || '零'))
}

function valueOf(word: string): number {
  return '零壹贰叁肆伍陆柒捌玖'.indexOf(word)
}
