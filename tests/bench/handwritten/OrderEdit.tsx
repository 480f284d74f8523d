import { useQuery } from '@tanstack/react-query'
import { App, Button, Card, Col, DatePicker, Form, Input, InputNumber, Row, Select, Space, Switch, Tabs, type InputNumberProps } from 'antd'
import dayjs from 'dayjs'
import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { DepositAmount, DiscountAmount, GoodsAmount, TotalAmount } from './amounts'
import { Cell, Decimal, required } from './fields'
import { ItemsTable } from './ItemsTable'
import {
  currencyOptions,
  deliveryOptions,
  invoiceTypeOptions,
  orderTypeOptions,
  payTermOptions,
  regionOptions,
  transportOptions,
} from './options'
import { readOrder, type OrderDetail } from './orders'
import { SupplierSelect } from './SupplierSelect'

export function OrderEdit() {
  const [address] = useSearchParams()
  const id = address.get('id') ?? ''
  const { data } = useQuery({ queryKey: ['order', id], queryFn: ({ signal }) => readOrder(id, signal), staleTime: 0 })
  return data && <OrderForm key={id} order={data} />
}

function OrderForm({ order }: { order: OrderDetail }) {
  const [form] = Form.useForm()
  const navigate = useNavigate()
  const { message } = App.useApp()
  const initialValues = useMemo(
    () => ({ ...order, orderDate: dayjs(order.orderDate), arriveDate: order.arriveDate === null ? null : dayjs(order.arriveDate) }),
    [order],
  )
  return (
    <Form form={form} layout="vertical" initialValues={initialValues} onFinish={() => void message.success('保存成功')}>
      <Card title="基本信息">
        <Row gutter={24}>
          <Cell name="orderNo" label="采购单号">
            <Input disabled />
          </Cell>
          <Cell name="orderName" label="采购名称" rules={required}>
            <Input placeholder="请输入" maxLength={100} />
          </Cell>
          <Cell name="orderType" label="订单类型" rules={required}>
            <Select placeholder="请选择" options={orderTypeOptions} />
          </Cell>
          <Cell name="supplierId" label="供应商" rules={required}>
            <SupplierSelect name={order.supplierName} />
          </Cell>
          <Cell name="supplierContact" label="供应商联系人">
            <Input placeholder="请输入" maxLength={40} />
          </Cell>
          <Cell name="branchId" label="门店" rules={required}>
            <Select placeholder="请选择" options={[{ value: '1', label: '浦东门店' }]} />
          </Cell>
          <Cell name="region" label="区域" rules={required}>
            <Select placeholder="请选择" options={regionOptions} />
          </Cell>
          <Cell name="orderDate" label="下单日期" rules={required}>
            <DatePicker className="full" />
          </Cell>
          <Cell name="arriveDate" label="到货日期">
            <DatePicker className="full" />
          </Cell>
          <Cell name="urgent" label="加急" valuePropName="checked">
            <Switch />
          </Cell>
          <VisibleWhen field="urgent" is={true}>
            <Cell name="urgentReason" label="加急原因">
              <Input placeholder="请输入" maxLength={200} />
            </Cell>
          </VisibleWhen>
          <Cell name="project" label="所属项目">
            <Input placeholder="请输入" maxLength={80} />
          </Cell>
        </Row>
      </Card>
      <Card title="金额">
        <Row gutter={24}>
          <Cell name="currency" label="币种" rules={required}>
            <Select placeholder="请选择" options={currencyOptions} />
          </Cell>
          <Cell name="exchangeRate" label="汇率">
            <Decimal precision={6} min="0.000001" />
          </Cell>
          <Cell label="货款金额">
            <GoodsAmount />
          </Cell>
          <Cell name="discountRate" label="折扣率">
            <Percent />
          </Cell>
          <Cell label="折扣金额">
            <DiscountAmount />
          </Cell>
          <Cell name="freight" label="运费">
            <Decimal precision={2} min="0" />
          </Cell>
          <Cell name="insurance" label="保险费">
            <Decimal precision={2} min="0" />
          </Cell>
          <Cell label="合计金额">
            <TotalAmount />
          </Cell>
          <Cell name="depositRate" label="定金比例">
            <Percent />
          </Cell>
          <Cell label="定金金额">
            <DepositAmount />
          </Cell>
        </Row>
      </Card>
      <Card title="交货">
        <Row gutter={24}>
          <Cell name="delivery" label="交货方式">
            <Select placeholder="请选择" allowClear options={deliveryOptions} />
          </Cell>
          <Cell name="warehouse" label="收货仓库">
            <Input placeholder="请输入" maxLength={60} />
          </Cell>
          <Cell name="address" label="收货地址">
            <Input placeholder="请输入" maxLength={200} />
          </Cell>
          <Cell name="receiver" label="收货人">
            <Input placeholder="请输入" maxLength={40} />
          </Cell>
          <Cell name="receiverPhone" label="收货电话">
            <Input placeholder="请输入" maxLength={30} />
          </Cell>
          <Cell name="transport" label="运输方式">
            <Select placeholder="请选择" allowClear options={transportOptions} />
          </Cell>
          <VisibleWhen field="transport" is="TRUCK">
            <Cell name="vehicleNo" label="车牌号">
              <Input placeholder="请输入" maxLength={20} />
            </Cell>
          </VisibleWhen>
          <Cell name="boxes" label="箱数">
            <InputNumber className="full" min={0} precision={0} suffix="箱" />
          </Cell>
          <Cell name="weight" label="毛重">
            <Decimal precision={3} min="0" suffix="kg" />
          </Cell>
          <Cell name="volume" label="体积">
            <Decimal precision={3} min="0" suffix="m³" />
          </Cell>
        </Row>
      </Card>
      <Card title="付款与其他">
        <Row gutter={24}>
          <Cell name="payTerm" label="付款条件">
            <Select placeholder="请选择" allowClear options={payTermOptions} />
          </Cell>
          <Cell name="payDays" label="账期">
            <InputNumber className="full" min={0} max={365} precision={0} suffix="天" />
          </Cell>
          <Cell name="invoiceType" label="发票类型">
            <Select placeholder="请选择" allowClear options={invoiceTypeOptions} />
          </Cell>
          <Cell name="taxRate" label="税率">
            <Percent />
          </Cell>
          <Cell name="taxNo" label="税号">
            <Input placeholder="请输入" maxLength={30} />
          </Cell>
          <Cell name="bankName" label="开户行">
            <Input placeholder="请输入" maxLength={80} />
          </Cell>
          <Cell name="bankAccount" label="银行账号">
            <Input placeholder="请输入" maxLength={40} />
          </Cell>
          <Col span={24}>
            <Form.Item name="remark" label="备注">
              <Input.TextArea placeholder="请输入" maxLength={500} rows={3} />
            </Form.Item>
          </Col>
        </Row>
      </Card>
      <Tabs items={[{ key: 'items', label: '采购明细', children: <ItemsTable /> }]} />
      <Space>
        <Button onClick={() => void navigate('/order')}>返回</Button>
        <Button type="primary" htmlType="submit">
          保存
        </Button>
      </Space>
    </Form>
  )
}

function VisibleWhen({ field, is, children }: { field: string; is: unknown; children: React.ReactNode }) {
  return Form.useWatch(field) === is ? children : null
}

/** A fraction, typed in per cent. */
function Percent({ value, onChange, ...props }: InputNumberProps<string>) {
  return (
    <InputNumber<string>
      {...props}
      stringMode
      className="full"
      min="0"
      max="100"
      precision={2}
      suffix="%"
      value={value === null || value === undefined ? null : String(Number((Number(value) * 100).toFixed(4)))}
      onChange={(typed) => onChange?.(typed === null ? null : String(Number((Number(typed) / 100).toFixed(6))))}
    />
  )
}
