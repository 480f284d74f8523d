import { useEffect, useId, useState, type FormEvent } from 'react'
import { Button } from '../../../engine/client/ui/Button'
import { createStore } from '../../../engine/client/memory/storage'
import { config } from '../config'
import { useProgram } from '../programContext'
import { FormRow } from '../ui/FormRow'
import { Logo } from '../ui/Logo'
import { PasswordInput } from '../ui/PasswordInput'
import './login.css'

const local = createStore(() => window.localStorage, config.storagePrefix)
/** 记住我: the name, never the password. */
const REMEMBERED = 'rememberedName'

export function LoginPage() {
  const { session } = useProgram()
  const id = useId()
  const [userName, setUserName] = useState(() => textOf(local.get(REMEMBERED)))
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(true)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [missing, setMissing] = useState<{ userName?: string; password?: string }>({})

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    setProblem(undefined)
    const name = userName.trim()
    const lacks = { ...(name === '' ? { userName: '请输入登录名' } : {}), ...(password === '' ? { password: '请输入密码' } : {}) }
    setMissing(lacks)
    if (Object.keys(lacks).length > 0) return
    setBusy(true)
    const refusal = await session.signIn(name, password)
    setBusy(false)
    setProblem(refusal)
    if (refusal !== undefined) return
    if (remember) local.set(REMEMBERED, name)
    else local.remove(REMEMBERED)
  }

  return (
    <main className="app-login">
      <section className="app-login-about" aria-hidden="true">
        <Logo />
        <div>
          <h2>{config.title}</h2>
          <p>{config.subtitle}</p>
          <ul>
            <li>额度、融资、入库、放货全流程在线</li>
            <li>库存与质押实时联动，账实相符</li>
            <li>审批留痕，权限到行到按钮</li>
          </ul>
        </div>
        <LoginPicture />
      </section>
      <section className="app-login-box">
        <form className="app-form" noValidate onSubmit={(event) => void submit(event)}>
          <div className="app-login-head">
            <Logo folded />
            <h1>登录{config.title}</h1>
          </div>
          <FormRow id={id} label="登录名" problem={missing.userName}>
            <input
              id={id}
              className="engine-input"
              name="userName"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              autoFocus={userName === ''}
              placeholder="请输入登录名"
              value={userName}
              aria-invalid={missing.userName !== undefined || undefined}
              aria-describedby={`${id}-text`}
              onChange={(event) => setUserName(event.target.value)}
            />
          </FormRow>
          <PasswordInput
            label="密码"
            autoComplete="current-password"
            autoFocus={userName !== ''}
            value={password}
            // Where there is room for it: nothing moves when the server refuses.
            problem={missing.password ?? problem}
            onChange={setPassword}
          />
          <div className="app-login-more">
            <label>
              <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
              记住我
            </label>
            <a href="/enterprise/register">企业注册</a>
          </div>
          <Button type="submit" look="primary" busy={busy}>
            登录
          </Button>
          <DemoAccounts onChoose={setUserName} />
        </form>
        <p className="app-login-foot">
          客服电话 {config.customerService.phone}　{config.customerService.hours}
          <br />
          {config.footer.copyright}　{config.footer.filingNumber}
        </p>
      </section>
    </main>
  )
}

/** In a demo installation: who can be tried. */
function DemoAccounts({ onChoose }: { onChoose: (userName: string) => void }) {
  const { api } = useProgram()
  const [demo, setDemo] = useState(false)
  useEffect(() => {
    let gone = false
    void api.isDemo().then((result) => {
      if (!gone && result.success) setDemo(result.body.demo)
    })
    return () => {
      gone = true
    }
  }, [api])
  if (!demo) return null
  return (
    <fieldset className="app-login-demo">
      <legend>演示账号</legend>
      {config.demoAccounts.map(({ userName, title }) => (
        <button key={userName} type="button" onClick={() => onChoose(userName)}>
          {title}
          <small>{userName}</small>
        </button>
      ))}
    </fieldset>
  )
}

function LoginPicture() {
  return (
    <svg className="app-login-picture" viewBox="0 0 420 240" fill="none">
      {[0, 1, 2, 3].map((column) => (
        <g key={column} transform={`translate(${40 + column * 88} ${column % 2 === 0 ? 96 : 62})`}>
          <path
            d="M36 0 72 20v42L36 82 0 62V20Z"
            stroke="#9fd0ea"
            strokeOpacity={0.35 + column * 0.15}
            strokeWidth="2"
            strokeLinejoin="round"
          />
          <path
            d="M0 20 36 41l36-21M36 41v41"
            stroke="#9fd0ea"
            strokeOpacity={0.35 + column * 0.15}
            strokeWidth="2"
            strokeLinejoin="round"
          />
        </g>
      ))}
      <path d="M20 214c70-44 120 6 190-26s110-50 190-96" stroke="#f2b441" strokeWidth="2.5" strokeLinecap="round" strokeDasharray="2 9" />
      <circle cx="400" cy="92" r="6" fill="#f2b441" />
    </svg>
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
