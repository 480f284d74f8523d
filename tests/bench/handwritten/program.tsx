import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import './pages.css'

export const queries = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: 3000 } } })

export function drawProgram(router: React.ComponentProps<typeof RouterProvider>['router']): void {
  createRoot(document.getElementById('root')!).render(
    <ConfigProvider locale={zhCN}>
      <App>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </App>
    </ConfigProvider>,
  )
}
