import type { PaperPlan } from '../../core/plan'

/** Upright, width and height in mm (ISO 216; B5 as printers in China and Japan have it, 182 × 257). */
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
  /** Names its page in preview.css. */
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
