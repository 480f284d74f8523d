/** A random key of 128 bits as hex. `crypto.randomUUID` is missing on pages served by plain http from another host than localhost. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
