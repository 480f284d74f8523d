import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  App,
  Button,
  Col,
  DatePicker,
  Dropdown,
  Form,
  Input,
  InputNumber,
  Row,
  Select,
  Space,
  Table,
  Tabs,
  Tag,
  type TableColumnsType,
} from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useMemo } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { currencies, currencyOptions, orderTypeOptions, orderTypes, regionOptions, regions, states, stateOptions } from './options'
import { countStates, listOrders, type Order } from './orders'
import { SupplierSelect } from './SupplierSelect'

interface Search {
  orderName?: string
  supplierId?: string
  orderType?: string
  region?: string
  orderDate?: [Dayjs, Dayjs]
  totalAmountStart?: string
  totalAmountEnd?: string
  currency?: string
  status?: string
}

/** More rows than these are drawn as they come into view. */
const DRAWN_AT_ONCE = 100
/** What makes no difference to how many rows are in each state. */
const notCounted = new Set(['page', 'pageSize', 'sortField', 'sortOrder', 'status'])
/** What the window has left for them. */
const BODY_PX = 600

const money = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

// Intl takes decimal text as it is.
function formatMoney(value: string | null): string {
  return value === null ? '-' : money.format(value as Intl.StringNumericLiteral)
}

const dataColumns: TableColumnsType<Order> = [
  {
    title: '采购单号',
    dataIndex: 'orderNo',
    width: 180,
    fixed: 'start',
    sorter: true,
    render: (orderNo: string, { id }) => <Link to={`/order/edit?id=${id}`}>{orderNo}</Link>,
  },
  { title: '采购名称', dataIndex: 'orderName', width: 200, ellipsis: true, sorter: true },
  { title: '供应商', dataIndex: 'supplierName', width: 200, ellipsis: true },
  { title: '订单类型', dataIndex: 'orderType', width: 120, sorter: true, render: (code: string) => <Tag>{orderTypes[code]}</Tag> },
  { title: '区域', dataIndex: 'region', width: 120, sorter: true, render: (code: string) => regions[code] },
  { title: '下单日期', dataIndex: 'orderDate', width: 120, sorter: true },
  { title: '到货日期', dataIndex: 'arriveDate', width: 120, sorter: true },
  { title: '币种', dataIndex: 'currency', width: 120, sorter: true, render: (code: string) => currencies[code] },
  { title: '货款金额', dataIndex: 'goodsAmount', width: 140, align: 'end', sorter: true, render: formatMoney },
  { title: '合计金额', dataIndex: 'totalAmount', width: 140, align: 'end', sorter: true, render: formatMoney },
  { title: '定金金额', dataIndex: 'depositAmount', width: 140, align: 'end', sorter: true, render: formatMoney },
  { title: '加急', dataIndex: 'urgent', width: 80, render: (urgent: boolean) => (urgent ? '是' : '否') },
  { title: '所属项目', dataIndex: 'project', width: 160, ellipsis: true },
  {
    title: '创建时间',
    dataIndex: 'createdAt',
    width: 180,
    sorter: true,
    render: (moment: string) => dayjs(moment).format('YYYY-MM-DD HH:mm:ss'),
  },
  {
    title: '状态',
    dataIndex: 'status',
    width: 100,
    render: (code: Order['status']) => <Tag color={states[code]?.color}>{states[code]?.title}</Tag>,
  },
]

