/** The mark: two halves of a box that hold a value. Folded it stands alone. */
export function Logo({ folded = false }: { folded?: boolean }) {
  return (
    <svg className="app-logo" width={folded ? 40 : 108} height={40} viewBox={folded ? '0 0 40 40' : '0 0 108 40'} aria-hidden="true">
      <rect width="40" height="40" rx="9" fill="#155e8a" />
      <g fill="none" strokeWidth="3.4" strokeLinejoin="round" strokeLinecap="round">
        <path d="M20 7 31 13.3v12.9L20 32.6" stroke="#fff" />
        <path d="M20 32.6 9 26.2V13.3L20 7" stroke="#9fd0ea" />
      </g>
      <circle cx="20" cy="19.8" r="4.2" fill="#f2b441" />
      {!folded && (
        <text x="50" y="28" fill="currentColor" fontSize="23" fontWeight="700" letterSpacing="1.5">
          SCF
        </text>
      )}
    </svg>
  )
}
