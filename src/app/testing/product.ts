import type { MenuPlan, RoutePlan } from '../../../engine/core/plan'
import type { ProductPart } from '../../../engine/core/wire'

/** A small product: two branches, a hidden page, a page for everybody. */
export const menus: MenuPlan[] = [
  { id: '2', pid: '0', mpid: -1, name: '业务', seq: 2, permissionGroups: ['trade'], icon: 'bank' },
  { id: '1', pid: '0', mpid: -1, name: '主数据', seq: 1, permissionGroups: ['base'], icon: 'bars' },
  { id: '1-3', pid: '1', mpid: '1', name: '汇率', router: '/rate', seq: 2, menuName: 'base_rate' },
  { id: '1-2', pid: '1', mpid: '1', name: '商品', router: '/goods', seq: 1, menuName: 'base_goods' },
  { id: '1-2-1', pid: '1-2', mpid: '1-2', name: '商品新增/编辑', router: '/goods/edit', seq: 1, menuName: 'base_goods', hidden: true },
  {
    id: '1-2-2',
    pid: '1-2',
    mpid: '1-2',
    name: '商品详情',
    correctionName: '商品审核',
    router: '/goods/:id',
    seq: 2,
    menuName: 'base_goods',
    hidden: true,
  },
  { id: '2-10', pid: '2', mpid: '2', name: '订单', router: '/order', seq: 1, menuName: 'trade_order' },
]

function route(path: string, screen: string, page: string, title: string, more: Partial<RoutePlan> = {}): RoutePlan {
  return { route: path, screen, page, title, menuName: screen.replace('/', '_'), open: false, ...more }
}

export const routes: RoutePlan[] = [
  route('/goods/:id', 'base/goods', 'detail', '商品详情', { mode: 'view' }),
  route('/goods', 'base/goods', 'list', '商品'),
  route('/goods/edit', 'base/goods', 'edit', '编辑商品', { mode: 'edit' }),
  route('/goods/register', 'base/goods', 'register', '登记商品', { open: true }),
  route('/rate', 'base/rate', 'list', '汇率'),
  route('/order', 'trade/order', 'list', '订单'),
]

/** All of it, as the server answers it. */
export const part: ProductPart = {
  version: 'small',
  menus,
  routes,
  plans: Object.fromEntries(routes.map(({ screen }) => [screen, '1'])),
}
