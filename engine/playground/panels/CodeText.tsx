/** Text of a program, to be read. */
export function CodeText({ text }: { text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its pane scrolls: something in it has to take the focus, so that keys scroll it
    <pre tabIndex={0} className="playground-code">
      {text}
    </pre>
  )
}
