import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { listSuppliers } from './orders'

interface SupplierSelectProps {
  id?: string
  value?: string
  onChange?: (value: string | undefined) => void
  /** What the value is called before its options are loaded. */
  name?: string
}

export function SupplierSelect({ id, value, onChange, name }: SupplierSelectProps) {
  const [keyword, setKeyword] = useState('')
  const [open, setOpen] = useState(false)
  const { data = [], isFetching } = useQuery({
    queryKey: ['suppliers', keyword],
    queryFn: () => listSuppliers(keyword),
    enabled: open,
  })
  const known = value !== undefined && name !== undefined && !data.some((option) => option.value === value)
  return (
    <Select
      id={id}
      value={value}
      onChange={onChange}
      placeholder="请选择"
      allowClear
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={isFetching}
      onOpenChange={setOpen}
      options={known ? [{ value, label: name }, ...data] : data}
    />
  )
}
