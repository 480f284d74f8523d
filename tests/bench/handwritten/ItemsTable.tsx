import { Button, Form, Input, InputNumber, Select, Table, type FormListFieldData, type TableColumnsType } from 'antd'
import { useMemo } from 'react'
import { amountOf, formatAmount, goodsAmountOf } from './amounts'
import { unitOptions } from './options'
import type { OrderDetail } from './orders'

const required = [{ required: true }]

export function ItemsTable() {
  return (
    <Form.List name="items">
      {(rows, { add, remove }) => (
        <>
          <Rows rows={rows} onRemove={remove} />
          <Button type="dashed" block onClick={() => add({})}>
            新增一行
          </Button>
        </>
      )}
    </Form.List>
  )
}

const dataColumns: TableColumnsType<FormListFieldData> = [
  { title: '序号', width: 60, render: (_, _row, index) => index + 1 },
  {
    title: '商品名称',
    width: 200,
    render: (_, { name }) => (
      <Form.Item name={[name, 'article']} rules={required} noStyle>
        <Input placeholder="请输入" maxLength={80} />
      </Form.Item>
    ),
  },
  {
    title: '规格',
    width: 160,
    render: (_, { name }) => (
      <Form.Item name={[name, 'spec']} noStyle>
        <Input placeholder="请输入" maxLength={60} />
      </Form.Item>
    ),
  },
  {
    title: '单位',
    width: 120,
    render: (_, { name }) => (
      <Form.Item name={[name, 'unit']} noStyle>
        <Select placeholder="请选择" className="full" options={unitOptions} />
      </Form.Item>
    ),
  },
  {
    title: '数量',
    width: 140,
    render: (_, { name }) => (
      <Form.Item name={[name, 'qty']} rules={required} noStyle>
        <InputNumber<string> stringMode precision={4} min="0.0001" className="full" />
      </Form.Item>
    ),
  },
  {
    title: '单价',
    width: 140,
    render: (_, { name }) => (
      <Form.Item name={[name, 'price']} rules={required} noStyle>
        <InputNumber<string> stringMode precision={4} min="0" className="full" />
      </Form.Item>
    ),
  },
  { title: '金额', width: 140, align: 'end', render: (_, { name }) => <LineAmount row={name} /> },
  {
    title: '备注',
    width: 200,
    render: (_, { name }) => (
      <Form.Item name={[name, 'note']} noStyle>
        <Input placeholder="请输入" maxLength={100} />
      </Form.Item>
    ),
  },
]

function Rows({ rows, onRemove }: { rows: FormListFieldData[]; onRemove: (index: number) => void }) {
  const columns = useMemo(
    (): TableColumnsType<FormListFieldData> => [
      ...dataColumns,
      {
        title: '操作',
        width: 100,
        render: (_, { name }) => (
          <a className="danger" onClick={() => onRemove(name)}>
            删除此行
          </a>
        ),
      },
    ],
    [onRemove],
  )
  return (
    <Table
      rowKey="key"
      size="small"
      columns={columns}
      dataSource={rows}
      pagination={false}
      scroll={{ x: 1260 }}
      summary={() => (
        <Table.Summary.Row>
          <Table.Summary.Cell index={0} colSpan={6}>
            合计
          </Table.Summary.Cell>
          <Table.Summary.Cell index={6} align="end">
            <Sum />
          </Table.Summary.Cell>
          <Table.Summary.Cell index={7} colSpan={2} />
        </Table.Summary.Row>
      )}
    />
  )
}

/** Drawn again only when quantity or price of its own row change. */
function LineAmount({ row }: { row: number }) {
  return (
    <Form.Item
      noStyle
      dependencies={[
        ['items', row, 'qty'],
        ['items', row, 'price'],
      ]}
    >
      {({ getFieldValue }) => {
        const item: unknown = getFieldValue(['items', row])
        return <output id={`amount-${row}`}>{formatAmount(amountOf(item ?? {}).toFixed(2))}</output>
      }}
    </Form.Item>
  )
}

function Sum() {
  const amount = Form.useWatch((values: Partial<OrderDetail>) => goodsAmountOf(values).toFixed(2))
  return <>{formatAmount(amount ?? '0')}</>
}
