import { Modal } from 'antd'
import { useId, useRef, useState } from 'react'
import { useServices, type WidgetProps } from '../../../../engine/client/context'
import { newKey } from '../../../../engine/client/newKey'
import { dayTypesOf, isNamed, type DayType } from '../../../rules/workdays'
import { extraEndpoint } from '../extraEndpoint'
import type { Day } from './months'

interface DayDialogProps extends Pick<WidgetProps, 'screen'> {
  day: Day
  titles: (dayType: DayType) => string
  onDone: () => void
  onClose: () => void
}

const longestName = 30

/** What a day is: of a weekday other things than of the weekend. */
export function DayDialog({ screen, day, titles, onDone, onClose }: DayDialogProps) {
  const { request, notify } = useServices()
  const [dayType, setDayType] = useState(day.dayType)
  const [holidayName, setHolidayName] = useState(day.holidayName ?? '')
  const [busy, setBusy] = useState(false)
  const idempotencyKey = useRef(newKey())
  const nameId = useId()

  async function save(): Promise<void> {
    const { method, url } = extraEndpoint(screen, 'changeDay')
    const name = isNamed(dayType) && holidayName.trim() !== '' ? { holidayName: holidayName.trim() } : {}
    setBusy(true)
    const result = await request({ method, url, values: { dayId: day.id, dayType, ...name }, idempotencyKey: idempotencyKey.current })
    setBusy(false)
    if (!result.success) return
    notify.success(`${day.calendarDate} 已设为${titles(dayType)}`)
    onDone()
    onClose()
  }

  async function cancel(): Promise<void> {
    const isChanged = dayType !== day.dayType || (isNamed(dayType) && holidayName.trim() !== (day.holidayName ?? ''))
    if (!isChanged || (await notify.confirm({ title: `放弃对 ${day.calendarDate} 的修改？`, discards: true, okText: '放弃' }))) onClose()
  }

  return (
    <Modal
      open
      width={420}
      title={day.calendarDate}
      okText="保存"
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={() => void cancel()}
    >
      <form
        className="app-calendar-form"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <fieldset>
          <legend>日类型</legend>
          {dayTypesOf(day.calendarDate).map((code) => (
            <label key={code} data-type={code}>
              <input type="radio" name="dayType" value={code} checked={code === dayType} onChange={() => setDayType(code)} />
              {titles(code)}
            </label>
          ))}
        </fieldset>
        {isNamed(dayType) && (
          <div>
            <label htmlFor={nameId}>节日名称</label>
            <input
              id={nameId}
              className="engine-input"
              value={holidayName}
              maxLength={longestName}
              placeholder="如 春节"
              onChange={(event) => setHolidayName(event.target.value)}
            />
          </div>
        )}
      </form>
    </Modal>
  )
}
