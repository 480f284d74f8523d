/** The outline of a page that is on its way. Where there was no page before it stays invisible for 200 ms: most pages are there by then. */
export function PageSkeleton({ list }: { list: boolean }) {
  return (
    <div className="app-skeleton" role="status" aria-label="页面加载中">
      {list && <div className="app-skeleton-search" />}
      <div className="app-skeleton-card">
        {Array.from({ length: 8 }, (_unused, row) => (
          <span key={row} />
        ))}
      </div>
    </div>
  )
}
