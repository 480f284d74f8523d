/** The country of a bank, which stands in its SWIFT code after the four letters of the bank (ISO 9362). */
export function countryOfSwift(swiftCode: string): string {
  return swiftCode.slice(4, 6)
}
