import { Col, Form, InputNumber, type InputNumberProps } from 'antd'

export const required = [{ required: true }]

export function Cell(props: React.ComponentProps<typeof Form.Item>) {
  return (
    <Col span={8}>
      <Form.Item {...props} />
    </Col>
  )
}

export function Decimal(props: InputNumberProps<string>) {
  return <InputNumber<string> stringMode className="full" placeholder="请输入" {...props} />
}
