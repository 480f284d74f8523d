/** Which function belongs to which handler of schemas/schedule.json. */
import type { Extensions } from '../ruleTypes'
import { lapseReplacedPrices } from './prices'

export const steps: Extensions['steps'] = { lapseReplacedPrices }
