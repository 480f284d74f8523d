/** Widths of Helvetica for the characters 32 to 126, in thousandths of the size (its published metrics). */
const helvetica = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278,
  278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722,
  667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556,
  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
]
export const pointsPerMm = 72 / 25.4

const yen = '¥'
const yenWidth = 556

export type Script = 'latin' | 'han'

/** Which of the two fonts has the character. */
export function scriptOf(character: string): Script {
  return character === yen || /^[ -~]$/.test(character) ? 'latin' : 'han'
}

/** Width of a text in units of its size. */
export function textWidth(text: string): number {
  return [...text].reduce((width, character) => width + widthOf(character), 0) / 1000
}

function widthOf(character: string): number {
  if (scriptOf(character) === 'han') return 1000
  return character === yen ? yenWidth : (helvetica[character.charCodeAt(0) - 32] ?? 0)
}

/** The text in lines that are no wider than `width`, in points, at this size; a line breaks anywhere but inside a figure or a Latin word, if it can. */
export function wrapText(text: string, size: number, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of text.match(/[!-~¥]+|[^]/gu) ?? []) {
    if (textWidth(line + piece) * size <= width) {
      line += piece
      continue
    }
    for (const part of textWidth(piece) * size <= width ? [piece] : [...piece]) {
      if (line !== '' && textWidth(line + part) * size > width) {
        lines.push(line)
        line = ''
      }
      line += part
    }
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line]
}
