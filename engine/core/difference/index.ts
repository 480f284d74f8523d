export { buttonKinds, differencesOf, type Difference } from './difference'
export { limitsExceeded, withinLimits } from './limits'
export { differenceText } from './words'
