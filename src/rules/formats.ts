import { isCreditCode } from './creditCode'

/** Text checks that fields name by `format`; the same functions mark a field in the browser and refuse it on the server. */
export const formats: Record<string, { test: (text: string) => boolean; message: string }> = {
  creditCode: { test: isCreditCode, message: '统一社会信用代码有误，请核对 18 位代码与校验位' },
  mobile: { test: (text) => /^1\d{10}$/.test(text), message: '手机号应为 11 位数字' },
  email: { test: (text) => /^[^\s@]{1,64}@[^\s@]+\.[^\s@.]{2,}$/.test(text), message: '邮箱格式有误' },
}
