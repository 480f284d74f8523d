/** 注册须知. */
export function Notice() {
  return (
    <ol className="app-register-notice">
      <li>所填信息与上传的证照须真实、完整、有效，并与工商登记一致。</li>
      <li>平台仅将所填信息用于企业准入审核与业务联系。</li>
      <li>审核结果以短信或电话通知联系人，请保持联系方式畅通。</li>
      <li>同一手机号 10 分钟内只能提交一次注册。</li>
    </ol>
  )
}
