export { checkExpression, type ExpressionCheck } from './check'
export { expressionDependencies } from './dependencies'
export { evaluateExpression, type ExpressionScope } from './evaluate'
export { isNeverNull } from './neverNull'
export { functionNames, type ExpressionEnvironment } from './functions'
export { parseExpression } from './parse'
export {
  expressionSqlProblem,
  rowExpression,
  textKey,
  type RowEntity,
  type RowExpression,
  type RowExpressionOf,
  type RowType,
} from './rowExpression'
export {
  ExpressionError,
  problemText,
  typeText,
  type Expression,
  type ExpressionProblem,
  type ExpressionScopeTypes,
  type ExpressionType,
} from './types'
