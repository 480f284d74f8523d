import './form.css'

/** Why the server did not do what was asked for, where that is about no single field. It stays beside the buttons until they are pressed again. */
export function Refusal({ reason }: { reason: string | undefined }) {
  return reason !== undefined ? (
    <p role="alert" className="engine-form-refusal">
      {reason}
    </p>
  ) : null
}
