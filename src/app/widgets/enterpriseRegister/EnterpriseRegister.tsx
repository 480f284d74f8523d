import { useId, useState, type FormEvent } from 'react'
import { Button } from '../../../../engine/client/ui/Button'
import { useAction } from '../../../../engine/client/useAction'
import { useServices, type CustomPageProps } from '../../../../engine/client/context'
import { valueChecks } from '../../../../engine/client/form/model/valueChecks'
import { fieldProblemsOf } from '../../../../engine/client/request'
import type { ExtraEndpointPlan, FieldPlan } from '../../../../engine/core/plan'
import { readSubmitted, type CheckContext } from '../../../../engine/core/record/check'
import { Problems as Found } from '../../../../engine/core/record/problems'
import type { FieldProblem } from '../../../../engine/core/wire'
import { config } from '../../config'
import { extraEndpoint } from '../extraEndpoint'
import { LicenceFiles, type LicenceFile } from './LicenceFiles'
import { Notice } from './Notice'
import { RegisterField } from './RegisterField'
import { RegisterResult } from './RegisterResult'
import '../widgets.css'

type Values = Readonly<Record<string, unknown>>
/** Error messages by the path of their field (`licenses.0.name`). */
type Problems = Readonly<Record<string, string>>

/** Fields that have an input of their own. */
const special = new Set(['licenses', 'agreed'])
const sections: readonly { title: string; holds: (field: FieldPlan) => boolean }[] = [
  { title: '企业信息', holds: ({ name }) => !special.has(name) && !name.startsWith('contact') },
  { title: '联系人', holds: ({ name }) => name.startsWith('contact') },
]

/** An enterprise registers itself, without an account (acceptance R1); it then waits for review. */
export function EnterpriseRegister({ screen }: CustomPageProps) {
  const endpoint = extraEndpoint(screen, 'register')
  const [values, setValues] = useState<Values>(() => initialValues(endpoint))
  const [problems, setProblems] = useState<Problems>({})
  const [enterpriseNo, setEnterpriseNo] = useState<string>()
  const { environment, extensions, notify, request } = useServices()
  const { pending, run } = useAction(register)

  if (enterpriseNo !== undefined) return <RegisterResult enterpriseNo={enterpriseNo} />

  async function register(): Promise<void> {
    const found = problemsIn(endpoint, values, { environment: environment(), checks: valueChecks(extensions.formats) })
    setProblems(found)
    if (Object.keys(found).length > 0) return focusFirstProblem()
    const { method, url } = endpoint
    const result = await request<{ enterpriseNo: string }>({ method, url, values, quiet: true })
    if (result.success) return setEnterpriseNo(result.body.enterpriseNo)
    const refused = fieldProblemsOf(result)
    setProblems(byPath(refused))
    if (refused.length === 0 && !result.shown) notify.error(result.message)
    focusFirstProblem()
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    void run()
  }
  function enter(name: string, value: unknown): void {
    setValues((now) => ({ ...now, [name]: value }))
    const { [name]: _mended, ...rest } = problems
    setProblems(rest)
  }
  return (
    <form className="app-register" noValidate onSubmit={submit}>
      <header>
        <h1>企业注册</h1>
        <p>提交后由平台审核，审核通过后为联系人开通账号。带 * 的为必填项。</p>
      </header>
      {sections.map(({ title, holds }) => (
        <fieldset key={title}>
          <legend>{title}</legend>
          <div className="app-form app-form-columns">
            {endpoint.body.filter(holds).map((field) => (
              <RegisterField
                key={field.name}
                field={field}
                value={values[field.name]}
                problem={problems[field.name]}
                onChange={(value) => enter(field.name, value)}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <fieldset>
        <legend>证照</legend>
        <LicenceFiles
          files={(values['licenses'] as readonly LicenceFile[] | undefined) ?? []}
          problem={problemOf(problems, 'licenses')}
          onChange={(files) => enter('licenses', files)}
        />
      </fieldset>
      <Agreement agreed={values['agreed'] === true} problem={problems['agreed']} onChange={(agreed) => enter('agreed', agreed)} />
      <footer>
        <Button type="submit" look="primary" busy={pending}>
          提交注册
        </Button>
        <a href="/login">已有账号，去登录</a>
        <span>
          客服电话 {config.customerService.phone}（{config.customerService.hours}）
        </span>
      </footer>
    </form>
  )
}

interface AgreementProps {
  agreed: boolean
  problem: string | undefined
  onChange: (agreed: boolean) => void
}

function Agreement({ agreed, problem, onChange }: AgreementProps) {
  const id = useId()
  const [reading, setReading] = useState(false)
  return (
    <div className="app-register-agree">
      <label>
        <input
          type="checkbox"
          checked={agreed}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={id}
          onChange={(event) => onChange(event.target.checked)}
        />
        已阅读并同意
      </label>
      <button type="button" className="engine-link" aria-expanded={reading} onClick={() => setReading(!reading)}>
        《注册须知》
      </button>
      <div id={id} className="app-form-problem" role={problem === undefined ? undefined : 'alert'}>
        {problem}
      </div>
      {reading && <Notice />}
    </div>
  )
}

function initialValues({ body }: ExtraEndpointPlan): Values {
  const country = body.some((field) => field.name === 'country') ? { country: '中国' } : {}
  return { ...country, licenses: [], agreed: false }
}

/** Errors that are found before anything is sent, in the words of the server; those of the two special inputs have words of their own. */
function problemsIn({ body }: ExtraEndpointPlan, values: Values, context: CheckContext): Problems {
  const problems = new Found()
  readSubmitted(body, values, context, problems)
  return { ...byPath(problems.all), ...checkSpecial(values) }
}

function byPath(problems: readonly FieldProblem[]): Problems {
  return Object.fromEntries(problems.map(({ path, detail }) => [path, detail]))
}

function checkSpecial({ agreed, licenses }: Values): Problems {
  return {
    ...(agreed === true ? {} : { agreed: '请先阅读并同意注册须知' }),
    ...(Array.isArray(licenses) && licenses.length > 0 ? {} : { licenses: '请上传营业执照等证照' }),
  }
}

/** A problem of the list, or of one of its files. */
function problemOf(problems: Problems, name: string): string | undefined {
  return problems[name] ?? Object.entries(problems).find(([path]) => path.startsWith(`${name}.`))?.[1]
}

function focusFirstProblem(): void {
  // The marks appear with the next render.
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.app-register [aria-invalid="true"]')?.focus())
}