export function OrderList() {
  const [address, setAddress] = useSearchParams()
  const [form] = Form.useForm<Search>()
  const navigate = useNavigate()
  const { modal } = App.useApp()
  const page = Number(address.get('page') ?? 1)
  const pageSize = Number(address.get('pageSize') ?? 20)
  const isLong = pageSize > DRAWN_AT_ONCE

  const query = useMemo(
    () => Object.fromEntries([...address, ['page', String(page)], ['pageSize', String(pageSize)]]),
    [address, page, pageSize],
  )
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['orders', query],
    queryFn: ({ signal }) => listOrders(query, signal),
    placeholderData: keepPreviousData,
  })
  const counted = useMemo(() => Object.fromEntries([...address].filter(([name]) => !notCounted.has(name))), [address])
  const { data: stateCounts } = useQuery({
    queryKey: ['orders', 'states', counted],
    queryFn: ({ signal }) => countStates(counted, signal),
    placeholderData: keepPreviousData,
  })

  const columns = useMemo((): TableColumnsType<Order> => {
    const actions = {
      title: '操作',
      key: 'actions',
      width: 180,
      fixed: 'end',
      render: (_: unknown, { id, orderNo, status }: Order) => (
        <span className="row-actions">
          <a onClick={() => void navigate(`/order/edit?id=${id}`)}>查看</a>
          {status === 'DRAFT' && <a onClick={() => void navigate(`/order/edit?id=${id}`)}>编辑</a>}
          {status === 'DRAFT' && <a onClick={() => modal.confirm({ title: `确定要提交“${orderNo}”吗？` })}>提交</a>}
          {status === 'AUDITING' && <a onClick={() => modal.confirm({ title: `确定要审批通过“${orderNo}”吗？` })}>审批通过</a>}
          <Dropdown menu={{ items: [{ key: 'delete', label: '删除', danger: true, disabled: status !== 'DRAFT' }] }} trigger={['click']}>
            <a>更多</a>
          </Dropdown>
        </span>
      ),
    } as const
    return [...dataColumns, actions]
  }, [modal, navigate])

  function search({ orderDate, ...values }: Search): void {
    const days = orderDate?.map((day) => day.format('YYYY-MM-DD'))
    const filters = { ...values, orderDateStart: days?.[0], orderDateEnd: days?.[1] }
    const next = new URLSearchParams(Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1])))
    if (pageSize !== 20) next.set('pageSize', String(pageSize))
    if (next.toString() === address.toString()) void refetch()
    else setAddress(next, { replace: true })
  }

  function show(changes: Record<string, string | undefined>): void {
    const next = new URLSearchParams(address)
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) next.delete(name)
      else next.set(name, value)
    }
    setAddress(next, { replace: true })
  }

  return (
    <>
      <Form form={form} layout="horizontal" labelCol={{ span: 7 }} onFinish={search}>
        <Row gutter={16}>
          <Col span={6}>
            <Form.Item name="orderName" label="采购名称">
              <Input placeholder="请输入" allowClear />
            </Form.Item>
          </Col>
          <Col span={6}>
            <Form.Item name="supplierId" label="供应商">
              <SupplierSelect />
            </Form.Item>
          </Col>
          <Col span={6}>
            <Form.Item name="orderType" label="订单类型">
              <Select placeholder="请选择" allowClear options={orderTypeOptions} />
            </Form.Item>
          </Col>
          <Col span={6}>
            <Form.Item name="region" label="区域">
              <Select placeholder="请选择" allowClear options={regionOptions} />
            </Form.Item>
          </Col>
          <Col span={6}>
            <Form.Item name="orderDate" label="下单日期">
              <DatePicker.RangePicker className="full" />
            </Form.Item>
          </Col>
          <Col span={6}>
            <Form.Item label="合计金额">
              <Space.Compact block>
                <Form.Item name="totalAmountStart" noStyle>
                  <InputNumber<string> stringMode placeholder="最小" className="full" />
                </Form.Item>
                <Form.Item name="totalAmountEnd" noStyle>
                  <InputNumber<string> stringMode placeholder="最大" className="full" />
                </Form.Item>
              </Space.Compact>
            </Form.Item>
          </Col>
          <Col span={6}>
            <Form.Item name="currency" label="币种">
              <Select placeholder="请选择" allowClear options={currencyOptions} />
            </Form.Item>
          </Col>
          <Col span={6}>
            <Form.Item name="status" label="状态">
              <Select placeholder="请选择" allowClear options={stateOptions} />
            </Form.Item>
          </Col>
        </Row>
        <div className="search-actions">
          <Button type="primary" htmlType="submit">
            查询
          </Button>
          <Button
            onClick={() => {
              form.resetFields()
              search({})
            }}
          >
            重置
          </Button>
        </div>
      </Form>
      <div className="table-actions">
        <Button type="primary">新增</Button>
        <Button>导出</Button>
      </div>
      <Tabs
        size="small"
        activeKey={address.get('status') ?? ''}
        onChange={(status) => show({ status: status || undefined, page: undefined })}
        items={[{ value: '', label: '全部' }, ...stateOptions].map(({ value, label }) => ({
          key: value,
          label: `${label} ${(value === '' ? stateCounts?.total : stateCounts?.counts[value]) ?? ''}`,
        }))}
      />
      <Table<Order>
        rowKey="id"
        size="middle"
        columns={columns}
        dataSource={data?.records}
        loading={{ spinning: isFetching, delay: 200 }}
        sticky
        virtual={isLong}
        scroll={isLong ? { x: 2300, y: BODY_PX } : { x: 2300 }}
        pagination={{
          current: page,
          pageSize,
          total: data?.total ?? 0,
          showSizeChanger: true,
          showQuickJumper: true,
          showTotal: (total) => `共 ${total} 条`,
        }}
        onChange={(pagination, _filters, sorter) => {
          const { field, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter
          show({
            page: pagination.current === 1 ? undefined : String(pagination.current),
            pageSize: pagination.pageSize === 20 ? undefined : String(pagination.pageSize),
            sortField: order ? String(field) : undefined,
            sortOrder: order ?? undefined,
          })
        }}
      />
    </>
  )
}
