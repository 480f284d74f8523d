import { memo } from 'react'
import { config } from '../config'

/** Acceptance G5; one slim line of 20 px, so that the lists keep the window. */
export const Footer = memo(function Footer() {
  const { partners, links, copyright, filingNumber } = config.footer
  return (
    <footer className="app-footer engine-fading">
      {partners.map(({ name, mark, href }) => (
        <a key={name} href={href} target="_blank" rel="noopener noreferrer" className="app-partner" title={name}>
          <PartnerLogo mark={mark} />
          {name}
        </a>
      ))}
      {links.map(({ name, href }) => (
        <a key={name} href={href} {...(href.startsWith('mailto:') ? {} : { target: '_blank', rel: 'noopener noreferrer' })}>
          {name}
        </a>
      ))}
      <span>{copyright}</span>
      <span>{filingNumber}</span>
    </footer>
  )
})

function PartnerLogo({ mark }: { mark: string }) {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <rect width="14" height="14" rx="3" fill="currentColor" opacity="0.18" />
      <text x="7" y="10.4" fontSize="9" textAnchor="middle" fill="currentColor">
        {mark}
      </text>
    </svg>
  )
}
