import { isCreditCode } from './creditCode'

/** Text checks that fields name by `format`; the same functions mark a field in the browser and refuse it on the server. */
export const formats: Record<string, { test: (text: string) => boolean; message: string }> = {
  /** Small letters are taken and stored as capitals. Foreign enterprises have a registration number of another length; the rule of the enterprise asks Chinese ones for 18 characters (E-41). */
  uscc: {
    test: (text) => (text.length === 18 ? isCreditCode(text.toUpperCase()) : /^[A-Za-z0-9][A-Za-z0-9 ./-]{2,15}[A-Za-z0-9]$/.test(text)),
    message: '统一社会信用代码有误，请核对 18 位代码与校验位（境外企业填 4–17 位注册号）',
  },
  phone: {
    test: (text) => /^(1\d{10}|(\+?\d{1,4}-)?\d{3,4}-?\d{6,8}(-\d{1,6})?)$/.test(text),
    message: '请填写 11 位手机号，或带区号的电话',
  },
  /** Four letters of the bank, two of its country, two of its place, and three of a branch or none (ISO 9362). */
  swift: { test: (text) => /^[A-Z]{6}[A-Z0-9]{2}$|^[A-Z]{6}[A-Z0-9]{5}$/.test(text), message: 'SWIFT 代码为 8 或 11 位大写字母与数字' },
  mobile: { test: (text) => /^1\d{10}$/.test(text), message: '手机号应为 11 位数字' },
  email: { test: (text) => /^[^\s@]{1,64}@[^\s@]+\.[^\s@.]{2,}$/.test(text), message: '邮箱格式有误' },
}
