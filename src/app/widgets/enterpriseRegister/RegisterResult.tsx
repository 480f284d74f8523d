import { CheckCircleFilled } from '@ant-design/icons'
import { config } from '../../config'

export function RegisterResult({ enterpriseNo }: { enterpriseNo: string }) {
  return (
    <section className="app-register app-register-done" role="status">
      <CheckCircleFilled aria-hidden />
      <h1>注册申请已提交</h1>
      <p>
        企业编号 <strong>{enterpriseNo}</strong>，请妥善保存。
      </p>
      <p>
        平台将尽快审核，结果会通知联系人。如有疑问请致电 {config.customerService.phone}（{config.customerService.hours}）。
      </p>
      <a className="engine-link" href="/login">
        返回登录
      </a>
    </section>
  )
}
