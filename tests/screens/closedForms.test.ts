import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { createForm } from '../../engine/client/form/model/formily'

it('a form that was closed is forgotten, and hears no key of those that are open', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const open = () => {
    const form = createForm({ values: { name: '一' } })
    form.createField({ name: 'name' })
    form.setValuesIn('name', '二')
    return new WeakRef(form)
  }
  const closed = Array.from({ length: 10 }, open)
  // A reference keeps what it was asked for until the end of the task.
  await new Promise((resolve) => setTimeout(resolve, 20))
  collect()
  expect(closed.filter((form) => form.deref())).toHaveLength(0)
})
