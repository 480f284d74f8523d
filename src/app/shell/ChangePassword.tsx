import { Modal } from 'antd'
import { useId, useState, type FormEvent } from 'react'
import { useLeaveConfirmation } from '../../../engine/client/leaveConfirmation'
import { useProgram, useSession } from '../programContext'
import { PasswordInput } from '../ui/PasswordInput'
import { useSignOut } from './UserMenu'

const fields = [
  { name: 'oldPassword', title: '原密码', autoComplete: 'current-password' },
  {
    name: 'newPassword',
    title: '新密码',
    autoComplete: 'new-password',
    help: '至少 10 位，含大写字母、小写字母、数字、符号中的三种，不能常见或有规律',
  },
  { name: 'repeated', title: '确认新密码', autoComplete: 'new-password' },
] as const

type Values = Record<(typeof fields)[number]['name'], string>
type Problems = Partial<Values>

/** Acceptance L7. A user whose password was set by somebody else cannot close it, only sign out. */
export function ChangePassword() {
  const { session, actions } = useProgram()
  const must = useSession((state) => state.mustChangePassword)
  const signOut = useSignOut()
  const formId = useId()
  const [values, setValues] = useState<Values>({ oldPassword: '', newPassword: '', repeated: '' })
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const leave = useLeaveConfirmation(() => Object.values(values).some((value) => value !== ''), actions.closeModifyPwdModal)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const found = problemsOf(values)
    setProblems(found)
    if (busy || Object.keys(found).length > 0) return
    setBusy(true)
    try {
      const refused = await session.changeUserPasswd(values.oldPassword, values.newPassword)
      setProblems(Object.fromEntries((refused ?? []).map(({ path, detail }) => [path, detail])))
    } catch {
      // The failure has been shown; the form keeps its values.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      width={520}
      title="修改密码"
      okText="确定"
      cancelText={must ? '退出登录' : '取消'}
      closable={!must}
      keyboard={!must}
      mask={{ closable: false }}
      confirmLoading={busy}
      okButtonProps={{ htmlType: 'submit', form: formId }}
      onCancel={leave}
      cancelButtonProps={{ onClick: () => (must ? void signOut() : actions.closeModifyPwdModal()) }}
    >
      {must && <p className="app-form-note">您的密码由管理员设置，请修改后继续使用。</p>}
      <form id={formId} className="app-form app-dialog-top" noValidate onSubmit={(event) => void submit(event)}>
        {fields.map(({ name, title, autoComplete, ...field }) => (
          <PasswordInput
            key={name}
            label={title}
            autoComplete={autoComplete}
            autoFocus={name === 'oldPassword'}
            value={values[name]}
            help={'help' in field ? field.help : undefined}
            problem={problems[name]}
            onChange={(value) => {
              setValues({ ...values, [name]: value })
              setProblems({ ...problems, [name]: undefined })
            }}
          />
        ))}
      </form>
    </Modal>
  )
}

/** The server decides whether a password is good enough. */
function problemsOf({ oldPassword, newPassword, repeated }: Values): Problems {
  const problems: Problems = {}
  if (oldPassword === '') problems.oldPassword = '请输入原密码'
  if (newPassword === '') problems.newPassword = '请输入新密码'
  else if (newPassword === oldPassword) problems.newPassword = '新密码不能与原密码相同'
  if (repeated === '') problems.repeated = '请再次输入新密码'
  else if (repeated !== newPassword) problems.repeated = '两次输入的新密码不一致'
  return problems
}
