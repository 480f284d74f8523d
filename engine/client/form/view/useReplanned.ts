import { useState } from 'react'

/**
 * Makes something of plans when the component is first drawn, and keeps it. In development a plan may be edited while it is drawn: then it is
 * made again, from the last one, so that nothing is lost of what the user has done with it.
 * @param plans compared one by one; in the built program they stay the same objects for as long as a page is open
 */
export function useReplanned<Made>(plans: readonly unknown[], make: (last: Made | undefined) => Made): Made {
  const [now, setNow] = useState(() => ({ plans, made: make(undefined) }))
  if (plans.every((plan, index) => plan === now.plans[index])) return now.made
  const next = { plans, made: make(now.made) }
  // While drawing, so that nothing is drawn of the old plan once the new one is here.
  setNow(next)
  return next.made
}
