export { checkExpression, type ExpressionCheck } from './check'
export { expressionDependencies } from './dependencies'
export { evaluateExpression, type ExpressionScope } from './evaluate'
export { isNeverNull } from './neverNull'
export { functionNames, type ExpressionEnvironment } from './functions'
export { parseExpression } from './parse'
export {
  ExpressionError,
  problemText,
  typeText,
  type Expression,
  type ExpressionProblem,
  type ExpressionScopeTypes,
  type ExpressionType,
  type RowType,
} from './types'
