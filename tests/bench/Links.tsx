import { useNavigate } from 'react-router-dom'

/** What both contestants are driven by. */
export function Links({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <nav>
      <button type="button" id="home" onClick={() => void navigate('/')}>
        首页
      </button>
      <button type="button" id="close" onClick={onClose}>
        关闭全部
      </button>
      <button type="button" id="list" onClick={() => void navigate('/order')}>
        采购单
      </button>
      <button type="button" id="long-list" onClick={() => void navigate('/order?pageSize=100')}>
        采购单（100 行）
      </button>
      <button type="button" id="thousand" onClick={() => void navigate('/order?orderName=thousand&pageSize=1000')}>
        采购单（1000 行）
      </button>
      <button type="button" id="form" onClick={() => void navigate('/order/edit?id=7')}>
        编辑采购单
      </button>
      <button type="button" id="large-form" onClick={() => void navigate('/large/edit?id=7')}>
        编辑大表单
      </button>
      <button type="button" id="large-new" onClick={() => void navigate('/large/edit')}>
        新增大表单
      </button>
    </nav>
  )
}
