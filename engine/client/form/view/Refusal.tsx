import './form.css'

/** Why the server refused the request, where the reason belongs to no single field. It stays beside the buttons until they are pressed again. */
export function Refusal({ reason }: { reason: string | undefined }) {
  return reason !== undefined ? (
    <p role="alert" className="engine-form-refusal">
      {reason}
    </p>
  ) : null
}
