import { useQuery } from '@tanstack/react-query'
import { App, Button, Card, DatePicker, Form, Input, Row, Select, Space } from 'antd'
import dayjs from 'dayjs'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { largeSections, type LargeFieldKind } from '../largeForm'
import { Cell, Decimal, required } from './fields'
import { regionOptions } from './options'
import { readLarge, type LargeDetail } from './orders'

export function LargeEdit() {
  const [address] = useSearchParams()
  const id = address.get('id') ?? ''
  const { data } = useQuery({
    queryKey: ['large', id],
    queryFn: ({ signal }) => readLarge(id, signal),
    staleTime: 0,
    enabled: id !== '',
  })
  if (id === '') return <LargeForm key="new" initialValues={{}} />
  return data && <LargeForm key={id} initialValues={valuesOf(data)} />
}

const dates = largeSections.flatMap(({ fields }) => fields.filter(({ kind }) => kind === 'date').map(({ name }) => name))

function valuesOf(detail: LargeDetail): Record<string, unknown> {
  return { ...detail, ...Object.fromEntries(dates.map((name) => [name, dayjs(detail[name])])) }
}

const inputs: Readonly<Record<LargeFieldKind, React.ReactNode>> = {
  text: <Input placeholder="请输入" maxLength={60} />,
  select: <Select placeholder="请选择" options={regionOptions} />,
  digit: <Decimal precision={2} min="0" />,
  money: <Decimal precision={2} min="0" />,
  date: <DatePicker className="full" />,
  textarea: <Input.TextArea placeholder="请输入" maxLength={500} rows={3} />,
}

// Its elements are the same each time, so that a render of the form stops at them.
const cards = largeSections.map(({ title, fields }) => (
  <Card key={title} title={title}>
    <Row gutter={24}>
      {fields.map((field) => (
        <Cell key={field.name} name={field.name} label={field.title} {...(field.required ? { rules: required } : {})}>
          {inputs[field.kind]}
        </Cell>
      ))}
    </Row>
  </Card>
))

function LargeForm({ initialValues }: { initialValues: Record<string, unknown> }) {
  const navigate = useNavigate()
  const { message } = App.useApp()
  return (
    <Form
      layout="vertical"
      initialValues={initialValues}
      scrollToFirstError={{ focus: true }}
      onFinish={() => void message.success('保存成功')}
    >
      {cards}
      <Space>
        <Button onClick={() => void navigate('/')}>返回</Button>
        <Button type="primary" htmlType="submit">
          保存
        </Button>
      </Space>
    </Form>
  )
}
