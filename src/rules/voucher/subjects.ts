/** 1002 and 1012: money in banks and with payment institutions, whose entries take the account of the bank account that was used (E.5). */
export function isBankSubject(subjectCode: string): boolean {
  return subjectCode.startsWith('1002') || subjectCode.startsWith('1012')
}
