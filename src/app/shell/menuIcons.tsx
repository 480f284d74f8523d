import {
  AppstoreOutlined,
  BankOutlined,
  BarsOutlined,
  CloudDownloadOutlined,
  CreditCardOutlined,
  DatabaseOutlined,
  DesktopOutlined,
  DotChartOutlined,
  HomeOutlined,
  PieChartOutlined,
  RedEnvelopeOutlined,
  SwapOutlined,
  WalletOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'

/** Icons of the menu table by the names it uses (acceptance L9). */
const icons: Readonly<Record<string, ComponentType<{ 'aria-hidden': true }>>> = {
  appstore: AppstoreOutlined,
  bank: BankOutlined,
  bars: BarsOutlined,
  'cloud-download': CloudDownloadOutlined,
  'credit-card': CreditCardOutlined,
  database: DatabaseOutlined,
  desktop: DesktopOutlined,
  'dot-chart': DotChartOutlined,
  home: HomeOutlined,
  'pie-chart': PieChartOutlined,
  'red-envelope': RedEnvelopeOutlined,
  swap: SwapOutlined,
  wallet: WalletOutlined,
}

export function MenuIcon({ name }: { name: string | undefined }) {
  const Icon = (name === undefined ? undefined : icons[name]) ?? AppstoreOutlined
  return <Icon aria-hidden />
}
