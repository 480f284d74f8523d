import { EyeOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import type { Preview } from '../preview/preview'
import './preview.css'

/** Whose page this is, until when, and the way out. */
export function PreviewBanner({ preview }: { preview: Preview }) {
  return (
    <aside className="app-preview-banner" aria-label="预览">
      <EyeOutlined aria-hidden />
      <p>
        <strong>正在预览角色「{preview.roleName}」，只读</strong>
        <span>
          数据限于您自己的范围，
          <Remaining until={preview.until} />
        </span>
      </p>
      <button type="button" onClick={() => void preview.leave()}>
        退出预览
      </button>
    </aside>
  )
}

function Remaining({ until }: { until: string }) {
  const [minutes, setMinutes] = useState(() => minutesTo(until))
  useEffect(() => {
    const timer = setInterval(() => setMinutes(minutesTo(until)), 15_000)
    return () => clearInterval(timer)
  }, [until])
  return minutes > 0 ? `${minutes} 分钟后结束` : '即将结束'
}

function minutesTo(until: string): number {
  return Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 60_000))
}
