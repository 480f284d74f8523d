import { sql } from 'kysely'
import { violationsOf, type Invariant } from './violation'

/** I-16: a loan has one water line a day, of which the newest, and no other, is the latest. */
export const latestWaterlinesAreOne: Invariant = async (context) => [
  ...(await violationsOf(
    'I-16',
    context,
    sql`
    select concat('融资单 ', l.loan_no, '：', w.snap_date, ' 有 ', count(*), ' 条水位') as what
    from waterline w join loan l on l.id = w.loan_id group by l.loan_no, w.snap_date having count(*) > 1 order by l.loan_no`,
  )),
  ...(await violationsOf(
    'I-16',
    context,
    sql`
    select concat('融资单 ', l.loan_no, '：最新水位 ', count(*) filter (where w.is_latest), ' 条（', max(w.snap_date) filter (where w.is_latest),
      '），最近的快照为 ', max(w.snap_date)) as what
    from waterline w join loan l on l.id = w.loan_id group by l.loan_no
    having count(*) filter (where w.is_latest) <> 1 or max(w.snap_date) filter (where w.is_latest) <> max(w.snap_date) order by l.loan_no`,
  )),
]
