import type { PaperPlan } from '../../core/plan'

/** Width and height in mm, in portrait (ISO 216, but B5 as it is used in China and Japan, 182 × 257). */
const sizes: Readonly<Record<PaperPlan['size'], readonly [number, number]>> = {
  A3: [297, 420],
  A4: [210, 297],
  A5: [148, 210],
  B5: [182, 257],
  '241x140': [140, 241],
}

/** CSS px in a mm. */
const PX = 96 / 25.4

export interface PaperSize {
  /** In mm. */
  width: number
  height: number
  margin: number
  /** The class in preview.css that sets the size of the page. */
  className: string
  /** Height between the margins, in CSS px. */
  room: number
  /** Width, in CSS px. */
  pixels: number
}

export function paperSize({ size, landscape, margin }: PaperPlan): PaperSize {
  const [short, long] = sizes[size]
  const [width, height] = landscape ? [long, short] : [short, long]
  const className = `engine-paper-${size.toLowerCase()}${landscape ? '-landscape' : ''}`
  return { width, height, margin, className, room: (height - 2 * margin) * PX, pixels: width * PX }
}
