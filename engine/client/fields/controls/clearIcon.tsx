import { CloseCircleFilled } from '@ant-design/icons'

/**
 * The × of antd's controls. Its button is for the pointer: Tab goes from field to field, and who has none clears by Delete. antd gives the button no
 * such attribute, so the icon does, which comes and goes with it.
 */
export const clearIcon = <CloseCircleFilled ref={(icon) => icon?.closest('button')?.setAttribute('tabindex', '-1')} />
