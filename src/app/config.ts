/** Texts, links and limits of this installation that no schema says. The one place to change them. */
export const config = {
  title: '综合服务平台',
  subtitle: '供应链与存货融资',

  /** Goes before every key in the browser's stores (acceptance L10, S7). */
  storagePrefix: 'scf-',
  /** Name of the token in session storage and of its cookie. */
  tokenName: 'accessToken',
  /** How long a signed-in user counts as fresh, in ms (acceptance S3, tokenExpired). The server has its own limit. */
  tokenExpired: 86_400_000,
  /** Names the application to the server (acceptance C1). */
  appHeader: { name: 'app', value: 'supplyChainFin' },
  /** Of sign-in and of the button lists (acceptance C4, P3). */
  systemCode: { signIn: 'SCS_PSM', buttons: 'supplyChainFin' },

  /** Where `/` leads for an account without any menu restriction (acceptance R4). */
  unrestrictedHome: '/loansmgr',

  customerService: { phone: '021-6000 8866', hours: '工作日 9:00-18:00' },

  footer: {
    partners: [
      { name: '供应链伙伴', mark: '链', href: 'https://partner.example.com' },
      { name: '仓储伙伴', mark: '仓', href: 'https://warehouse.example.com' },
    ],
    links: [
      { name: '帮助中心', href: 'https://help.example.com' },
      { name: '联系我们', href: 'https://help.example.com/contact' },
      { name: '在线客服', href: 'https://help.example.com/online' },
      { name: '客服邮箱', href: 'mailto:service@example.com' },
    ],
    copyright: '© 2026 综合服务平台 版权所有',
    filingNumber: '沪ICP备00000000号',
  },

  /** Shown on the sign-in page of a demo installation; the password is in the README. */
  demoAccounts: [
    { userName: 'op01', title: '业务操作员' },
    { userName: 'bm01', title: '业务经理' },
    { userName: 'rk01', title: '风控专员' },
    { userName: 'wh01', title: '仓储伙伴' },
    { userName: 'admin', title: '系统管理员' },
    { userName: 'multi01', title: '全能测试' },
  ],
} as const
