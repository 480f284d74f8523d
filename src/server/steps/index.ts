/** Which function belongs to which handler of schemas/schedule.json. */
import type { Extensions } from '../rules/types'
import { lapseReplacedPrices } from './prices'

export const steps: Extensions['steps'] = { lapseReplacedPrices }
