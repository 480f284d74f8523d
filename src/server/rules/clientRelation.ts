import type { SaveRule } from '../ruleTypes'

/** What an enterprise is to a client, it is in its own file too; within a group any may be (domain 60, clientrelation). */
export const saveClientRelation: SaveRule<'clientRelation'> = async (tools, { values: relation, before }) => {
  const { relationType, relatedEnterpriseId } = relation
  // What has lost a role since may still be ended.
  if (before?.relationType === relationType && before.relatedEnterpriseId === relatedEnterpriseId) return
  const { enterpriseName, enterpriseRoles } = await tools.load('enterprise', relatedEnterpriseId)
  if (relationType === 'GROUP' || enterpriseRoles.includes(relationType)) return
  tools.invalid('relatedEnterpriseId', `“${enterpriseName}”没有该关系对应的企业角色，请先在企业管理中变更其角色`)
}
